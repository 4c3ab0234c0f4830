import { expect, it } from "vitest"
import { codingTools } from "./index.ts"

/** In the order in which they came. */
const FIRST = ["list_files", "read_file", "search_code", "edit_file", "write_file", "apply_patch", "run_in_terminal"]

it("keeps its order, for it is part of the cached prompt; others may join", () => {
  const names = codingTools.map(({ name }) => name)
  expect(names.filter((name) => FIRST.includes(name))).toEqual(FIRST)
  expect(new Set(names).size).toBe(names.length)
})
