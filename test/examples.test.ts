import { execFile } from "node:child_process"
import { promisify } from "node:util"
import { describe, expect, it } from "vitest"

const run = promisify(execFile)

/** What each example prints, line by line; `…` stands for the rest of a line. */
const OUTPUT: Readonly<Record<string, readonly string[]>> = {
  "01-run.ts": [
    "done",
    "Corrected the spelling in greeting.txt.",
    "",
    "---",
    "- **Outcome:** done (unverified: this project has no checks)",
    "- **Tasks:** 2 run, 0 failed; rounds: 1; model calls: 2",
    "- **Files changed:** greeting.txt (changed)",
  ],
  "02-follow-events.ts": ["→ INTAKE", "→ EXECUTING", "read_file: done", "→ DONE", "2 model calls"],
  "03-own-tool.ts": [
    "Order 42 was shipped yesterday.",
    "",
    "---",
    "- **Outcome:** done …",
    "- **Tasks:** 1 run…",
    "- **Files…",
  ],
  "04-answer.ts": ["waiting", "May it run run_in_terminal? …", "done"],
  "06-own-strategy.ts": ["done: It greets the world, with a typo. (2 calls)"],
  "05-resume.ts": ["incomplete: the iteration limit was reached (2 of 2 used)", "done, 4 model calls in all"],
}

describe("the examples run as they are", () => {
  it.each(Object.entries(OUTPUT))("%s", async (name, expected) => {
    const { stdout } = await run(process.execPath, ["--conditions=keelson-source", `examples/${name}`], {
      env: { PATH: process.env.PATH ?? "" },
    })
    const lines = stdout.trimEnd().split("\n")
    expect(lines.map((line, index) => shortened(line, expected[index]))).toEqual(expected)
  })
})

function shortened(line: string, expected = ""): string {
  const start = expected.slice(0, -1)
  return expected.endsWith("…") && line.startsWith(start) ? expected : line
}
