import { expect, it } from "vitest"
import { drawQuestion } from "./key-lines.ts"

it("keeps the words of a long answer whole, under the answer", () => {
  const label = "yes, and always in this folder: run_in_terminal npm test *"
  const drawn = drawQuestion({ title: "Allow it?", choices: [{ key: "A", label, value: 1 }] }, (_f, text) => text, 40)
  expect(drawn).toContain("│  A  yes, and always in this folder:\n│     run_in_terminal npm test *\n")
})
