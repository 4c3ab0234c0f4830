import { expect, it } from "vitest"
import { z } from "zod"
import { codingTools } from "./index.ts"

it("keeps its order, for it is part of the cached prompt", () => {
  expect(codingTools.map((tool) => tool.name)).toEqual([
    "list_files",
    "read_file",
    "search_code",
    "edit_file",
    "write_file",
    "apply_patch",
    "run_in_terminal",
  ])
})

it("is described in few words", () => {
  const schemas = codingTools.map(({ name, description, input }) => ({
    name,
    description,
    ...z.toJSONSchema(input, { io: "input" }),
  }))
  expect(JSON.stringify(schemas.map(({ $schema, ...rest }) => rest)).length).toBeLessThan(1600)
})
