import { describe, expect, it } from "vitest"
import { callOf, gistOf, isEmptyResult, resultOf } from "./normalise.ts"

describe("callOf", () => {
  it("evens out what makes no difference", () => {
    const call = callOf("read_file", { path: "src/a.ts", offset: 1 })
    expect(callOf("read_file", { offset: 1, path: "./src/a.ts", limit: null })).toBe(call)
    expect(callOf("list_files", { path: "src/" })).toBe(callOf("list_files", { path: "src" }))
    expect(callOf("run", { command: "npm  test " })).toBe(callOf("run", { command: "npm test" }))
  })

  it("keeps what does", () => {
    const call = callOf("read_file", { path: "src/a.ts" })
    expect(callOf("read_file", { path: "src/b.ts" })).not.toBe(call)
    expect(callOf("write_file", { content: "a\n  b\n" })).not.toBe(callOf("write_file", { content: "a\nb\n" }))
  })
})

describe("resultOf", () => {
  it("does not look at clocks", () => {
    const first = resultOf("12 passed (1.03 s)\nStart at 04:39:14")
    expect(resultOf("12 passed (0.98 s)\nStart at 04:41:02")).toBe(first)
    expect(resultOf("11 passed (0.98 s)\nStart at 04:41:02")).not.toBe(first)
  })
})

it.each(["", " \n", "No matches for x in src.", "(a.txt is empty)", "[]"])("%j is empty", (text) => {
  expect(isEmptyResult(text)).toBe(true)
})

it.each(["No.", "0 failed, 12 passed", "Exit code 0."])("%j is not", (text) => {
  expect(isEmptyResult(text)).toBe(false)
})

it("the gist is the line that speaks of a failure, else the first", () => {
  expect(gistOf("Exit code 1.\n\n> test\nTypeError: x is `undefined`\nat a.ts:12")).toBe("TypeError: x is `undefined`")
  expect(gistOf("alpha\nbeta")).toBe("alpha")
  expect(gistOf("Exit code 0.")).toBe("nothing")
  expect(gistOf("x".repeat(200))).toHaveLength(120)
})
