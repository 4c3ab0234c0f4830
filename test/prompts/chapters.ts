import { phased as byPhases } from "../../src/strategies/phased/phased.ts"
import { react as byTurns } from "../../src/strategies/react/react.ts"
import { rounds as byRounds } from "../../src/strategies/rounds/rounds.ts"
import { stepwise as bySteps } from "../../src/strategies/stepwise/stepwise.ts"
import { tasks as byItems } from "../../src/strategies/tasks/tasks.ts"
import { fusedLoop, reactLoops } from "../scenarios/alarm-scenarios.ts"
import * as auto from "../scenarios/auto-scenarios.ts"
import * as closing from "../scenarios/closing-scenarios.ts"
import { openedByJudge } from "../scenarios/long-scenarios.ts"
import * as phased from "../scenarios/phased-scenarios.ts"
import type { Scenario } from "../scenarios/play.ts"
import * as react from "../scenarios/react-scenarios.ts"
import * as rounds from "../scenarios/rounds-scenarios.ts"
import * as parts from "../scenarios/stepwise-parts-scenarios.ts"
import * as stepwise from "../scenarios/stepwise-scenarios.ts"
import * as todo from "../scenarios/todo-scenarios.ts"
import { overruled } from "../scenarios/verification-scenarios.ts"
import { greeting } from "./greeting.ts"
import { OPENINGS } from "./openings.ts"

/** A file of snapshots: runs of one kind, of which each shows what those before it did not. */
type Chapter = { readonly name: string; readonly scenarios: readonly Scenario[] }

const SHAPE = {
  type: "object",
  properties: { files: { type: "array", items: { type: "string" } } },
  required: ["files"],
}

export const CHAPTERS: readonly Chapter[] = [
  { name: "opening", scenarios: OPENINGS },
  { name: "auto", scenarios: [auto.direct, auto.simple, auto.asksFirst] },
  {
    name: "phased",
    scenarios: [phased.simpleFused, phased.fusedMissing, phased.retried, phased.unproven, openedByJudge, overruled],
  },
  { name: "phased-separate", scenarios: [phased.literalDone, phased.clarified, phased.replanned, phased.repaired] },
  { name: "rounds", scenarios: [rounds.coloursFused, rounds.confined] },
  { name: "rounds-separate", scenarios: [rounds.colours, rounds.stopsAtFailure, rounds.emptyClaim] },
  {
    name: "stepwise",
    scenarios: [stepwise.inOrder, stepwise.replanned, parts.extended, parts.forcedWord, parts.rest, stepwise.asked],
  },
  { name: "tasks", scenarios: [todo.walked, todo.longItem, todo.askedItem, todo.quiet, todo.talksOnly] },
  { name: "todo", scenarios: [todo.dataAnalysis, todo.leftOpen, todo.forgets, todo.badWrites] },
  { name: "react", scenarios: [react.toolsThenDone, react.badCalls, react.silent, react.endless] },
  { name: "guidance", scenarios: [reactLoops, fusedLoop] },
  {
    name: "closing",
    scenarios: [
      closing.mended,
      closing.nothingToChange,
      closing.refused,
      closing.nothingChanged,
      closing.redMended,
    ].flatMap((inEach) => Object.values(inEach)),
  },
  {
    name: "ends",
    scenarios: [phased.plainSummary, phased.iterationLimit, greeting(byTurns, { options: { answerSchema: SHAPE } })],
  },
  { name: "small-window", scenarios: [byRounds, byTurns].map((one) => greeting(one, { contextWindow: 8192 })) },
  { name: "rung-required", scenarios: [greeting(bySteps, { rung: "required" })] },
  { name: "rung-schema", scenarios: [byPhases, byItems].map((one) => greeting(one, { rung: "schema" })) },
  { name: "rung-text", scenarios: [greeting(byPhases, { rung: "text" })] },
  { name: "small-model", scenarios: [greeting(byRounds, { rung: "text", options: { profile: "small" } })] },
]
