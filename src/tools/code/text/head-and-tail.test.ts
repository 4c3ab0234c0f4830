import fc from "fast-check"
import { expect, it } from "vitest"
import { HeadAndTail } from "./head-and-tail.ts"

function collect(limit: number, chunks: readonly string[]): string {
  const output = new HeadAndTail(limit)
  for (const chunk of chunks) output.add(Buffer.from(chunk))
  return output.text()
}

it("keeps all of a short output and both ends of a long one", () => {
  expect(collect(10, ["abc", "defg"])).toBe("abcdefg")
  expect(collect(10, ["abcdefghij"])).toBe("abcdefghij")
  expect(collect(10, ["abcdefghijk"])).toBe("abcde\n[… 1 bytes cut …]\nghijk")
  expect(collect(10, [])).toBe("")
})

it("drops characters that the cut goes through, and terminal codes", () => {
  expect(collect(8, ["äöüäöü"])).toBe("äö\n[… 4 bytes cut …]\nöü")
  expect(collect(6, ["äöüäöü"])).toBe("ä\n[… 6 bytes cut …]\nü")
  expect(collect(100, ["\u001b[31mred\u001b[0m\r\n"])).toBe("red\n")
})

it("does not depend on how the output is split into chunks", () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: fc.constantFrom(..."abcdefgh") })),
      fc.integer({ min: 2, max: 30 }),
      (chunks, limit) => {
        const whole = chunks.join("")
        const half = Math.floor(limit / 2)
        const cut = whole.length - 2 * half
        const expected = cut <= 0 ? whole : `${whole.slice(0, half)}\n[… ${cut} bytes cut …]\n${whole.slice(-half)}`
        expect(collect(limit, chunks)).toBe(expected)
      },
    ),
  )
})
