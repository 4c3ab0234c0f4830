import { expect, it } from "vitest"
import { loadToolPackage } from "../../load-tool-package.ts"
import { causeOf } from "./sql-failure.ts"

/** What DuckDB itself says to a query. */
async function complaint(sql: string): Promise<string> {
  const { DuckDBInstance } = await loadToolPackage<typeof import("@duckdb/node-api")>("data", "@duckdb/node-api")
  const instance = await DuckDBInstance.create(":memory:", { memory_limit: "16MB", temp_directory: "", threads: "1" })
  const connection = await instance.connect()
  try {
    await connection.run(sql)
    return "nothing"
  } catch (error) {
    return (error as Error).message
  } finally {
    connection.closeSync()
    instance.closeSync()
  }
}

it("a query that needs too much memory is told what to do about it", async () => {
  const message = await complaint("SELECT list(i) FROM range(10000000) t(i)")
  expect(causeOf(message)).toBe(
    "The query needs more memory than it may use. Filter or aggregate earlier, or select fewer columns.",
  )
})

it("a wrong query keeps its cause and its place, and is not long", async () => {
  expect(causeOf(await complaint("SELECT 1 FORM t"))).toMatch(
    /^Parser Error: syntax error at or near "t"\nLINE 1: SELECT 1 FORM t\n/,
  )
  expect(causeOf(await complaint(`SELECT ${"x".repeat(3000)}`)).length).toBe(600)
})
