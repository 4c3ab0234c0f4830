import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { estimateTokens } from "../../model/tokens.ts"
import { cutResult, firstGap, parseRanges, rangesText, renderCut } from "./cut-result.ts"

const SEED = Number(process.env.KEELSON_TEST_SEED ?? 20261115)
const LOG = Array.from({ length: 1000 }, (_, index) => (index === 499 ? "Error: in the middle" : `line ${index + 1}`))
const line = fc.oneof(
  { weight: 8, arbitrary: fc.string({ maxLength: 80 }) },
  fc.constantFrom("Error: no", "x".repeat(3000), "路".repeat(900)),
)
const text = fc.array(line, { minLength: 1, maxLength: 300 }).map((lines) => lines.join("\n"))

describe("a result that is cut", () => {
  it("is read from its beginning on, or shows its ends and what went wrong between them", () => {
    const head = cutResult(LOG.join("\n"), 200, "head")
    expect(head.lines).toEqual([[1, expect.any(Number)]])
    const { lines } = cutResult(LOG.join("\n"), 200, "ends")
    expect(lines).toEqual([
      [1, expect.any(Number)],
      [500, 500],
      [expect.any(Number), 1000],
    ])
    expect(renderCut(LOG.join("\n"), { lines })).toMatch(/^line 1\n.*left out …\]\nError: in the middle\n.*line 1000$/s)
  })

  it("shows an endless line by its ends", () => {
    const cut = cutResult("x".repeat(100_000), 200, "head")
    expect(cut.clip).toBeGreaterThan(0)
    expect(renderCut("x".repeat(100_000), cut)).toMatch(/^x+\[… \d+ characters left out …\]x+$/)
    expect(firstGap(cut.lines, 1)).toBeUndefined()
  })

  it("stays within its room, and is the same after its ranges were written down", () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 150, max: 3000 }), fc.constantFrom("head", "ends"), (whole, room, manner) => {
        const cut = cutResult(whole, room, manner)
        const again = { ...cut, lines: parseRanges(rangesText(cut.lines)) }
        expect(again).toEqual(cut)
        // Each gap has a word of its own.
        expect(estimateTokens(renderCut(whole, cut))).toBeLessThanOrEqual(room + 20 * cut.lines.length)
      }),
      { seed: SEED, numRuns: 300 },
    )
  })
})
