import fc from "fast-check"
import { expect, it } from "vitest"
import { estimateTokens } from "../../model/seam/tokens.ts"
import { cutRequest } from "./cut-request.ts"
import { gapsIn, renderCut } from "./cut-result.ts"

const SEED = Number(process.env.KEELSON_TEST_SEED ?? 20261119)
const line = fc.oneof(
  { weight: 6, arbitrary: fc.string({ maxLength: 80 }) },
  fc.constantFrom("Error: no", "", "same", "A-1017 is short.", "x".repeat(3000), "路".repeat(900)),
)
const text = fc.array(line, { minLength: 1, maxLength: 300 }).map((lines) => lines.join("\n"))

it("a long request stays within its room, begins and ends as it does, and each line is shown, named, or a repetition", () => {
  fc.assert(
    fc.property(text, fc.integer({ min: 300, max: 3000 }), (request, room) => {
      const cut = cutRequest(request, room)
      const lines = request.split("\n")
      expect(cut.lines[0]?.[0]).toBe(1)
      expect(cut.lines.at(-1)?.[1]).toBe(lines.length)
      expect(estimateTokens(renderCut(request, cut))).toBeLessThanOrEqual(1.25 * room + 20 * cut.lines.length)
      const covered = [...cut.lines, ...gapsIn(cut.lines, request)]
      for (const [index, one] of lines.entries())
        if (!covered.some(([first, last]) => first <= index + 1 && index < last)) expect(one).toBe(lines[index - 1])
    }),
    { seed: SEED, numRuns: 200 },
  )
})
