import { expect, it } from "vitest"
import { formatSize, withinLimits } from "./artifact-limits.ts"

it("what is too large or too much is left out and said", () => {
  const files = Array.from({ length: 10 }, (_, index) => ({ name: `${index}.png`, size: index === 3 ? 5_000_001 : 10 }))
  const { kept, notes } = withinLimits(files)
  expect(kept.map(({ name }) => name).join(" ")).toBe("0.png 1.png 2.png 4.png 5.png 6.png 7.png 8.png")
  expect(notes).toEqual([
    "3.png was not kept: 5.0 MB, at most 5.0 MB are. Make it smaller.",
    "Not kept: 9.png. At most 8 files of one call are.",
  ])
})

it.each([
  [999, "999 bytes"],
  [12_345, "12 kB"],
  [3_400_000, "3.4 MB"],
])("%d bytes are %s", (bytes, text) => expect(formatSize(bytes)).toBe(text))
