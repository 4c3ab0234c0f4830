import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { estimateTokens } from "../../model/seam/tokens.ts"
import { cutResult, firstGap, parseRanges, rangesText, renderCut } from "./cut-result.ts"
import { isRepetitive, withoutRepeats } from "./repeats.ts"

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

  it("shows what was asked for before what stands around it, and as much of that as there is room for", () => {
    const found = Array.from({ length: 40 }, (_, index) => [
      ...Array.from({ length: 10 }, (_, line) => `a.ts-${index * 20 + line}-around`),
      `a.ts:${index * 20 + 10}:found`,
    ]).flat()
    const isAskedFor = (line: string) => /^\S+:\d+:/.test(line)
    const few = renderCut(found.join("\n"), cutResult(found.join("\n"), 1200, isAskedFor)).split("\n")
    expect(few.filter(isAskedFor)).toHaveLength(40)
    expect(few.filter((line) => /^\S+-\d+-/.test(line)).length).toBeGreaterThan(0)
    const one = found.slice(0, 11)
    expect(renderCut(one.join("\n"), cutResult(one.join("\n"), 90, isAskedFor))).toContain("a.ts:10:found")
  })

  it("tells a line that is said again and again once", () => {
    const text = ["start", ...Array.from({ length: 53 }, () => "grep: no such file"), "end", "end"].join("\n")
    expect(isRepetitive(text)).toBe(true)
    const cut = cutResult(text, 500, "ends")
    expect(renderCut(text, cut)).toBe("start\ngrep: no such file\n[the line above 52 more times]\nend\nend")
    expect(firstGap(cut.lines, text)).toBeUndefined()
    expect(withoutRepeats(text)).toBe(renderCut(text, cut))
    expect(isRepetitive("a\na\na\na\na")).toBe(false)
  })

  it("shows an endless line by its ends", () => {
    const cut = cutResult("x".repeat(100_000), 200, "head")
    expect(cut.clip).toBeGreaterThan(0)
    expect(renderCut("x".repeat(100_000), cut)).toMatch(/^x+\[… \d+ characters left out …\]x+$/)
    expect(firstGap(cut.lines, "x".repeat(100_000))).toBeUndefined()
  })

  it("stays within its room, and is the same after its ranges were written down", () => {
    fc.assert(
      fc.property(
        text,
        fc.integer({ min: 150, max: 3000 }),
        fc.constantFrom("head", "ends", "x"),
        (whole, room, name) => {
          const manner = name === "x" ? (one: string) => one.includes("x") : (name as "head" | "ends")
          const cut = cutResult(whole, room, manner)
          const again = { ...cut, lines: parseRanges(rangesText(cut.lines)) }
          expect(again).toEqual(cut)
          // Each gap has a word of its own.
          expect(estimateTokens(renderCut(whole, cut))).toBeLessThanOrEqual(room + 20 * cut.lines.length)
        },
      ),
      { seed: SEED, numRuns: 300 },
    )
  })
})
