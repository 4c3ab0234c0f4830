import { describe, expect, it } from "vitest"
import { gist, keyLines } from "./key-lines.ts"

describe("keyLines", () => {
  it("finds errors and failing tests before warnings, each with its number", () => {
    const lines = ["ok", "warning: old", "src/a.ts(3,1): error TS2322: no", "✗ adds", "all fine", "测试失败"]
    expect(keyLines(lines)).toEqual([
      expect.objectContaining({ number: 3, text: "src/a.ts(3,1): error TS2322: no" }),
      expect.objectContaining({ number: 4 }),
      expect.objectContaining({ number: 6 }),
      expect.objectContaining({ number: 2 }),
    ])
  })

  it.each(["0 errors", "no failures", "Found 0 type errors", "failed: 0", "12 passed", "errors=0"])(
    "passes over %s",
    (line) => {
      expect(keyLines([line])).toEqual([])
    },
  )

  it("says the same thing once", () => {
    const lines = Array.from({ length: 50 }, (_, index) => `error at line ${index}`)
    expect(keyLines(lines)).toHaveLength(1)
  })
})

describe("gist", () => {
  it("is what went wrong, else the first words", () => {
    expect(gist("Exit code 1.\n\nTypeError: x is undefined\n  at a.ts:3", 100)).toBe("TypeError: x is undefined")
    expect(gist("\n  hello   world\nmore", 100)).toBe("hello world")
    expect(gist("e".repeat(500), 20)).toHaveLength(20)
    expect(gist("", 20)).toBe("")
  })
})
