import { ModelError } from "../../src/model/seam/model-error.ts"
import { react } from "../../src/strategies/react/react.ts"
import { keyedModel } from "../../src/testing/keyed-model.ts"
import { calls, reply, type ScriptLine } from "../../src/testing/script-line.ts"
import type { Scenario } from "./play.ts"

const bell = (name: string): ScriptLine => ({ call: "ring", input: { name } })
const done = (summary: string): ScriptLine => ({ call: "task_done", input: { summary } })

function scenario(name: string, lines: Readonly<Record<string, ScriptLine>>, more: Partial<Scenario> = {}): Scenario {
  return {
    name: `react: ${name}`,
    model: () => keyedModel(lines),
    ...more,
    options: { strategy: react, ...more.options },
  }
}

export const toolsThenDone = scenario("tools, then task_done", {
  "turn-1/reply": calls([
    { call: "ring", input: { name: "a" } },
    { call: "write_file", input: { path: "note.txt", content: "hi\n" } },
  ]),
  "turn-2/reply": done("The bell rang and the note is written."),
})

export const textEnds = scenario("a reply without calls ends it", {
  "turn-1/reply": bell("a"),
  "turn-2/reply": "The bell rang once.",
})

export const announces = scenario("only says what it is going to do, and is told how", {
  "turn-1/reply": "I am going to ring the bell now.",
  "turn-2/reply": bell("a"),
  "turn-3/reply": "The bell rang once.",
})

export const answersInWords = scenario(
  "answers in words, and says so again",
  { "turn-1/reply": "It is four.", "turn-2/reply": "It is four, as I said." },
  { request: "What is two and two?" },
)

export const badCalls = scenario("bad calls are answered, not run", {
  "turn-1/reply": calls([
    { call: "dance", input: {} },
    { call: "ring", input: '{"name": "cut' },
    { call: "ring", input: { wrong: 1 } },
    { call: "task_done", input: { summary: " " } },
  ]),
  "turn-2/reply": reply({ calls: [{ call: "ring", input: { name: "cut" } }], finish: "length" }),
  "turn-3/reply": {
    call: "task_done",
    input: { summary: "Nothing could be rung.", changes: "none" },
  },
  "closing-0/summarizer/try-1": {
    call: "task_done",
    input: { summary: "Nothing could be rung.", changes: "none" },
  },
})

export const endless = scenario(
  "never ends by itself",
  {
    ...Object.fromEntries([1, 2, 3, 4, 5].map((n) => [`turn-${n}/reply`, bell(`n${n}`)])),
    "end-1/summarizer/try-1": done("Five bells, no end."),
  },
  { options: { limits: { max_iterations: 5 } } },
)

export const silent = scenario("says nothing", {
  "turn-1/reply": reply({ text: "" }),
  "turn-2/reply": reply({ text: " " }),
  "turn-3/reply": reply({ text: "" }),
  "end-1/plain": reply({ text: "" }),
})

const cutEnd = () => calls([{ call: "task_done", input: '{"summary": "It ra' }])

/** It ends, and never manages to fill in how. */
export const cutAtTheEnd = scenario("calls for the end, and its words are cut", {
  "turn-1/reply": bell("a"),
  "turn-2/reply": cutEnd(),
  "turn-3/reply": cutEnd(),
  "turn-4/reply": cutEnd(),
  "closing-0/summarizer/try-1": done("It rang."),
})

/** Not even when it is asked for nothing else. */
export const cutToTheEnd = scenario("calls for the end, and its words are cut for good", {
  "turn-1/reply": bell("a"),
  ...Object.fromEntries([2, 3, 4].map((n) => [`turn-${n}/reply`, cutEnd()])),
  ...Object.fromEntries(
    ["closing-0", "end-1"].flatMap((place) =>
      [1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => [`${place}/summarizer/try-${n}`, cutEnd()]),
    ),
  ),
  "end-1/plain": "It rang, in plain words.",
})

export const dies = scenario("the model dies", {
  "turn-1/reply": bell("a"),
  "turn-2/reply": new ModelError("auth", "The key was refused."),
})

export const approved = scenario(
  "approval asked and given",
  { "turn-1/reply": bell("a"), "turn-2/reply": done("It rang with permission.") },
  {
    options: { approve: "edits" },
    answers: { "turn-1/task-1/approval": { kind: "approval", decision: "allow_always" } },
  },
)

export const REACT_SCENARIOS: readonly Scenario[] = [
  toolsThenDone,
  textEnds,
  announces,
  answersInWords,
  badCalls,
  endless,
  silent,
  cutAtTheEnd,
  cutToTheEnd,
  dies,
  approved,
]
