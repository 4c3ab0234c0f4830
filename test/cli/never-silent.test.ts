import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import type { ServerScript } from "../../src/testing/model-server.ts"
import { call, hang, type ServerReply, status, text } from "../../src/testing/server-reply.ts"
import { jsonLines, type Place, place } from "./keelson.ts"

/* An end without a word of the model's: standard output has how it ended, and the engine's own report. */

const FLAGS = ["--approve", "full", "--no-sandbox"]
const WRITE = call("write_file", { path: "a.txt", content: "a\n" })

type Silent = {
  readonly code: number
  readonly script: () => ServerScript
  readonly flags: readonly string[]
  readonly first: RegExp
  readonly signal?: "SIGINT"
}

/** The model works once, and from then on it is like that. */
function writesOnce(then: ServerReply): () => ServerScript {
  return () => {
    const steps: ServerReply[] = [WRITE]
    return () => steps.shift() ?? then
  }
}

/** Its one step is blocked, and then it has no more to say. */
function blockedStep(): ServerScript {
  const step = { id: 1, description: "ring", dependencies: [], tools: ["list_files"], done_when: "it rang" }
  const said: ServerReply[] = [
    call("plan_steps", { steps: [step], task_type: "coding" }),
    text(JSON.stringify({ control: "step_blocked", reason: "the tower is locked" })),
  ]
  return () => said.shift() ?? text("")
}

const SILENT: Readonly<Record<string, Silent>> = {
  "the model can't be reached": {
    code: 1,
    script: () => () => status(401),
    flags: [],
    first: /^Outcome: failed: .*key/,
  },
  "the model is gone after its work": {
    code: 1,
    script: writesOnce(status(401)),
    flags: ["--strategy", "react"],
    first: /^Outcome: failed: /,
  },
  "the model falls silent": {
    code: 1,
    script: writesOnce(text("")),
    flags: ["--strategy", "react"],
    first: /^Outcome: failed: the model gave 3 empty replies/,
  },
  "a limit, and no word": {
    code: 4,
    script: writesOnce(text("")),
    flags: ["--strategy", "react", "--max-iterations", "1"],
    first: /^Outcome: incomplete: the iteration limit was reached/,
  },
  "steps that wait for what won't be done": {
    code: 5,
    script: blockedStep,
    flags: ["--strategy", "stepwise", "--literal", "--limit", "max_replans=0"],
    first: /^Outcome: blocked: /,
  },
  "somebody ends it": {
    code: 130,
    script: () => () => hang(),
    flags: [],
    first: /^Outcome: cancelled: interrupted/,
    signal: "SIGINT",
  },
}

async function play(here: Place, { script, flags, signal }: Silent, more: readonly string[]) {
  const server = await here.serve(script())
  const running = here.start(["run", "Write a.txt.", ...FLAGS, ...flags, ...more, ...here.modelAt(server)])
  if (signal) {
    await running.hears(more.includes("--json") ? "stdout" : "stderr", more.includes("--json") ? '"type"' : "started: ")
    running.process.kill(signal)
  }
  return running.end
}

test.each(Object.entries(SILENT))(
  "%s: how it ended and the engine's report on standard output",
  async (_name, silent) => {
    const here = place()
    const { code, stdout, stderr } = await play(here, silent, ["--output", "out.md"])
    expect({ code, stderr }).toEqual({
      code: silent.code,
      stderr: expect.stringContaining("Go on with: keelson resume "),
    })
    expect(stdout).toMatch(silent.first)
    expect(stdout).toMatch(
      /^The run ended before a summary could be written by the model\. .*\n\nGoal: Write a\.txt\./m,
    )
    expect(stderr).not.toContain("The run ended before")
    expect(readFileSync(join(here.workspace, "out.md"), "utf8")).toBe(stdout)
  },
)

test.each(Object.entries(SILENT))("%s: the last line of --json has it too, and no answer", async (_name, silent) => {
  const { code, stdout } = await play(place(), silent, ["--json"])
  expect(code).toBe(silent.code)
  expect(jsonLines(stdout).at(-1)).toMatchObject({
    type: "result",
    exit_code: silent.code,
    answer: "",
    summary: expect.stringContaining("Goal: Write a.txt."),
    message: expect.stringContaining("The run ended before"),
  })
})
