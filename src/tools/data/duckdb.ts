import { loadToolPackage } from "../load-tool-package.ts"

/** Large, and an extra: loaded when a tool first needs it. */
export function loadDuckdb(): Promise<typeof import("@duckdb/node-api")> {
  return loadToolPackage("data", "@duckdb/node-api")
}
