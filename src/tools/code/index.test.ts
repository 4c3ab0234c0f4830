import { describe, expect, it } from "vitest"
import { z } from "zod"
import type { AnyTool } from "../tool.ts"
import { codingTools } from "./index.ts"

/** In the order in which they came. */
const FIRST = ["list_files", "read_file", "search_code", "edit_file", "write_file", "apply_patch", "run_in_terminal"]

it("keeps its order, for it is part of the cached prompt; others may join", () => {
  const names = codingTools.map(({ name }) => name)
  expect(names.filter((name) => FIRST.includes(name))).toEqual(FIRST)
  expect(new Set(names).size).toBe(names.length)
})

describe("described in few words", () => {
  const lengthOf = ({ name, description, input }: AnyTool) => {
    const { $schema, ...schema } = z.toJSONSchema(input, { io: "input" })
    return JSON.stringify({ name, description, ...schema }).length
  }

  it("are the first of them together", () => {
    const first = codingTools.filter(({ name }) => FIRST.includes(name))
    expect(first.reduce((sum, tool) => sum + lengthOf(tool), 0)).toBeLessThan(1600)
  })

  it.each(codingTools.map((tool) => [tool.name, tool] as const))("is %s", (_name, tool) => {
    expect(lengthOf(tool)).toBeLessThan(280)
  })
})
