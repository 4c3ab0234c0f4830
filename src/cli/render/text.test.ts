import { expect, test } from "vitest"
import { spelledOut } from "../../text/spelled-out.ts"
import { drawLine } from "./paint.ts"
import { cutTo, onOneLine, pad, printable, widthOf } from "./text.ts"
import { age, amount, clock, dollars, duration } from "./units.ts"

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

test("units", () => {
  expect([900, 1500, 42_000, 185_000].map(duration)).toEqual(["900 ms", "1.5 s", "42 s", "3 m 05 s"])
  expect([7000, 3_723_000].map(clock)).toEqual(["0:07", "1:02:03"])
  expect([999, 12_345, 1_200_000].map(amount)).toEqual(["999", "12.3k", "1.2M"])
  expect([null, 0, 0.0123, 1.5].map(dollars)).toEqual(["cost unknown", "$0.00", "$0.0123", "$1.50"])
  expect([1000, 120_000, 7_200_000, 300_000_000].map(age)).toEqual(["just now", "2 min ago", "2 h ago", "3 days ago"])
})
