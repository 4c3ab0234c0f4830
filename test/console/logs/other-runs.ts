import type { DurableEvent } from "../../../src/protocol/log/event.ts"
import { Teller } from "./teller.ts"

type Tell = (at: number) => Teller

/** Smaller runs of every kind of end, for lists and comparisons. */
export function otherRuns(): readonly (readonly [id: string, tell: Tell])[] {
  return [
    ["todo", todoRun],
    ["limit", limitRun],
    ["failed", failedRun],
    ["cancelled", cancelledRun],
    ["stepwise", stepwiseRun],
    ["react", reactRun],
  ]
}

/** The showcase's request in one loop of turns. */
export function reactRun(at: number): Teller {
  const teller = new Teller(at)
  teller.begin({ request: "Refactor auth to JWT and add OAuth sign-in", strategy: "react" }).state("EXECUTING")
  for (let turn = 1; turn <= 14; turn++) {
    const stage = `turn-${turn}`
    teller.stage(stage, "turn", `Turn ${turn}`)
    teller.call(`${stage}/reply`, "reply", {
      ms: 2600 + turn * 90,
      prompt: 3000 + turn * 2100,
      completion: 260,
      cached: turn * 1700,
    })
    teller.work(stage, [turnTask(turn)])
    teller.endStage(stage, "done", "")
  }
  teller.check("turn-14", "types", "tsc --noEmit").check("turn-14", "test", "npm test")
  return teller.end({ status: "done", verified: true }, "Login uses JWT, and OAuth works.\n\n- 19 tests pass.", [
    "JWT everywhere",
  ])
}

function turnTask(turn: number) {
  if (turn % 3 === 0)
    return {
      tool: "run_in_terminal",
      title: "Run npm test",
      input: { command: "npm test" },
      ms: 3300,
      status: turn < 10 ? "failed" : "done",
    } as const
  if (turn < 5)
    return { tool: "read_file", title: `Read src/part-${turn}.ts`, input: { path: `src/part-${turn}.ts` }, ms: 20 }
  return {
    tool: "edit_file",
    title: `Edit src/part-${turn}.ts`,
    input: { path: `src/part-${turn}.ts` },
    ms: 80,
    changes: [`src/part-${turn}.ts`],
  }
}

/** A plan of steps, some side by side. */
export function stepwiseRun(at: number): Teller {
  const teller = new Teller(at)
  teller.begin({
    request: "Move the reports from CSV to Parquet, keep the numbers identical",
    strategy: "stepwise",
    model: "openai:gpt-5-mini",
  })
  teller.call("plan-1/plan", "plan", { ms: 3100, prompt: 2100, completion: 420 })
  const steps = [
    [1, "Profile the CSV reports", []],
    [2, "Write the Parquet writer", [1]],
    [3, "Write the comparison", [1]],
    [4, "Switch the nightly job", [2]],
    [5, "Compare a month of reports", [2, 3]],
    [6, "Remove the CSV writer", [4, 5]],
  ] as const
  teller.tell("plan-1", {
    type: "steps.planned",
    generation: 1,
    steps: steps.map(([id, description, dependencies]) => ({
      id,
      description,
      dependencies: [...dependencies],
      tools: ["read_file"],
      done_when: "it is proven",
    })),
  })
  teller.state("EXECUTING")
  for (const [id, description] of steps.slice(0, 3)) {
    const stage = `plan-1/step-${id}`
    teller
      .stage(stage, "step", description)
      .call(`${stage}/turn-1/reply`, "reply", { ms: 2400, prompt: 4000 + id * 900, cached: 2100 })
    teller.work(stage, [
      { tool: "read_dataset", title: "Read reports/2026-10.csv", input: { path: "reports/2026-10.csv" }, ms: 640 },
    ])
    teller.endStage(stage, "done", "ok")
  }
  teller.stage("plan-1/step-4", "step", "Switch the nightly job")
  teller.tell("q", {
    type: "clarification.asked",
    question: "plan-1/step-4/clarification-1",
    questions: ["Which time zone does the nightly job use?"],
  })
  return teller.state("WAITING")
}

function todoRun(at: number): Teller {
  const teller = new Teller(at)
  teller
    .begin({
      request: "Write the release notes for 2.4 from the merged pull requests",
      strategy: "todo",
      model: "openai:gpt-5-mini",
    })
    .state("EXECUTING")
  teller.tell("todo-1", {
    type: "todo.changed",
    by: "model",
    todos: [
      { id: "1", content: "Collect the merged pull requests", status: "completed" },
      { id: "2", content: "Group them", status: "completed" },
      { id: "3", content: "Write the notes", status: "completed" },
    ],
  })
  teller.stage("turn-1", "turn", "Turn 1").call("turn-1/reply", "reply", { ms: 2100, prompt: 5200, cached: 900 })
  teller.work("turn-1", [
    { tool: "write_file", title: "Write NOTES.md", input: { path: "NOTES.md" }, ms: 40, changes: ["NOTES.md"] },
  ])
  teller.endStage("turn-1", "done", "")
  return teller.end({ status: "done", verified: false }, "The notes are in NOTES.md.")
}

function limitRun(at: number): Teller {
  const teller = new Teller(at)
  teller
    .begin({ request: "Translate the whole handbook into German", strategy: "phased", limits: { max_iterations: 4 } })
    .state("EXECUTING")
  teller.stage("phase-1", "phase", "Translate").stage("phase-1/round-1", "round", "Round 1")
  teller.call("phase-1/round-1/plan", "plan_tool_call", { ms: 4100, prompt: 9100 })
  teller.work("phase-1/round-1", [
    { tool: "write_file", title: "Write de/01.md", input: { path: "de/01.md" }, ms: 50, changes: ["de/01.md"] },
  ])
  teller.endStage("phase-1/round-1", "continued", "One of nine chapters is translated.")
  teller.tell("limit", { type: "limit.reached", limit: "max_iterations", used: 4, allowed: 4 })
  const reason = "the iteration limit was reached (4 of 4 used)"
  return teller.end(
    { status: "incomplete", limit: "max_iterations", reason },
    "One of nine chapters is translated.\n\nThe rest needs more iterations.",
  )
}

/** Came to its own end with something missing; one stage of closing brought a part of it. */
export function closingRun(at: number): Teller {
  const teller = new Teller(at)
  teller.begin({ request: "Write the manual and publish it", strategy: "phased" }).state("EXECUTING")
  teller.tell("phases", {
    type: "phases.planned",
    phases: [{ id: 1, name: "Write", goal: "the manual", estimated_rounds: 1, dependencies: [] }],
    execution_strategy: "sequential",
  })
  teller.stage("phase-1", "phase", "Write").stage("phase-1/round-1", "round", "Round 1")
  teller.work("phase-1/round-1", [
    { tool: "write_file", title: "Write manual.md", input: { path: "manual.md" }, ms: 50, changes: ["manual.md"] },
  ])
  teller.endStage("phase-1/round-1", "done", "").endStage("phase-1", "done", "The manual is there.")
  teller.tell("closing-0/gate", ruled(0, ["the manual has no index"], "mend"))
  teller.stage("closing-1", "closing", "Closing 1").stage("closing-1/round-1", "round", "Round 1")
  teller.call("closing-1/round-1/plan", "plan_tool_call", { ms: 900, prompt: 5100 })
  teller.endStage("closing-1/round-1", "done", "").endStage("closing-1", "done", "the manual has no index")
  teller.tell("closing-1/gate", ruled(1, ["the manual has no index"], "end"))
  const reason = "the manual has no index; publish it (refused)"
  const outcome = { status: "incomplete", limit: "missing", reason } as const
  return teller.end(
    { ...outcome, missing: ["the manual has no index"], refused: ["publish it"] },
    "The manual is written, without an index.",
  )
}

function ruled(attempt: number, missing: string[], next: "mend" | "end"): DurableEvent {
  return {
    type: "gate.ruled",
    attempt,
    missing,
    suggestions: [],
    refused: ["publish it"],
    changes: "made",
    checks: [],
    verified: false,
    notes: [],
    findings: [],
    settled: [],
    except: [],
    withdrawn: [],
    on: "",
    next,
  }
}

function failedRun(at: number): Teller {
  const teller = new Teller(at)
  teller.begin({ request: "Upgrade the build to the newest compiler", strategy: "phased" }).state("EXECUTING")
  teller.stage("phase-1", "phase", "Upgrade").stage("phase-1/round-1", "round", "Round 1")
  teller.call("phase-1/round-1/plan", "plan_tool_call", { ms: 3900, prompt: 6100 })
  teller.work("phase-1/round-1", [
    {
      tool: "run_in_terminal",
      title: "Run npm run build",
      input: { command: "npm run build" },
      ms: 8200,
      status: "failed",
      digest: "Exit code 2.",
    },
  ])
  teller.check("phase-1/round-1", "types", "tsc --noEmit", ["src/app.ts(4,1): error TS2304"])
  teller.endStage("phase-1/round-1", "failed", "").endStage("phase-1", "failed", "")
  return teller.end(
    { status: "failed", reason: "checks still fail: types" },
    "The build does not pass with the new compiler.",
  )
}

function cancelledRun(at: number): Teller {
  const teller = new Teller(at)
  teller
    .begin({ request: "Rename every database column to snake case", strategy: "phased" })
    .state("EXECUTING")
    .pass(7300)
  teller.tell("cancel-1", { type: "cancel.requested", by: "user", reason: "cancelled by the user" })
  return teller.end({ status: "cancelled", reason: "cancelled by the user" }, "Stopped before anything was changed.")
}
