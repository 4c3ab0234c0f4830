import { literal } from "../guards/front-door.ts"
import { complete, plan, say, task } from "./lines.ts"
import type { Scenario } from "./play.ts"

/* Runs that are confined: the bell may ring only by exception, and only `src` may change. */

const exception = (name: string) =>
  task("request_exception", { tool: "ring", reason: "it is noon", arguments: { name } })
const planned = (...tasks: Record<string, unknown>[]) => say("plan_tool_call", plan(...tasks))

const LINES = {
  "phase-1/round-1/plan/try-1": planned(task("ring", { name: "stray" })),
  "phase-1/round-1/plan/try-2": planned(
    exception("first"),
    task("write_file", { path: "src/in.txt", content: "in\n" }),
    task("write_file", { path: "out.txt", content: "out\n" }),
    exception("second"),
  ),
  "phase-1/round-1/judge/try-1": say("judge_tasks", complete([1, 2, 4])),
}
const CONFINED = { constraints: { all: { forbid: ["ring"] } }, scope: ["src"] }

export const exceptionGranted: Scenario = {
  ...literal(LINES, { ...CONFINED, exceptions: "grant" }),
  name: "exceptions that the policy grants, and a write outside the scope",
}

export const exceptionAsked: Scenario = {
  ...literal(LINES, CONFINED),
  name: "exceptions that the user decides on",
  answers: {
    "phase-1/round-1/task-1/exception": { kind: "approval", decision: "allow" },
    "phase-1/round-1/task-4/exception": { kind: "approval", decision: "deny", reason: "once is enough" },
  },
}

export const CONSTRAINT_SCENARIOS: readonly Scenario[] = [exceptionGranted, exceptionAsked]
