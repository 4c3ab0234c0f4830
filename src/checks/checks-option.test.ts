import { describe, expect, it } from "vitest"
import { checksOption, configuredChecks } from "./checks-option.ts"

describe("checks of a config", () => {
  it("are commands by name, with a kind that is given or follows from the name", () => {
    const option = checksOption().parse({
      test: "npm test",
      types: { command: "tsc --noEmit", kind: "types" },
      "links:docs": { command: "./check-links.sh" },
    })
    expect(configuredChecks(option)).toEqual([
      { name: "test", kind: "test", command: "npm test", source: "config", parser: "auto" },
      { name: "types", kind: "types", command: "tsc --noEmit", source: "config", parser: "tsc" },
      { name: "links:docs", kind: "other", command: "./check-links.sh", source: "config", parser: "auto" },
    ])
  })

  it.each(["off", [], {}])("can be none: %j", (option) => {
    expect(configuredChecks(checksOption().parse(option))).toEqual([])
  })

  it.each(["auto", undefined])("can be left to detection: %j", (option) => {
    expect(configuredChecks(checksOption().optional().parse(option))).toBeUndefined()
  })

  it.each([
    { test: " " },
    { "": "npm test" },
    { "a b": "x" },
    { test: { command: "x", kind: "none" } },
    ["npm test"],
    "on",
    { test: { cmd: "x" } },
  ])("are refused where they make no sense: %j", (option) => {
    expect(checksOption().safeParse(option).success).toBe(false)
  })
})
