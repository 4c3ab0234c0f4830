import fc from "fast-check"
import { expect, test } from "vitest"
import { Repetition } from "./repetition.ts"

function hears(text: string, size = 24): boolean {
  const repetition = new Repetition()
  for (let start = 0; start < text.length; start += size) {
    if (repetition.hears(text.slice(start, start + size))) return true
  }
  return false
}

test.each([
  ["a sentence", "I should think about it. ".repeat(200)],
  ["blanks", " ".repeat(4000)],
  ["a JSON that never ends", `{"tasks":[${'{"id":1,"tool":"read_file"},'.repeat(200)}`],
  ["after something sensible", `The answer is 42.\n${"so ".repeat(2000)}`],
])("%s over and over is noticed", (_name, text) => {
  expect(hears(text)).toBe(true)
})

test.each([
  ["numbered lines", Array.from({ length: 400 }, (_, n) => `Rule ${n}: be brief.`).join("\n")],
  ["a short reply", "no ".repeat(500)],
  ["a ruler in a text", `${"-".repeat(2000)}\nThis is the end of the table.`],
])("%s is not", (_name, text) => {
  expect(hears(text)).toBe(false)
})

test("it does not matter in which pieces it comes", () => {
  const pieces = fc.tuple(fc.string({ minLength: 1, maxLength: 200 }), fc.integer({ min: 1, max: 300 }))
  fc.assert(fc.property(pieces, ([piece, size]) => hears(piece.repeat(Math.ceil(5000 / piece.length)), size)))
})
