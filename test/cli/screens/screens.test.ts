import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { expect, test } from "vitest"
import { oneOf } from "../../sample.ts"
import { POINTS } from "./points.ts"
import { cutWords, faultsOf } from "./rules.ts"
import { played } from "./screens.ts"
import { hasTmux } from "./tmux.ts"

const docs = (path: string) =>
  readFileSync(fileURLToPath(new URL(`../../../docs/screens/${path}`, import.meta.url)), "utf8")

/** Skipped where there is no tmux; on a build server that is a failure instead. */
const tmuxTest = hasTmux() || process.env.CI ? test : test.skip

/** Cheap ones of each kind: a request, help, and the conversation. */
const SAMPLE = POINTS.filter(({ name }) => ["requests", "rules", "editor"].includes(name))

tmuxTest.each(oneOf("screens", SAMPLE))(
  "in tmux, $name looks at 60, 80 and 120 columns as docs/screens shows",
  async (point) => {
    const { path, text, faults } = await played(point)
    expect(faults).toEqual([])
    expect(text).toBe(docs(path))
  },
)

test("a screen that breaks a rule is told", () => {
  const shot = (...lines: string[]) => ({ columns: 20, lines, unbroken: lines, beforeCursor: "$ " })
  const expected = { words: [], prompt: "$ " }
  expect(faultsOf(shot("all is well", "$"), expected)).toEqual([])
  expect(faultsOf(shot("a line that is too long for it"), expected)).toEqual([expect.stringContaining("wider than 20")])
  expect(faultsOf(shot("[31mred[0m"), expected)).toEqual([expect.stringContaining("stray")])
  expect(faultsOf(shot("wait"), { ...expected, prompt: "› " })).toEqual([expect.stringContaining("cursor")])
  expect(faultsOf(shot("two li", "nes"), { ...expected, words: ["two lines"] })).toEqual(['"two lines" is not there'])
  expect(faultsOf(shot("│ two", "│ lines"), { ...expected, words: ["two lines"] })).toEqual([])
  expect(cutWords(["half of a sen", "tence"], [["half of a sentence"]], 20)).toEqual([
    '"sentence" is cut in half: half of a sen',
  ])
})
