import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { estimateTokens } from "../../model/seam/tokens.ts"
import { digestResult, digestText } from "./digest.ts"

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
    expect(digest).toEqual([...lines.slice(0, 6), "[… 992 of 1000 lines left out …]", ...lines.slice(-2)])
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

describe("digestResult", () => {
  const of = (whole: string, tokens: number) => digestResult({ text: whole, tokens, artifact: "p1r2t3" })

  it("leaves alone what fits, and names the artifact only where something is missing", () => {
    expect(of("one\ntwo", 800)).toBe("one\ntwo")
    expect(of("x\n".repeat(5000), 100)).toMatch(/\n\[5001 lines, 10000 characters; whole: p1r2t3\]$/)
  })

  it("shows the errors in the middle with their line numbers, then head and tail", () => {
    const lines = Array.from({ length: 1000 }, (_, index) => `line ${index + 1}`)
    lines[499] = "FAIL src/a.test.ts > adds"
    lines[510] = "AssertionError: expected 3 to be 4"
    const digest = of(lines.join("\n"), 120)
    expect(digest).toContain("Key lines:\n500: FAIL src/a.test.ts > adds\n511: AssertionError: expected 3 to be 4\n")
    expect(digest).toMatch(/Head and tail:\nline 1\n.*line 1000\n\[1000 lines/s)
  })

  it("does not show bytes", () => {
    expect(of("\u0000\u0001\ufffd\u0002".repeat(1000), 800)).toBe(
      "[binary data, 4000 characters, not shown; whole: p1r2t3]",
    )
  })

  it("never grows over its limit by more than the notes", () => {
    const spiced = fc.array(fc.oneof(line, fc.constant("Error: it broke"), endless), { maxLength: 60 })
    fc.assert(
      fc.property(spiced, fc.integer({ min: 20, max: 900 }), (lines, tokens) => {
        const digest = of(lines.join("\n"), tokens)
        expect(estimateTokens(digest)).toBeLessThanOrEqual(tokens + 2 * SLACK)
        expect(digest.isWellFormed()).toBe(true)
      }),
      { seed: 20261115, numRuns: 300 },
    )
  })
})
