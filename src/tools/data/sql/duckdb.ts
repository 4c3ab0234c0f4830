import { DEFAULT_LIMITS } from "../../child/child-command.ts"
import { toolPackageUrls } from "../../load-tool-package.ts"
import type { ToolContext } from "../../tool.ts"

/** What a child needs for a database: where DuckDB, an extra, lies, and how much memory there is. Throws `ToolFailure` without DuckDB. */
export function dataEngine({ children }: Pick<ToolContext, "children">): { duckdb: string; memoryBytes: number } {
  const [duckdb = ""] = toolPackageUrls("data", ["@duckdb/node-api"])
  return { duckdb, memoryBytes: (children?.limits ?? DEFAULT_LIMITS).memoryBytes }
}
