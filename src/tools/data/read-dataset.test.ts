import { gzipSync } from "node:zlib"
import { describe, expect, it } from "vitest"
import { makeFixture } from "../../../test/support/tool-fixture.ts"
import { loadToolPackage } from "../load-tool-package.ts"
import { readDataset } from "./read-dataset.ts"

const SALES = '日期;商品;数量;备注\n2024-01-02;"茶;绿";3;\n2024-01-03;"say ""hi""";5;好\n2024-01-04;咖啡;;\n'

async function read(name: string, content: string | Uint8Array, more: object = {}): Promise<string> {
  await using fixture = await makeFixture({ [name]: content })
  return await fixture.run(readDataset, { path: name, ...more })
}

async function refusal(name: string, content: string | Uint8Array, more: object = {}): Promise<string> {
  await using fixture = await makeFixture({ [name]: content })
  return await fixture.fail(readDataset, { path: name, ...more })
}

describe("a CSV file", () => {
  it("is told by its columns, statistics and first rows", async () => {
    expect(await read("销售.csv", SALES)).toBe(
      [
        "销售.csv: 3 rows, 4 columns (CSV; 102 bytes; separated by semicolon; first line names the columns).",
        "",
        "| column | type | nulls | distinct | min | 25% ≈ | median ≈ | 75% ≈ | max | mean | most frequent |",
        "|---|---|---|---|---|---|---|---|---|---|---|",
        "| 日期 | DATE | 0 | 3 | 2024-01-02 | 2024-01-02 | 2024-01-03 | 2024-01-04 | 2024-01-04 | 2024-01-03 00:00:00 |  |",
        '| 商品 | VARCHAR | 0 | 3 | say "hi" |  |  |  | 茶;绿 |  | say "hi" (1), 咖啡 (1), 茶;绿 (1) |',
        "| 数量 | BIGINT | 1 | 2 | 3 | 3 | 4 | 5 | 5 | 4.0 |  |",
        "| 备注 | VARCHAR | 2 | 1 | 好 |  |  |  | 好 |  | 好 (1) |",
        "",
        "First 3 rows:",
        "| 日期 | 商品 | 数量 | 备注 |",
        "|---|---|---|---|",
        "| 2024-01-02 | 茶;绿 | 3 | NULL |",
        '| 2024-01-03 | say "hi" | 5 | 好 |',
        "| 2024-01-04 | 咖啡 | NULL | NULL |",
      ].join("\n"),
    )
  })

  it("keeps numbers with leading zeros as text, and finds types that only the last row gives away", async () => {
    const rows = Array.from({ length: 30_000 }, (_, index) => `${index},00${index % 10}`)
    const text = await read("codes.csv", `id,code\n${rows.join("\n")}\nlast,007\n`)
    expect(text).toContain("codes.csv: 30001 rows, 2 columns")
    expect(text).toContain("| id | VARCHAR | 0 |")
    expect(text).toContain("| code | VARCHAR | 0 | 10 | 000 |")
    expect(text).toContain('- code (10): "007" 3001, "000" 3000, "001" 3000, "002" 3000,')
    expect(text).toContain('- id: 30000 values that are numbers, 1 that is not: "last" 1.')
  })

  it("shows what is wrong with an export: blanks, lines that come twice, dates of two kinds", async () => {
    const text = await read("sales.csv", exported(200))
    expect(text).toContain("sales.csv: 204 rows, 4 columns")
    expect(text).toContain("| order | BIGINT | 0 | 200 |")
    expect(text).toContain('- region (5): "South" 85, "North" 57, "south " 30, "East" 27, " East" 1, NULL 4')
    expect(text).toContain("- region: 31 values with blanks at an end.")
    expect(text).toContain('- region: the same but for capitals and blanks: "East" = " East", "South" = "south ".')
    expect(text).toContain("- 4 rows are the same as an earlier one in every column.")
    expect(text).toMatch(/^- 4 rows repeat an order that was there before: "\d+" 2, /m)
    expect(text).toMatch(/- date: dates as text, in 2 formats: YYYY-MM-DD \d+, DD\.MM\.YYYY \d+\. Min and max are/)
    expect(text).not.toContain("- date: written in")
    expect(text).not.toContain("- product: ")
  })

  it("says of one row that repeats a key what it says of many", async () => {
    const rows = Array.from({ length: 30 }, (_, index) => `${index === 9 ? 3 : index},${index}`)
    expect(await read("one.csv", `编号,n\n${rows.join("\n")}\n`)).toContain(
      '- 1 row repeats a 编号 that was there before: "3" 2.',
    )
  })

  it("says that lines were skipped", async () => {
    const text = await read("odd.csv", "a report\n\nx,y\n1,2\n3,4\n")
    expect(text).toContain("2 rows, 2 columns")
    expect(text).toMatch(/the first (line was|\d lines were) skipped/)
  })

  it.each([
    ["a short line", "a,b,c\n1,2,3\n4,5\n6,7,8\n", "3 rows, 3 columns", "| 4 | 5 | NULL |"],
    ["a long line", "a;b\n1;2\n3;4;5\n", "2 rows, 3 columns", "| 3 | 4 | 5 |"],
  ])("with %s loses nothing", async (_, content, size, row) => {
    const text = await read("uneven.csv", content)
    expect(text).toContain(size)
    expect(text).toContain("lines differ in their number of fields: missing ones are NULL")
    expect(text).toContain(row)
    const given = await read("uneven.csv", content, { delimiter: content[1] })
    expect(given).toBe(text)
  })

  it("is read with the delimiter that is named, with tabs by its name, and packed with gzip", async () => {
    expect(await read("pipes.csv", "a|b\n1|2\n", { delimiter: "|" })).toContain('separated by "|"')
    expect(await read("t.tsv", "a\tb, c\n1\t2\n")).toContain("| 1 | 2 |")
    expect(await read("packed.csv.gz", gzipSync("a,b\n1,2\n"))).toContain("packed.csv.gz: 1 row, 2 columns")
  })

  it("may have a name that looks like a pattern or like SQL", async () => {
    await using fixture = await makeFixture({
      "d[1]*.csv": "a\n1\n",
      "dx.csv": "a\n2\n",
      "year=2024/it's.csv": "a\n3\n",
    })
    expect(await fixture.run(readDataset, { path: "d[1]*.csv" })).toContain("1 row, 1 column")
    expect(await fixture.run(readDataset, { path: "year=2024/it's.csv" })).toContain("1 row, 1 column")
  })

  it("shows as many rows as it is asked for", async () => {
    const text = await read("n.csv", "n\n1\n2\n3\n", { rows: 1 })
    expect(text).toContain("First 1 row:\n| n |\n|---|\n| 1 |")
    expect(text).not.toContain("| 3 |\n| 3 |")
  })
})

describe("dates as text", () => {
  const column = async (dates: readonly string[]) => {
    const text = await read("days.csv", `day,n\n${dates.map((date, index) => `"${date}",${index}`).join("\n")}\n`)
    const [, least, most] = /^\| day \| VARCHAR \| 0 \| \d+ \| (.*?) \| {2}\| {2}\| {2}\| (.*?) \|/m.exec(text) ?? []
    return { least, most, note: /^- day: (.*)$/m.exec(text)?.[1] }
  }

  it.each([
    [
      ["01.02.2026", "2025-03-04", "28.12.2025", "2025-11-30"],
      ["2025-03-04", "2026-02-01"],
      "dates as text, in 2 formats: YYYY-MM-DD 2, DD.MM.YYYY 2. Min and max are those of the dates.",
    ],
    [
      ["3/4/2025", "2025-03-01", "12/31/2025 08:30"],
      ["2025-03-01", "2025-12-31"],
      "dates as text, in 2 formats: MM/DD/YYYY 2, YYYY-MM-DD 1. Min and max are those of the dates.",
    ],
    [
      ["2025年10月2日", "2025年9月30日", "2024-12-31", "未知"],
      ["2024-12-31", "2025-10-02"],
      'dates as text, in 2 formats: YYYY年M月D日 2, YYYY-MM-DD 1; 1 value is no date: "未知" 1. Min and max are those of the dates.',
    ],
    [
      ["Jan 5, 2025", "5 February 2024", "n/a"],
      ["2024-02-05", "2025-01-05"],
      'dates as text, in 2 formats: MMM D, YYYY 1, D MMMM YYYY 1; 1 value is no date: "n/a" 1. Min and max are those of the dates.',
    ],
    [
      ["03/04/2025", "05/06/2025", "2025-01-01"],
      ["", ""],
      "dates as text, in 2 formats: DD/MM/YYYY or MM/DD/YYYY 2, YYYY-MM-DD 1. No min and max: day and month of DD/MM/YYYY or MM/DD/YYYY can't be told apart.",
    ],
    [
      ["13/04/2025", "04/13/2025", "2025-01-01"],
      ["", ""],
      "dates as text, in 2 formats: DD/MM/YYYY or MM/DD/YYYY 2, YYYY-MM-DD 1. No min and max: day and month of DD/MM/YYYY or MM/DD/YYYY change places.",
    ],
    [
      ["31.02.2025", "01.03.2025", "2025-01-01"],
      ["", ""],
      "dates as text, in 2 formats: DD.MM.YYYY 2, YYYY-MM-DD 1. No min and max: 1 value of DD.MM.YYYY is on no calendar.",
    ],
  ])("%j", async (dates, [least, most], note) => {
    expect(await column(dates)).toEqual({ least, most, note })
  })

  it("are not seen in codes, nor in words", async () => {
    expect(await column(["12-34-56", "99-88-77", "x"])).toEqual({ least: "12-34-56", most: "x", note: undefined })
    expect(await column(["2025-01-01", "north", "south"])).toMatchObject({ least: "2025-01-01", most: "south" })
  })
})

/** As a shop's program writes its orders, every 50th of them twice. */
function exported(orders: number): string {
  const regions = ["North", "South", "south ", "East", "North", "South", "South"]
  const lines = Array.from({ length: orders }, (_, index) => {
    const day = String((index % 28) + 1).padStart(2, "0")
    const date = index % 5 === 1 ? `${day}.01.2025` : `2025-01-${day}`
    const region = index % 50 === 17 ? "" : index === 3 ? " East" : regions[index % regions.length]
    const line = `${10_000 + index},${date},${region},P-${(index % 40) * 100}`
    return index % 50 === 20 ? [line, line] : [line]
  })
  return `order,date,region,product\n${lines.flat().join("\n")}\n`
}

describe("a line with too many fields far below", () => {
  it("is named", async () => {
    expect(await refusal("late.csv", `a,b\n${"1,2\n".repeat(3000)}3,4,5\n`)).toBe(
      '"late.csv" can\'t be read. Invalid Input Error: CSV Error on Line: 3002\nOriginal Line: 3,4,5\nExpected Number of Columns: 2 Found: 3',
    )
  })
})

describe("another encoding", () => {
  // "名称,城市" and "甲,北京" in GBK.
  const gbk = Buffer.from("c3fbb3c62cb3c7cad00abcd72cb1b1bea90a", "hex")

  it("is named by the caller, or known by its mark", async () => {
    expect(await refusal("gbk.csv", gbk)).toBe(
      '"gbk.csv" is not UTF-8. Say its encoding, as in encoding: "gb18030" (Chinese), "shift_jis" (Japanese), "windows-1252" (Western).',
    )
    expect(await read("gbk.csv", gbk, { encoding: "gb18030" })).toContain("| 名称 | 城市 |\n|---|---|\n| 甲 | 北京 |")
    expect(await read("wide.csv", Buffer.from("\ufeff名,b\n甲,1\n", "utf16le"))).toContain("| 名 | b |")
    expect(await read("mark.csv", "\ufeff名,b\n甲,1\n")).toContain("| 名 | b |")
  })

  it("that the file does not have is refused", async () => {
    expect(await refusal("a.csv", gbk, { encoding: "klingon" })).toContain('There is no encoding "klingon"')
    expect(await refusal("a.csv", Buffer.from("a\n\xff\xff\n", "latin1"), { encoding: "gb18030" })).toBe(
      '"a.csv" is not gb18030; try another encoding.',
    )
  })

  it("that shows only late in the file is found too", async () => {
    const late = Buffer.concat([Buffer.from(`a,b\n${"1,x\n".repeat(30_000)}`), gbk])
    expect(await refusal("late.csv", late)).toContain('"late.csv" is not UTF-8')
  })
})

describe("other formats", () => {
  it.each([
    ["lines.jsonl", '{"a":1,"名":"x"}\n{"a":2,"名":null}\n'],
    ["list.json", '[{"a":1,"名":"x"},{"a":2,"名":null}]'],
  ])("%s", async (name, content) => {
    const text = await read(name, content)
    expect(text).toContain(`${name}: 2 rows, 2 columns (JSON; `)
    expect(text).toContain("| a | BIGINT | 0 | 2 | 1 |")
    expect(text).toContain("| 名 | VARCHAR | 1 | 1 | x |")
  })

  it("Parquet, nested values included", async () => {
    await using fixture = await makeFixture()
    const { DuckDBInstance } = await loadToolPackage<typeof import("@duckdb/node-api")>("data", "@duckdb/node-api")
    const connection = await (await DuckDBInstance.create()).connect()
    await connection.run(
      `COPY (SELECT i AS id, [i, i] AS pair, {'名': i} AS one FROM range(4) t(i)) TO '${fixture.path("p.parquet")}'`,
    )
    const text = await fixture.run(readDataset, { path: "p.parquet" })
    expect(text).toContain("p.parquet: 4 rows, 3 columns (Parquet; ")
    expect(text).toContain("| id | BIGINT | 0 | 4 | 0 |")
    expect(text).toContain("| 3 | [3, 3] | {'名': 3} |")
  })
})

describe("what can't be read", () => {
  it.each([
    ["empty.csv", "", '"empty.csv" is empty; there is nothing to read.'],
    ["old.xls", "x", '"old.xls" has no format that can be read here. Save it as .xlsx or .csv first.'],
    ["data.db", "x", '"data.db" has no format that can be read here. Use CSV, TSV, JSON, JSON lines, Parquet or Excel'],
    ["wrong.csv", "PAR1....", '"wrong.csv" is not what its name says: its content is Parquet.'],
    ["wrong.parquet", "a,b\n1,2", '"wrong.parquet" is not what its name says: its content is plain text'],
    ["locked.xlsx", Buffer.from("d0cf11e0a1b11ae1", "hex"), "an old Office file or a workbook with a password"],
    ["binary.csv", Buffer.from([1, 2, 0, 3]), '"binary.csv" is a binary file, not text'],
    [
      "broken.json",
      '{"a": [1, ',
      '"broken.json" can\'t be read. Invalid Input Error: Malformed JSON in file "broken.json"',
    ],
  ])("%s is refused in plain words", async (name, content, message) => {
    expect(await refusal(name, content)).toContain(message)
  })

  it("is missing, a folder, outside or secret", async () => {
    await using fixture = await makeFixture({ "folder.csv/": "", ".env": "A=1" })
    expect(await fixture.fail(readDataset, { path: "no.csv" })).toContain('There is no file "no.csv"')
    expect(await fixture.fail(readDataset, { path: "folder.csv" })).toContain('"folder.csv" is a folder')
    expect(await fixture.fail(readDataset, { path: "../outside/secret.txt" })).toContain("outside the workspace")
    expect(await fixture.fail(readDataset, { path: ".env" })).toContain("may hold secrets")
  })
})
