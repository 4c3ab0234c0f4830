import { react } from "../../src/strategies/react/react.ts"
import { keyedModel } from "../../src/testing/keyed-model.ts"
import type { ScriptLine } from "../../src/testing/script-line.ts"
import type { Scenario } from "./play.ts"

/* Runs that owe an answer in a shape of the user's. */

const SHAPE = { type: "object", properties: { count: { type: "integer" } }, required: ["count"] }
const bell = (name: string): ScriptLine => ({ call: "ring", input: { name } })
const shaped = (answer: unknown): ScriptLine => ({ call: "final_answer", input: { answer } })

function answering(name: string, lines: Readonly<Record<string, ScriptLine>>, limits = {}): Scenario {
  return {
    name: `an answer in a shape: ${name}`,
    model: () => keyedModel(lines),
    options: { strategy: react, answerSchema: SHAPE, limits },
  }
}

const RUNG = { "turn-1/reply": bell("a"), "turn-2/reply": "It rang once." }

export const inShape = answering("right at the second try", {
  ...RUNG,
  "end-1/final_answer/try-1": shaped({ count: "one" }),
  "end-1/final_answer/try-2": shaped({ count: 1 }),
})

export const neverInShape = answering("never right", {
  ...RUNG,
  ...Object.fromEntries([1, 2, 3, 4, 5, 6].map((n) => [`end-1/final_answer/try-${n}`, shaped("one")])),
})

export const atTheLimit = answering(
  "at a limit of calls",
  {
    ...Object.fromEntries([1, 2, 3, 4, 5].map((n) => [`turn-${n}/reply`, bell(`n${n}`)])),
    "end-1/summarizer/try-1": { call: "task_done", input: { summary: "Three bells, no end." } },
    "end-1/final_answer/try-1": shaped({ count: 3 }),
  },
  { max_model_calls: 5 },
)

export const ANSWER_SCENARIOS: readonly Scenario[] = [inShape, neverInShape, atTheLimit]
