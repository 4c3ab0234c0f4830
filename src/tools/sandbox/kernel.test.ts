import { expect, it } from "vitest"
import { isKernelAtLeast, limitArguments } from "./kernel.ts"

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

const MACHINE = `Limit                     Soft Limit           Hard Limit           Units
Max file size             unlimited            unlimited            bytes
Max data size             unlimited            1073741824           bytes
Max processes             96365                100                  processes
Max open files            1024                 4096                 files
`

it("asks for no more than the machine allows, and for no more than needed", () => {
  const words = limitArguments(MACHINE)
  expect(words).toEqual(expect.arrayContaining(["--nofile=4096", "--data=1073741824", `--fsize=${4 * 2 ** 30}`]))
  expect(limitArguments("")).toContain("--nofile=8192")
})
