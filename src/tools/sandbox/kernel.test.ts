import { expect, it } from "vitest"
import { isKernelAtLeast } from "./kernel.ts"

it.each([
  ["6.14.0", true],
  ["6.18.44-generic", true],
  ["7.0.1", true],
  ["6.8.0-45-generic", false],
  ["5.15.167.4-microsoft-standard-WSL2", false],
  ["something else", false],
])("%s is as new as 6.14: %s", (version, expected) => {
  expect(isKernelAtLeast(6, 14, version)).toBe(expected)
})
