import { symlink, writeFile } from "node:fs/promises"
import { describe, expect, it } from "vitest"
import { makeFixture } from "../../../test/support/tool-fixture.ts"
import { workbookOf } from "../../../test/support/xlsx-fixture.ts"
import { queryData } from "./query-data.ts"

const SALES = "id,地区,amount\n1,北,10.5\n2,南,20\n3,北,30\n"
const PEOPLE = '{"id":1,"name":"Ada | x"}\n{"id":3,"name":"Ben\\nB"}\n'

describe("a query", () => {
  it("joins files of any format under the names they were given", async () => {
    const book = workbookOf({ 价格: '<row><c t="inlineStr"><is><t>id</t></is></c></row><row><c><v>3</v></c></row>' })
    await using fixture = await makeFixture({ "d/sales.csv": SALES, "people.jsonl": PEOPLE, "book.xlsx": book })
    const files = { s: "d/sales.csv", 人: "people.jsonl", b: { path: "book.xlsx", sheet: "价格" } }
    const sql = "SELECT s.地区, 人.name, s.amount * 2 AS double FROM s JOIN 人 USING (id) ORDER BY s.id"
    expect(await fixture.run(queryData, { files, sql })).toBe(
      "2 rows.\n\n| 地区 | name | double |\n|---|---|---|\n| 北 | Ada \\| x | 21 |\n| 北 | Ben ↵ B | 60 |",
    )
    expect(await fixture.run(queryData, { files, sql: "FROM b" })).toBe("1 row.\n\n| id |\n|---|\n| 3 |")
  })

  it("names tables after their files, and says where two would meet", async () => {
    await using fixture = await makeFixture({ "a/2024 sales.csv": SALES, "b/2024-sales.csv": SALES, "销售.csv": SALES })
    expect(
      await fixture.run(queryData, { files: ["a/2024 sales.csv"], sql: 'SELECT count(*) AS n FROM "2024_sales"' }),
    ).toBe("1 row.\n\n| n |\n|---|\n| 3 |")
    expect(await fixture.run(queryData, { files: ["销售.csv"], sql: "SELECT sum(amount) AS s FROM 销售" })).toContain(
      "| 60.5 |",
    )
    expect(
      await fixture.fail(queryData, { files: ["a/2024 sales.csv", "b/2024-sales.csv"], sql: "SELECT 1" }),
    ).toContain('would both be the table "2024_sales"; give names:')
  })

  it("shows the first rows and counts all", async () => {
    await using fixture = await makeFixture({ "s.csv": SALES })
    const files = ["s.csv"]
    expect(await fixture.run(queryData, { files, sql: "SELECT * FROM range(250000) t(i)", limit: 2 })).toBe(
      "250000 rows, the first 2 are shown.\n\n| i |\n|---|\n| 0 |\n| 1 |",
    )
    expect(await fixture.run(queryData, { files, sql: "SELECT * FROM range(1000000000) t(i)", limit: 1 })).toContain(
      "Millions of rows; the first 1 are shown.",
    )
    expect(await fixture.run(queryData, { files, sql: "SELECT * FROM s WHERE id > 9" })).toContain("0 rows.")
  })

  it.each([
    "DESCRIBE s",
    "SUMMARIZE s",
    "SHOW TABLES",
    "FROM s",
    "-- why\n (SELECT 1);",
    "WITH t AS (FROM s) FROM t",
    "VALUES (1)",
  ])("may be %j", async (sql) => {
    await using fixture = await makeFixture({ "s.csv": SALES })
    expect(await fixture.run(queryData, { files: ["s.csv"], sql })).toMatch(/^\d+ rows?\./)
  })
})

describe("a query that fails", () => {
  it("is told what there is to ask", async () => {
    await using fixture = await makeFixture({ "s.csv": SALES })
    const message = await fixture.fail(queryData, { files: ["s.csv"], sql: "SELECT amout FROM s" })
    expect(message).toContain('Binder Error: Referenced column "amout" not found')
    expect(message).toContain('Tables: "s" ("id" BIGINT, "地区" VARCHAR, "amount" DOUBLE)')
  })
})

describe("a value that would fill the memory", () => {
  it.each(["len(range(2000000000))", "len(generate_series(1, 2000000000))", "length(repeat('ab', 2000000000))"])(
    "%s is refused",
    async (value) => {
      await using fixture = await makeFixture({ "s.csv": SALES })
      const message = await fixture.fail(queryData, { files: ["s.csv"], sql: `SELECT ${value}` })
      expect(message).toContain("elements is too long; use a table, as in FROM range(n).")
    },
  )

  it("of a usual length is not", async () => {
    await using fixture = await makeFixture({ "s.csv": SALES })
    const sql =
      "SELECT len(range(5)) AS a, generate_series(1, 5, 2) AS b, repeat('ab', 2) AS c, len(repeat([1], 3)) AS d"
    expect(await fixture.run(queryData, { files: ["s.csv"], sql })).toContain("| 5 | [1, 3, 5] | abab | 3 |")
    const days = "SELECT count(*) AS n FROM generate_series(DATE '2024-01-01', DATE '2024-01-31', INTERVAL 1 DAY)"
    expect(await fixture.run(queryData, { files: ["s.csv"], sql: days })).toContain("| 31 |")
  })
})

describe("only the named files are reachable", () => {
  it.each([
    "SELECT * FROM read_csv('/etc/passwd')",
    "SELECT * FROM read_text('/etc/passwd')",
    "SELECT * FROM read_blob('/etc/passwd')",
    "SELECT * FROM read_json('/etc/passwd')",
    "SELECT * FROM read_parquet('/etc/passwd')",
    "SELECT * FROM '/etc/passwd'",
    "SELECT * FROM glob('/etc/*')",
    "SELECT * FROM sniff_csv('/etc/passwd')",
    "SELECT * FROM read_csv('/proc/self/environ')",
    "SELECT * FROM read_csv('http://127.0.0.1:9/x.csv')",
    "SELECT * FROM 'https://example.com/x.parquet'",
    "SELECT * FROM duckdb_secrets()",
  ])("%s", async (sql) => {
    await using fixture = await makeFixture({ "s.csv": SALES })
    expect(await fixture.fail(queryData, { files: ["s.csv"], sql })).toMatch(/can't be read from SQL|does not exist/)
  })

  it("not even a neighbour in the workspace, nor what a link leads to", async () => {
    await using fixture = await makeFixture({ "s.csv": SALES, "other.csv": SALES })
    const files = ["s.csv"]
    const sql = `SELECT * FROM read_csv('${fixture.path("other.csv")}')`
    expect(await fixture.fail(queryData, { files, sql })).toContain("can't be read from SQL")
    await writeFile(`${fixture.outside}/far.csv`, SALES)
    await symlink(`${fixture.outside}/far.csv`, fixture.path("near.csv"))
    expect(await fixture.fail(queryData, { files: ["near.csv"], sql: "FROM near" })).toContain("out of the workspace")
    expect(await fixture.fail(queryData, { files: ["../outside/far.csv"], sql: "FROM far" })).toContain(
      "outside the workspace",
    )
  })
})

describe("only reading statements", () => {
  it.each([
    ["ATTACH '/tmp/x.db'", "ATTACH"],
    ["COPY s TO 'x.csv'", "COPY"],
    ["/* SELECT */ COPY s TO 'x.csv'", "COPY"],
    ["EXPLAIN ANALYZE COPY s TO 'x.csv'", "EXPLAIN"],
    ["INSTALL httpfs", "INSTALL"],
    ["LOAD httpfs", "LOAD"],
    ["PRAGMA database_list", "PRAGMA"],
    ["SET enable_external_access = true", "SET"],
    ["CREATE TABLE x AS SELECT 1", "CREATE"],
    ["INSERT INTO s VALUES (1)", "INSERT"],
    ["CALL pragma_version()", "CALL"],
    ["EXPORT DATABASE 'x'", "EXPORT"],
    ["", "THAT"],
  ])("%j is refused", async (sql, word) => {
    await using fixture = await makeFixture({ "s.csv": SALES })
    expect(await fixture.fail(queryData, { files: ["s.csv"], sql })).toContain(`${word} is not possible here`)
  })

  it("and one at a time", async () => {
    await using fixture = await makeFixture({ "s.csv": SALES })
    const files = ["s.csv"]
    expect(await fixture.fail(queryData, { files, sql: "SELECT 1; DROP VIEW s" })).toBe(
      "Give one SQL statement at a time.",
    )
    expect(await fixture.fail(queryData, { files, sql: "PIVOT s ON 地区 USING sum(amount)" })).toContain(
      "A PIVOT needs",
    )
    expect(
      await fixture.run(queryData, {
        files,
        sql: "FROM (SELECT 地区, amount FROM s) PIVOT (sum(amount) FOR 地区 IN ('北'))",
      }),
    ).toContain("| 40.5 |")
  })
})

describe("an aborted query", () => {
  it("ends at once with the reason of the abort", async () => {
    await using fixture = await makeFixture({ "s.csv": SALES })
    const stop = new AbortController()
    const sql = "SELECT count(*) FROM range(1000000) a(i), range(1000000) b(j) WHERE i * j % 7 = 3"
    const running = fixture.run(queryData, { files: ["s.csv"], sql }, { signal: stop.signal })
    setImmediate(() => stop.abort(new Error("enough")))
    await expect(running).rejects.toThrow("enough")
    await expect(fixture.run(queryData, { files: ["s.csv"], sql }, { signal: stop.signal })).rejects.toThrow("enough")
  })
})
