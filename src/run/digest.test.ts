import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { estimateTokens } from "../model/tokens.ts"
import { digestText } from "./digest.ts"

/** What the notes about the gaps may add to the limit. */
const SLACK = 40

const character = fc.constantFrom("a", " ", "{", "路", "é", "😀", "\t")
const line = fc.array(character, { maxLength: 200 }).map((characters) => characters.join(""))
const endless = fc.tuple(character, fc.integer({ min: 500, max: 20_000 })).map(([unit, count]) => unit.repeat(count))
const text = fc
  .array(fc.oneof({ weight: 5, arbitrary: line }, endless), { maxLength: 60 })
  .map((lines) => lines.join("\n"))

describe("digestText", () => {
  it("leaves alone what fits", () => {
    expect(digestText("one\ntwo\n", 800)).toBe("one\ntwo\n")
    expect(digestText("", 0)).toBe("")
  })

  it("keeps head and tail and says what is missing between them", () => {
    const lines = Array.from({ length: 1000 }, (_, index) => `line ${index + 1}`)
    const digest = digestText(lines.join("\n"), 30).split("\n")
    expect(digest).toEqual([...lines.slice(0, 6), "[… 991 of 1000 lines left out …]", ...lines.slice(-3)])
  })

  it.each([
    ["ASCII", "x".repeat(100_000)],
    ["Chinese", "路".repeat(100_000)],
    ["Chinese, then ASCII", "路".repeat(5000) + "x".repeat(100_000)],
    ["ASCII, then Chinese", "x".repeat(100_000) + "路".repeat(5000)],
  ])("keeps both ends of one endless line: %s", (_name, endlessLine) => {
    const digest = digestText(endlessLine, 100)
    expect(estimateTokens(digest)).toBeLessThanOrEqual(100 + SLACK)
    expect(digest).toMatch(/^(.)\1*\[… \d+ characters left out …\](.)\2*$/u)
    expect(digest.startsWith(endlessLine.slice(0, 10))).toBe(true)
    expect(digest.endsWith(endlessLine.slice(-10))).toBe(true)
  })

  it("never grows over its limit by more than the notes, never cuts a character in two, and is never empty", () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 900 }), (whole, tokens) => {
        const digest = digestText(whole, tokens)
        expect(estimateTokens(digest)).toBeLessThanOrEqual(tokens + SLACK)
        expect(digest.isWellFormed()).toBe(true)
        if (whole !== "") expect(digest).not.toBe("")
      }),
      { seed: 20261115, numRuns: 500 },
    )
  })
})
