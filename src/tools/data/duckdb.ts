import { ToolFailure } from "../tool.ts"

/** The package, which is large and optional: loaded when a tool first needs it. */
export async function loadDuckdb(): Promise<typeof import("@duckdb/node-api")> {
  try {
    return await import("@duckdb/node-api")
  } catch (error) {
    throw new ToolFailure(
      `Data tools need the package @duckdb/node-api, which can't be loaded here (${firstLine(error)}). Ask the user to run: npm install @duckdb/node-api`,
    )
  }
}

function firstLine(error: unknown): string {
  return String(error instanceof Error ? error.message : error).split("\n")[0] ?? ""
}
