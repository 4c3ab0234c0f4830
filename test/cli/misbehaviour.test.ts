import { existsSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import type { ServerScript } from "../../src/testing/model-server.ts"
import {
  brokenJson,
  type ChatBody,
  call,
  calls,
  cutJson,
  empty,
  hang,
  prose,
  type ServerLine,
  status,
  text,
} from "../../src/testing/server-reply.ts"
import { someOf } from "../sample.ts"
import { neverDone } from "../support/model-scenarios.ts"
import { place } from "./keelson.ts"

/** What a line of the server's language says to a request. */
function said(line: ServerLine, body: ChatBody) {
  return typeof line === "function" ? line(body, 0) : line
}

/** The control that is due, also where a complaint about the last answer stands behind it. */
function dueIn(body: ChatBody): string {
  const due = [...JSON.stringify(body.messages).matchAll(/Due: (\w+)/g)].at(-1)?.[1] ?? ""
  return JSON.stringify(body.messages).includes("Write the final summary") ? "summarizer" : due
}

const ANSWERS: Readonly<Record<string, object>> = {
  request_analyser: {
    core_goal: "Look",
    requirements: ["looked"],
    complexity: "medium",
    estimated_phases: 1,
    changes: "none",
  },
  phase_planner: {
    phases: [{ id: 1, name: "Look", goal: "see what is there", estimated_rounds: 1 }],
    execution_strategy: "sequential",
  },
  plan_tool_call: { tasks: [{ tool: "list_files", arguments: {} }] },
  judge_tasks: {
    completed_tasks: [1],
    phase_completed: true,
    evidence: [1],
    user_summary: "The files were listed.",
    next_action: "end_phase",
  },
  summarizer: { final_summary: "There is a README.", phases_completed: 1, total_tasks_executed: 1 },
}

/** Answers what is due, by whatever way it is asked for. */
function answer(body: ChatBody) {
  const due = dueIn(body)
  const tool = body.tools?.[0]?.function.name
  const value = tool === "request_analyser" || !tool ? ANSWERS[due] : { [due]: ANSWERS[due] }
  return tool ? call(tool, value ?? {}) : text(JSON.stringify({ [due]: ANSWERS[due], ...ANSWERS[due] }))
}

/** Never finishes its phase, and can't sum up either. */
function withoutSummary(lines: readonly ServerLine[]): ServerScript {
  const endless = neverDone("advance")
  let asked = 0
  return (body) =>
    dueIn(body) === "summarizer" ? said(lines[asked++ % lines.length] as ServerLine, body) : endless(body)
}

test("a summarizer that fails in every way: the report of the log, never empty, exit 4", async () => {
  const here = place()
  // Reflection would end the phase before the limit does.
  here.write("keelson.config.json", JSON.stringify({ settings: { reflection: "off" } }))
  const server = await here.serve(
    withoutSummary([
      prose(),
      empty(),
      brokenJson(),
      cutJson(),
      calls([{ name: "run_in_terminal", arguments: { command: "touch stray" } }]),
    ]),
  )
  const end = await here.keelson("run", "look for ever", "--max-iterations", "30", "--quiet", ...here.modelAt(server))
  expect(end).toMatchObject({
    code: 4,
    stdout: expect.stringContaining("What was achieved so far:\n- **look:** Looked"),
  })
  for (const told of [end.stdout, end.stderr])
    expect(told).toContain("Outcome: incomplete: the iteration limit was reached")
  expect(end.stderr).toContain("Go on with: keelson resume")
  expect(existsSync(join(here.workspace, "stray"))).toBe(false)
})

test.each([
  ["at a limit", "off", 4],
  ["at the gate", "default", 1],
])("a summarizer whose endpoint is gone %s: what the judges said, and the facts", async (_where, reflection, code) => {
  const here = place()
  here.write("keelson.config.json", JSON.stringify({ settings: { reflection } }))
  const server = await here.serve(withoutSummary([status(401)]))
  const end = await here.keelson("run", "look for ever", "--max-iterations", "30", "--quiet", ...here.modelAt(server))
  expect(end.code).toBe(code)
  expect(end.stdout).toContain("Looked at the workspace once more; not finished yet.")
})

const STRAY = calls([{ name: "write_file", arguments: { path: "stray", content: "x" } }])

const NEVER_USABLE: readonly [string, ServerLine, number, string][] = [
  ["tools nobody asked for", STRAY, 4, "incomplete: "],
  ["empty replies", empty(), 1, "failed: the model gave 3 empty replies"],
  // Words alone are a reason for having changed nothing, and the answer; quietly, nothing else is told.
  ["prose", prose(), 0, ""],
  ["broken JSON", brokenJson(), 4, "incomplete: "],
  ["cut JSON", cutJson(), 1, "failed: 3 replies in a row were cut off by the length limit"],
  ["a bad request", status(400), 1, "failed: Model scripted at"],
]

/** Where no control can be had the run goes on as a plain loop: only there is a call of a tool what it looks like. */
test.each(someOf("never usable", 3, NEVER_USABLE))(
  "%s at every control point: a plain loop, a truthful summary, and nothing else",
  async (_name, line, code, outcome) => {
    const here = place()
    const server = await here.serve((body) => said(line, body))
    const end = await here.keelson("run", "do something", "--quiet", "--approve", "full", ...here.modelAt(server))
    expect(end.code, end.stderr).toBe(code)
    if (outcome === "") expect(end).toMatchObject({ stderr: "", stdout: expect.stringContaining("think about it") })
    else expect(end.stderr).toContain(`Outcome: ${outcome}`)
    expect(existsSync(join(here.workspace, "stray"))).toBe(line === STRAY)
    expect(server.requests.length).toBeLessThanOrEqual(40)
  },
)

const USABLE_LATER: readonly [string, ServerLine][] = [
  ["tools nobody asked for", STRAY],
  ["empty replies", empty()],
  ["prose", prose()],
  ["broken JSON", brokenJson()],
]

test.each(someOf("usable later", 2, USABLE_LATER))(
  "%s before each good answer: repaired within the bound, exit 0",
  async (_name, line) => {
    const here = place()
    let isBad = false
    const server = await here.serve((body) => {
      isBad = !isBad
      return isBad ? said(line, body) : answer(body)
    })
    const end = await here.keelson("run", "look", "--quiet", "--approve", "full", ...here.modelAt(server))
    expect(end, end.stdout).toMatchObject({ code: 0, stderr: "" })
    expect(existsSync(join(here.workspace, "stray"))).toBe(false)
  },
)

test("an error that nobody catches is one line; --debug shows where", async () => {
  const here = place()
  // In a callback that nobody awaits, as soon as somebody listens for that.
  const thrown = `const look = setInterval(() => {
    if (process.listenerCount("uncaughtException") === 0) return
    clearInterval(look)
    throw new Error("planted\\nsecond line")
  }, 5)`
  const NODE_OPTIONS = `--import data:text/javascript,${encodeURIComponent(thrown)}`
  const server = await here.serve([hang()])
  const words = ["run", "look", ...here.modelAt(server)]
  const end = await here.start(words, { NODE_OPTIONS }).end
  expect(end).toMatchObject({ code: 1, stdout: "" })
  expect(end.stderr).toMatch(/^keelson: internal error: planted \(--debug shows where\)$/m)
  expect(end.stderr).not.toContain("second line")
  const shown = await here.start([...words, "--debug"], { NODE_OPTIONS }).end
  expect(shown.stderr).toContain("    at ")
})
