import { expect, test } from "vitest"
import { spelledOut } from "../../text/spelled-out.ts"
import { drawLine } from "./paint.ts"
import { cutTo, onOneLine, pad, printable, widthOf } from "./text.ts"

test.each([
  ["plain", 5],
  ["整理", 4],
  ["ｆｕｌｌ", 8],
  ["한글", 4],
  ["e\u0301", 1],
  ["👩‍👩‍👧", 2],
  ["✓ ✗ ● ○ │", 9],
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
