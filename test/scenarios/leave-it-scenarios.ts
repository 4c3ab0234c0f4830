import type { ScriptLine } from "../../src/testing/script-line.ts"
import { calls } from "../../src/testing/script-line.ts"
import { kept } from "./against-base-scenarios.ts"
import { CHEATS } from "./cheats.ts"
import type { Lines } from "./closing-voices.ts"
import type { Scenario } from "./play.ts"
import { BREAK, GREEN } from "./suite.ts"
import type { Telling } from "./told-run.ts"

/** A run in which the user speaks of what was reported, and how it ends. */
export type ToldScenario = {
  readonly scenario: Scenario
  readonly telling: Telling
  readonly ends: { readonly outcome: "done" | "failed"; readonly reason?: string; readonly verified?: false }
}

const done = (summary: string, settled: readonly string[] = []): ScriptLine => ({
  call: "task_done",
  input: { summary, missing: [], settled },
})
const LOOK: ScriptLine = { call: "list_files", input: {} }
const LEAVE = "Leave the test red, I am going to write it anew."

/** Breaks a test, and then does what these lines say. */
function broken(lines: Lines): Scenario {
  const scenarios = kept("a test is broken", GREEN, () => ({
    "turn-1/reply": calls([BREAK]),
    "turn-2/reply": done("Changed."),
    ...lines,
  }))
  return scenarios.react as Scenario
}

const NOT_MINE = { "closing-1/turn-1/reply": done("Changed.", ["a: it is not mine"]) }

const AS_YOU_SAID = "The test stays red, as you said."

/** The user's word comes in time. */
export const left: ToldScenario = {
  scenario: broken({
    "closing-1/turn-1/reply": LOOK,
    "closing-1/turn-2/reply": done("Changed.", ["a: it stays red, as you said"]),
  }),
  telling: { at: "closing-1/turn-1/reply", text: LEAVE },
  ends: { outcome: "done", verified: false },
}

/** It comes too late for its closing. */
export const leftLate: ToldScenario = {
  scenario: broken({ ...NOT_MINE, "closing-2/turn-1/reply": done(AS_YOU_SAID) }),
  telling: { at: "closing-1/turn-1/reply", text: LEAVE },
  ends: { outcome: "done", verified: false },
}

/** It was said before anything was reported. */
export const saidBefore: ToldScenario = {
  scenario: broken(NOT_MINE),
  telling: { at: "turn-1/reply", text: "Mind the cat." },
  ends: { outcome: "failed", reason: "checks fail: test" },
}

/** The user gives a requirement up that the model has left out. */
export const dropped: ToldScenario = {
  scenario: CHEATS["drops a requirement"]?.scenarios.phased as Scenario,
  telling: { at: "closing-1/answer/try-1", text: "Leave b.txt out after all." },
  ends: { outcome: "done" },
}

export const TOLD_SCENARIOS = { left, leftLate, saidBefore, dropped } as const
