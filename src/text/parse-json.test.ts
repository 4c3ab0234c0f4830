import { expect, test } from "vitest"
import { parseJson } from "./parse-json.ts"

const nested = (levels: number, open = "[", close = "]") => open.repeat(levels) + close.repeat(levels)

test("a value is what the text says, up to a hundred levels", () => {
  expect(parseJson('{"a":[1,{"b":null}]}')).toEqual({ ok: true, value: { a: [1, { b: null }] } })
  expect(parseJson(nested(100)).ok).toBe(true)
})

test.each([
  ["a level more", nested(101)],
  ["two hundred thousand lists", nested(200_000)],
  ["two hundred thousand objects", `${'{"a":'.repeat(200_000)}1${"}".repeat(200_000)}`],
])("%s is none", (_, text) => {
  expect(parseJson(text)).toEqual({ ok: false, problem: "it is nested more than 100 levels deep" })
})

test("what is no JSON says why, in few words", () => {
  expect(parseJson("{")).toMatchObject({ ok: false, problem: expect.stringContaining("JSON") })
})
