import { describe, expect, it } from "vitest"
import { makeFixture } from "../../../../test/support/tool-fixture.ts"
import { workbookOf, zipOf } from "../../../../test/support/xlsx-fixture.ts"
import { queryData } from "../query-data.ts"
import { readDataset } from "../read-dataset.ts"

const TEXTS = [
  "<t>编号</t>",
  "<t>when</t>",
  "<r><t>A &amp; </t></r><r><t xml:space='preserve'>B</t></r><rPh><t>x</t></rPh>",
  "<t>a_x000D_b</t>",
]

const ROWS = `
  <row r="2"><c r="A2" t="s"><v>0</v></c><c r="B2" t="s"><v>1</v></c><c r="D2" t="s"><v>0</v></c></row>
  <row r="3"/>
  <row r="4"><c r="A4" t="inlineStr"><is><t>007</t></is></c><c r="B4" s="1"><v>45292</v></c><c r="C4" s="2"><v>45292.75</v></c><c r="D4"><f>1+1</f><v>2</v></c><c r="E4" t="b"><v>1</v></c></row>
  <row r="5"><c r="A5" t="s"><v>2</v></c><c r="B5" s="1"><v>45293</v></c><c r="C5" t="e"><v>#N/A</v></c><c r="D5"><v>2.5</v></c><c r="F5" t="s"><v>3</v></c></row>`

describe("a workbook", () => {
  it("is read with its types: text stays text, dates are dates, formulas have their values, errors are missing", async () => {
    await using fixture = await makeFixture({ "b.xlsx": workbookOf({ 数据: ROWS, more: "<row/>" }, TEXTS) })
    const text = await fixture.run(readDataset, { path: "b.xlsx" })
    expect(text).toMatch(/^b\.xlsx: 2 rows, 6 columns \(Excel; .*; sheet "数据"; other sheets: more\)\./)
    expect(
      await fixture.run(queryData, { files: ["b.xlsx"], sql: "SELECT column_name, column_type FROM (DESCRIBE b)" }),
    ).toContain(
      [
        "| 编号 | VARCHAR |",
        "| when | DATE |",
        "| column3 | TIMESTAMP |",
        "| 编号_2 | DOUBLE |",
        "| column5 | BOOLEAN |",
        "| column6 | VARCHAR |",
      ].join("\n"),
    )
    expect(text).toContain("| 007 | 2024-01-01 | 2024-01-01 18:00:00 | 2 | true | NULL |")
    expect(text).toContain("| A & B | 2024-01-02 | NULL | 2.5 | NULL | a\rb |")
  })

  it("without a head row gets names; a sheet that is empty or not there is said", async () => {
    const book = workbookOf({ one: "<row><c><v>1</v></c><c><v>2</v></c></row>", two: "" })
    await using fixture = await makeFixture({ "b.xlsx": book })
    expect(await fixture.run(readDataset, { path: "b.xlsx" })).toContain("| column1 | column2 |\n|---|---|\n| 1 | 2 |")
    expect(await fixture.fail(readDataset, { path: "b.xlsx", sheet: "two" })).toBe('Sheet "two" is empty.')
    expect(await fixture.fail(readDataset, { path: "b.xlsx", sheet: "three" })).toBe(
      'There is no sheet "three"; it has: one, two.',
    )
  })

  it("of many rows is read in pieces", async () => {
    const head = '<row><c t="inlineStr"><is><t>n</t></is></c><c t="inlineStr"><is><t>text</t></is></c></row>'
    const rows = Array.from(
      { length: 50_000 },
      (_, n) => `<row><c><v>${n}</v></c><c t="str"><v>第${n}行, "x"\n</v></c></row>`,
    )
    await using fixture = await makeFixture({ "big.xlsx": workbookOf({ s: head + rows.join("") }) })
    const sql = "SELECT count(*) AS n, sum(n) AS s, max(length(text)) AS l FROM big"
    expect(await fixture.run(queryData, { files: ["big.xlsx"], sql })).toContain("| 50000 | 1249975000 | 13 |")
  })

  it.each([
    ["no workbook", zipOf({ "a.txt": "x", "b.txt": "y" }), "it has no part xl/workbook.xml"],
    ["cut off", workbookOf({ s: ROWS }, TEXTS).subarray(0, 400), "its archive has no end"],
    ["broken inside", breakPart(workbookOf({ s: ROWS }, TEXTS)), "its archive is broken"],
    ["a cell nowhere", workbookOf({ s: '<row><c r="ZZZZZ1"><v>1</v></c></row>' }), "it has a cell ZZZZZ1"],
  ])("that is %s is refused in plain words", async (_, content, message) => {
    await using fixture = await makeFixture({ "b.xlsx": content })
    expect(await fixture.fail(readDataset, { path: "b.xlsx" })).toContain(`The workbook can't be read: ${message}.`)
  })
})

/** Spoils the packed bytes of the second part. */
function breakPart(book: Buffer): Buffer {
  const at = book.indexOf("xl/_rels/workbook.xml.rels") + "xl/_rels/workbook.xml.rels".length
  return Buffer.concat([book.subarray(0, at), Buffer.alloc(20, 0xff), book.subarray(at + 20)])
}
