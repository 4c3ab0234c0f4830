import { expect, it } from "vitest"
import { LiveOutput } from "./live-output.ts"

function shown(chunks: readonly Buffer[]): string {
  let text = ""
  const live = new LiveOutput((part) => {
    text += part
  })
  for (const chunk of chunks) live.add(chunk)
  return text
}

it("shows characters that were cut in two", () => {
  const [first, second] = [Buffer.from("航").subarray(0, 2), Buffer.from("航").subarray(2)]
  expect(shown([Buffer.from("a"), first, second])).toBe("a航")
})

it("leaves out what comes faster than anybody reads", () => {
  const flood = Array.from({ length: 1000 }, () => Buffer.alloc(64_000, "x"))
  expect(shown(flood).length).toBeLessThan(32_000_000)
  expect(shown([Buffer.alloc(100, "x")])).toHaveLength(100)
})
