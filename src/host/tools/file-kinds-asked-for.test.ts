import { mkdirSync, writeFileSync } from "node:fs"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { cpuMsOf } from "../../../test/support/cpu-time.ts"
import { asksForData, asksForDocument } from "./file-kinds-asked-for.ts"

const root = await mkdtemp(join(tmpdir(), "keelson-asks-"))
afterAll(() => rm(root, { recursive: true, force: true }))

const [empty, code, data, below] = ["empty", "code", "data", "below"].map((name) => join(root, name)) as [
  string,
  string,
  string,
  string,
]
for (const folder of [empty, join(code, "tests"), data, join(below, "figures")]) mkdirSync(folder, { recursive: true })
for (const file of [join(code, "tests", "a.csv"), join(data, "my sales.csv"), join(below, "figures", "b.xlsx")])
  writeFileSync(file, "a,b\n")

describe("a document is asked for", () => {
  it.each([
    "research the web and make a PDF of it",
    "Write a one-page PDF about our results.",
    "Create slides for Monday's meeting",
    "Please export the README as a PDF",
    "Convert report.md to pdf",
    "make report.pdf from README.md",
    "Turn the notes into a slide deck",
    "Save the result as out/summary.pdf.",
    "I need a short deck on churn",
    "slides about our third quarter",
    "把结果导出为PDF",
    "写一份关于销售的 PDF 报告",
    "做一个幻灯片",
    "生成 report.pdf",
  ])("by %j", (said) => {
    expect(asksForDocument(said)).toBe(true)
  })

  it.each([
    "fix the script for file names with spaces (like `my report.pdf`)",
    "The upload fails for report.pdf and slides.pptx. Fix it and add a test.",
    "Write a parser for PDF files",
    "Write a test for names such as my report.pdf",
    "Make the PDF export handle spaces",
    "Fix the deck shuffle in cards.py",
    "Rename a.pdf to b.pdf",
    "Why does the pdf viewer crash?",
    "修复脚本，支持带空格的文件名，例如 `my report.pdf`",
    "为 PDF 上传写测试",
    "Make it accept PDFs with blanks in their names",
    "I want the importer to read PDFs",
    "找出 PDF 里的错误",
  ])("not by %j", (said) => {
    expect(asksForDocument(said)).toBe(false)
  })
})

describe("data is asked for", () => {
  it.each([
    ["Which month in my file was best? It's `my sales.csv`.", data],
    ["Clean up the CSV", data],
    ["Sum up the Excel file", below],
    ["What does tests/a.csv hold?", code],
    ["Make a bar chart of the commits per week", empty],
    ["Analyse the survey results", empty],
    ["compute statistics of the response times", empty],
    ["分析销售数据", empty],
    ["画一个柱状图", empty],
    ["统计每月的订单", empty],
  ])("by %j", (said, folder) => {
    expect(asksForData(said, folder)).toBe(true)
  })

  it.each([
    ["Let the CSV exporter hide fields: to_csv(contacts, hide=...)", code],
    ["Write the rows to out.csv as well", empty],
    ["Fix the chart component", empty],
    ["analyse why the test fails", code],
    ["Add xlsx support to the importer", code],
    ["给 CSV 导出加一个选项", code],
  ])("not by %j", (said, folder) => {
    expect(asksForData(said, folder)).toBe(false)
  })
})

it.each(["x", "make ", "make pdf-", "“", "a.", "统计a", "plot "])(
  "half a megabyte of %j is read quickly",
  async (piece) => {
    const said = `${piece.repeat(500_000 / piece.length)} csv`
    const used = await cpuMsOf(() => {
      asksForDocument(said)
      asksForData(said, empty)
    })
    expect(used).toBeLessThan(1000)
  },
)
