import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { expect } from "vitest"
import { confinedTest } from "../attacks/confined.ts"
import { oneOf } from "../sample.ts"
import { firstMinutes } from "./first-minutes.ts"
import { recordings } from "./recordings.ts"

const docs = (path: string) => readFileSync(fileURLToPath(new URL(`../../docs/${path}`, import.meta.url)), "utf8")

confinedTest("the first ten minutes look as the docs show them: install, model, question, fix, undo", async () => {
  for (const [path, content] of await recordings()) expect(content, path).toBe(docs(path))
})

/** With every second commit. */
const OTHER_TERMINALS = oneOf("terminals", [[60], [120], [], []]).flat()

confinedTest.each(OTHER_TERMINALS)("and nothing of them is broken by a terminal of %d columns", async (columns) => {
  const { moments, overflows } = await firstMinutes({ columns, rows: 40 })
  expect(overflows).toEqual([])
  expect(moments.map(({ name }) => name)).toContain("undone")
})
