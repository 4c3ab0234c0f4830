import { calls, type ScriptLine } from "../../src/testing/script-line.ts"
import type { Lines } from "../guards/front-door.ts"
import { say, summary } from "./lines.ts"
import type { Scenario } from "./play.ts"
import { asksReplan, bell, blocked, done, ringing, scenario, step, steps } from "./stepwise-scenarios.ts"

/* One run for each arrow of `stepwise` that has to do with how far a step goes, and with the closing gate. */

type Result = { readonly result?: string; readonly reason?: string; readonly settled?: readonly string[] }

export const stands = (status: string, more: Result = {}): ScriptLine => ({
  call: "step_result",
  input: { status, ...more },
})

const letter = (turn: number) => String.fromCharCode(96 + turn)

/** A bell of another name in each of these turns: so each of them brings something new, which another number alone would not. */
const busy = (place: string, from: number, to: number): Lines =>
  Object.fromEntries(
    Array.from({ length: to - from + 1 }, (_, index) => from + index).map((turn) => [
      `${place}/turn-${turn}/reply`,
      bell(`${place} ${letter(turn)}`),
    ]),
  )

const look: ScriptLine = { call: "read_file", input: { path: "a.txt" } }

/** Reads the same file again and again. */
const looking = (place: string, turns: number): Lines =>
  Object.fromEntries(Array.from({ length: turns }, (_, index) => [`${place}/turn-${index + 1}/reply`, look]))

const closed = (attempt: number, text: string, missing: readonly string[] = []): Lines => ({
  [`closing-${attempt}/summarizer/try-1`]: say("summarizer", summary(text, { missing })),
})

/** What the gate reports is shown to be done by a task. */
const shown = (...labels: readonly string[]): Lines => ({
  "closing-1/turn-1/reply": stands("done", { result: "shown", settled: labels.map((label) => `${label}: task 1`) }),
})

const FILES = { files: { "a.txt": "alpha\n" } }
const ROOM = { limits: { max_iterations: 60 } }
const QUIET = { ...ROOM, settings: { reflection: "off" } }
const WORD = "plan-1/step-1/stands-13"

export const extended = scenario(
  "a step that brings something new goes on beyond its estimate",
  {
    "plan-1/plan/try-1": steps(step(1), step(2, [1])),
    ...busy("plan-1/step-1", 1, 12),
    "plan-1/step-1/turn-13/reply": stands("continue", { reason: "two bells are left" }),
    ...busy("plan-1/step-1", 14, 15),
    "plan-1/step-1/turn-16/reply": stands("done", { result: "all rang" }),
    ...ringing("plan-1/step-2", "b"),
  },
  { options: ROOM },
)

export const nothingNew = scenario(
  "a step that brings nothing new ends by force, and what needs it begins all the same",
  {
    "plan-1/plan/try-1": steps(step(1), step(2, [1])),
    ...looking("plan-1/step-1", 13),
    [`${WORD}/try-1`]: stands("continue", { reason: "there is more to see" }),
    ...ringing("plan-1/step-2", "b"),
    ...shown("a"),
  },
  { ...FILES, options: QUIET },
)

export const noRoom = scenario(
  "a step that would take the share of the others ends by force",
  {
    "plan-1/plan/try-1": steps(step(1), step(2, [1])),
    ...busy("plan-1/step-1", 1, 12),
    "plan-1/step-1/turn-13/reply": stands("continue"),
    ...ringing("plan-1/step-2", "b"),
    ...shown("a"),
  },
  { options: { limits: { max_iterations: 30 } } },
)

export const forcedWord = scenario(
  "a step that does not answer in words is made to",
  {
    "plan-1/plan/try-1": steps(step(1)),
    ...busy("plan-1/step-1", 1, 13),
    [`${WORD}/try-1`]: stands("done", { result: "all rang" }),
  },
  { options: ROOM },
)

const NEVER = Object.fromEntries([1, 2, 3, 4, 5, 6].map((attempt) => [`${WORD}/try-${attempt}`, "I would rather not."]))

export const noWord = scenario(
  "a word that can't be had is not asked for again; the steps go on while they bring something new",
  {
    "plan-1/plan/try-1": steps(step(1), step(2, [1])),
    ...busy("plan-1/step-1", 1, 13),
    ...NEVER,
    "plan-1/step-1/turn-14/reply": done("all rang"),
    ...looking("plan-1/step-2", 13),
    ...shown("a"),
  },
  { ...FILES, options: { ...QUIET, limits: { max_iterations: 90, max_model_calls: 120 } } },
)

export const talks = scenario("a step that only talks is made to say how it stands", {
  "plan-1/plan/try-1": steps(step(1)),
  "plan-1/step-1/turn-1/reply": bell("a"),
  "plan-1/step-1/turn-2/reply": "The bell rang.",
  "plan-1/step-1/turn-3/reply": "It did ring.",
  "plan-1/step-1/turn-4/reply": "As I said.",
  "plan-1/step-1/stands-4/try-1": stands("done", { result: "a rang" }),
})

export const freeResult = scenario(
  "a step says by a call how it stands, at any time",
  {
    "plan-1/plan/try-1": steps(step(1), step(2, [1])),
    "plan-1/step-1/turn-1/reply": { call: "step_result", input: { status: "fine" } },
    "plan-1/step-1/turn-2/reply": stands("continue"),
    "plan-1/step-1/turn-3/reply": bell("a"),
    "plan-1/step-1/turn-4/reply": stands("done", { result: "a rang" }),
    "plan-1/step-2/turn-1/reply": stands("replan", { reason: "there is no second bell" }),
    "plan-2/plan/try-1": steps(step(3, [1])),
    "plan-2/step-3/turn-1/reply": stands("blocked", { reason: "Which bell is meant?" }),
    ...Object.fromEntries([2, 3].map((turn) => [`plan-2/step-3/turn-${turn}/reply`, stands("done", { result: "b" })])),
  },
  { answers: { "plan-2/step-3/question-1": { kind: "clarification", text: "None." } } },
)

export const rest = scenario(
  "what was cut off a plan is planned when the others are done, at most twice",
  {
    "plan-1/plan/try-1": steps(step(1), step(2), step(3)),
    ...ringing("plan-1/step-1", "a"),
    ...ringing("plan-1/step-2", "b"),
    "plan-2/plan/try-1": steps(step(3), step(4), step(5)),
    ...ringing("plan-2/step-3", "c"),
    ...ringing("plan-2/step-4", "d"),
    "plan-3/plan/try-1": steps(step(5), step(6), step(7)),
    ...ringing("plan-3/step-5", "e"),
    ...ringing("plan-3/step-6", "f"),
    ...shown("a"),
  },
  { options: { limits: { max_plan_steps: 2 } } },
)

const broken = (place: string): Lines => ({
  [`${place}/turn-1/reply`]: bell(place, { fails: true }),
  [`${place}/turn-2/reply`]: asksReplan(`${place} is broken`),
})

export const allTheSame = scenario(
  "no other plan is left: what needs a step that failed begins all the same",
  {
    "plan-1/plan/try-1": steps(step(1), step(2, [1]), step(3)),
    ...broken("plan-1/step-1"),
    ...ringing("plan-1/step-2", "b"),
    ...ringing("plan-1/step-3", "c"),
    "closing-1/turn-1/reply": bell("mended"),
    "closing-1/turn-2/reply": stands("done", { result: "it rang after all" }),
    ...closed(1, "Everything is in order."),
  },
  { options: { limits: { max_replans: 0 } } },
)

export const stuck = scenario(
  "a step is blocked for good: the gate tries, then it stays so",
  {
    "plan-1/plan/try-1": steps(step(1), step(2)),
    ...ringing("plan-1/step-1", "a"),
    "plan-1/step-2/turn-1/reply": blocked("the key of the tower is missing"),
    "closing-1/turn-1/reply": stands("blocked", { reason: "no key" }),
    ...closed(1, "The tower is locked.", ["the house: the tower"]),
  },
  { options: { limits: { max_replans: 0 } } },
)

const write = (content: string): ScriptLine => ({ call: "write_file", input: { path: "state", content } })
/** It names the test: so a check that failed before the run counts too. */
const CHECKED = {
  request: "Please put the house in order; its test has to pass.",
  options: { checks: { test: "grep good state" } },
}
const writes = step(1, [], { tools: ["write_file"] })

export const informed = scenario(
  "a check that fails in the middle only informs; at the end it is mended",
  {
    "plan-1/plan/try-1": steps(writes, step(2, [1])),
    "plan-1/step-1/turn-1/reply": write("bad\n"),
    "plan-1/step-1/turn-2/reply": stands("done", { result: "written" }),
    ...ringing("plan-1/step-2", "b"),
    "closing-1/turn-1/reply": write("good\n"),
    "closing-1/turn-2/reply": stands("done", { result: "now it is good" }),
    ...closed(1, "It is good."),
  },
  CHECKED,
)

export const neverGreen = scenario(
  "a check fails to the end",
  {
    "plan-1/plan/try-1": steps(writes),
    "plan-1/step-1/turn-1/reply": write("bad\n"),
    "plan-1/step-1/turn-2/reply": done("written"),
    "closing-1/turn-1/reply": done("I can do no more"),
    ...closed(1, "It is red."),
  },
  { ...CHECKED, files: { state: "good\n" }, keeps: true },
)

export const threeClosings = scenario("three stages of closing, each with something new", {
  "plan-1/plan/try-1": steps(step(1)),
  ...ringing("plan-1/step-1", "a"),
  ...Object.assign(
    {},
    ...[0, 1, 2].map((attempt) => closed(attempt, "Not yet.", [`the house: room ${attempt + 1}`])),
    ...[1, 2, 3].map((attempt) => ({
      [`closing-${attempt}/turn-1/reply`]: bell(`room ${attempt}`),
      [`closing-${attempt}/turn-2/reply`]: stands("done", { result: "one room more" }),
    })),
  ),
  ...closed(3, "All rooms are in order."),
})

export const perfectionist = scenario("what nobody asked for is a suggestion, and no reason to go on", {
  "plan-1/plan/try-1": steps(step(1)),
  ...ringing("plan-1/step-1", "a"),
  ...closed(0, "Well.", ["a benchmark suite with dashboards"]),
})

export const halfFull = scenario(
  "a conversation that is half full is not gone on with",
  {
    "plan-1/plan/try-1": steps(step(1, [], { tools: ["read_file"] }), step(2, [1])),
    "plan-1/step-1/turn-1/reply": look,
    "plan-1/step-1/turn-2/reply": stands("done", { result: "it says alpha" }),
    ...ringing("plan-1/step-2", "b"),
  },
  { ...FILES, options: { limits: { compact_at_tokens: 3000 } } },
)

export const changedSince = scenario(
  "a file that was changed after it was read is not handed over",
  {
    "plan-1/plan/try-1": steps(step(1, [], { tools: ["read_file"] }), step(2, [1])),
    "plan-1/step-1/turn-1/reply": calls(["a.txt", "b.txt"].map((path) => ({ call: "read_file", input: { path } }))),
    "plan-1/step-1/turn-2/reply": { call: "write_file", input: { path: "a.txt", content: "omega\n" } },
    "plan-1/step-1/turn-3/reply": stands("done", { result: "it says omega" }),
    ...ringing("plan-1/step-2", "b"),
  },
  { files: { "a.txt": "alpha\n", "b.txt": "beta\n" }, options: { limits: { compact_at_tokens: 3000 } } },
)

export const STEPWISE_PARTS_SCENARIOS: readonly Scenario[] = [
  extended,
  nothingNew,
  noRoom,
  forcedWord,
  noWord,
  talks,
  freeResult,
  rest,
  allTheSame,
  stuck,
  informed,
  neverGreen,
  threeClosings,
  perfectionist,
  halfFull,
  changedSince,
]
