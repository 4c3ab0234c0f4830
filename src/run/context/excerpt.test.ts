import { describe, expect, it } from "vitest"
import { estimateTokens } from "../../model/seam/tokens.ts"
import { excerpt } from "./excerpt.ts"

describe("excerpt", () => {
  it("gives the whole where it fits", () => {
    expect(excerpt("a\nb", { id: "x" }, 100)).toBe("a\nb")
  })

  it.each([
    ["-2", "a\nb\n[x: lines 1-2 of 4.]"],
    ["3-", "c\nd\n[x: lines 3-4 of 4.]"],
    ["3–9", "c\nd\n[x: lines 3-4 of 4.]"],
    ["3-1", "c\n[x: lines 3-3 of 4.]"],
    ["nonsense", "a\nb\nc\nd"],
  ])("reads the range %s", (lines, shown) => {
    expect(excerpt("a\nb\nc\nd", { id: "x", lines }, 100)).toBe(shown)
  })

  it("shows what stands around a match in an endless line", () => {
    const line = `${"x".repeat(50_000)}needle${"y".repeat(50_000)}`
    const shown = excerpt(line, { id: "x", pattern: "needle" }, 300)
    expect(shown).toContain("xneedley")
    expect(shown).toMatch(/^1: \[… from character 49801:\]/)
    expect(estimateTokens(shown)).toBeLessThan(330)
  })

  it("stops a pattern that would never end", () => {
    expect(() => excerpt(`${"a".repeat(40)}!`, { id: "x", pattern: "(a+)+$" }, 100)).toThrow(/can't be used.*timed out/)
  })
})
