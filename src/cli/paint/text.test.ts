import { expect, test } from "vitest"
import { spelledOut } from "../../text/spelled-out.ts"
import { drawLine } from "./paint.ts"
import { tableRows } from "./table.ts"
import { cutTo, onOneLine, pad, paragraphs, printable, widthOf, wrapLines } from "./text.ts"

test.each([
  ["plain", 5],
  ["整理", 4],
  ["ｆｕｌｌ", 8],
  ["한글", 4],
  ["e\u0301", 1],
  ["👩‍👩‍👧", 2],
  ["✓ ✗ ● ○ │", 9],
  ["西夏𗀀", 6],
  ["︐🈁", 4],
  ["❤️", 2],
])("%s is %i columns wide", (text, width) => {
  expect(widthOf(text)).toBe(width)
})

test.each([
  ["abcdef", 6, "abcdef"],
  ["abcdef", 5, "abcd…"],
  ["整理文件", 5, "整理…"],
  ["整理文件", 4, "整…"],
  ["abc", 0, ""],
])("%s in %i columns is %s", (text, columns, expected) => {
  expect(cutTo(text, columns)).toBe(expected)
  expect(widthOf(cutTo(text, columns))).toBeLessThanOrEqual(columns)
})

test("columns line up for wide characters", () => {
  expect([pad("整", 4), pad("ab", 4)].map(widthOf)).toEqual([4, 4])
})

test("escape sequences and control characters never reach the terminal", () => {
  expect(printable("a\u001b[31mb\u001b]0;title\u0007\r\u202ec\nd")).toBe("abc\nd")
  expect(onOneLine(" a\n\tb ")).toBe("a b")
})

test("what is approved is spelled out", () => {
  expect(spelledOut("rm \u202ex\u001b[2K\n\ty")).toBe("rm <U+202E>x<U+001B>[2K\n\ty")
})

test("of a long line the elastic part is cut first", () => {
  const line = [
    ["● ", "none"],
    ["a very long title indeed", "none", "elastic"],
    ["  done", "none"],
  ] as const
  expect(drawLine(line, 24, (_format, text) => text)).toBe("● a very long tit…  done")
  expect(drawLine(line, 80, (_format, text) => text)).toBe("● a very long title indeed  done")
})

test("what people are told fits the width: it hangs under its beginning, and what fits nowhere stays whole", () => {
  expect(paragraphs("keelson: a sentence that is long", 20)).toBe("keelson: a sentence\nthat is long")
  expect(paragraphs("  edits      writes in the folder, and commands", 40)).toBe(
    "  edits      writes in the folder, and\n             commands",
  )
  expect(paragraphs("[09:06:17] started in the very folder here", 36)).toBe(
    "[09:06:17] started in the very\n           folder here",
  )
  expect(paragraphs("see https://example.org/a/long/address", 20)).toBe("see\nhttps://example.org/a/long/address")
})

test("Chinese text is broken anywhere but before a closing sign", () => {
  expect(wrapLines("检查宽字符，在窄终端上", 10)).toEqual(["检查宽字", "符，在窄终", "端上"])
})

test("a table without room for its last column has it below", () => {
  const rows = [
    ["data", "comes along with it", "datasets and SQL, which is a lot of words"],
    ["pdf", "beside", "PDF files"],
  ]
  expect(tableRows(rows, 40)).toEqual([
    "data  comes along with it\n    datasets and SQL, which is a lot of\n    words",
    "pdf  beside\n    PDF files",
  ])
  expect(tableRows([["node", `at /${"long/".repeat(9)}`]], 36)).toEqual([`node  at\n    /${"long/".repeat(9)}`])
})
