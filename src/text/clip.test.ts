import fc from "fast-check"
import { expect, it } from "vitest"
import { clip, headOf } from "./clip.ts"

it("cuts to so many characters, says that something is missing, and never splits one", () => {
  expect(clip("hello", 5)).toBe("hello")
  expect(clip("hello!", 5)).toBe("hell…")
  expect(clip("ab😀cd", 4)).toBe("ab…")
  expect(headOf("ab😀cd", 3)).toBe("ab")
  expect(headOf("ab😀cd", 4)).toBe("ab😀")
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.integer({ min: 1, max: 20 }), (text, most) => {
      const cut = clip(text, most)
      expect(cut.isWellFormed()).toBe(text.isWellFormed())
      expect(cut.length).toBeLessThanOrEqual(most)
    }),
  )
})
