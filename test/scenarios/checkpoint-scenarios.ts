import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { openCheckpoints } from "../../src/checkpoints/checkpoints.ts"
import { react } from "../../src/strategies/react/react.ts"
import { keyedModel } from "../../src/testing/keyed-model.ts"
import { calls } from "../../src/testing/script-line.ts"
import type { Scenario } from "./play.ts"

const shadows = mkdtempSync(join(tmpdir(), "keelson-shadows-"))
process.once("exit", () => rmSync(shadows, { recursive: true, force: true }))

/** A command writes in and outside the scope; what is outside comes back, what is inside is checked. */
export const scoped: Scenario = {
  name: "checkpoints: a command writes in and outside the scope",
  files: { "docs/a.md": "a\n", "src/a.ts": "export {}\n" },
  model: () =>
    keyedModel({
      "turn-1/reply": calls([
        { call: "write_file", input: { path: "docs/b.md", content: "good\n" } },
        { call: "run_in_terminal", input: { command: "echo good >> docs/a.md; echo bad > src/a.ts; rm -f src/none" } },
      ]),
      "turn-2/reply": { call: "task_done", input: { summary: "The docs are better now." } },
    }),
  options: {
    strategy: react,
    scope: ["docs/**"],
    checkpoints: openCheckpoints(shadows),
    checks: { test: "grep -r good docs" },
  },
}

export const CHECKPOINT_SCENARIOS: readonly Scenario[] = [scoped]
