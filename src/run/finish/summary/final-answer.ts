import { endPlace } from "../../../protocol/log/key.ts"
import type { Outcome } from "../../../protocol/log/outcome.ts"
import { say } from "../../../text/words/words.ts"
import { Conversation } from "../../context/conversation.ts"
import { finalAnswer as due, systemPrompt } from "../../context/prompts.ts"
import type { Control } from "../../controls/control.ts"
import { separatePanel } from "../../controls/panel.ts"
import type { RunParts } from "../../core/run-parts.ts"
import type { RunContext } from "../../run-context.ts"
import type { Shaped } from "./answer-input.ts"
import { stitchedSummary } from "./report.ts"

/** What an answer in the user's own shape is asked by. */
export const FINAL_ANSWER = "final_answer"

/** The answer in the shape that the user asked for, made of what the run found; `undefined` where none was asked for or can be had. */
export async function finalAnswer(parts: RunParts, run: RunContext, summary: string): Promise<unknown> {
  const { answer_schema: schema } = parts.environment
  if (!schema) return undefined
  const { answerInput } = await import("./answer-input.ts")
  const control: Control<Shaped> = {
    name: FINAL_ANSWER,
    version: 1,
    description: "Give the answer in the form of this schema.",
    input: answerInput(schema),
  }
  const known = [stitchedSummary(parts.tally.view), summary].filter(Boolean).join("\n\n")
  const { answer } = await run.at(endPlace(run.epoch)).ask(control.name, {
    control,
    panel: separatePanel([control]),
    conversation: new Conversation([
      { role: "system", text: systemPrompt(parts.environment) },
      { role: "user", text: `Request:\n${parts.request}\n\nWhat the run found:\n${known}` },
    ]),
    prompt: due(),
    forSummary: true,
  })
  return answer
}

/** The end of a run that owes an answer in a shape and could not have it: one more thing is missing. */
export function withoutAnswer({ environment }: RunParts, outcome: Outcome): Outcome {
  if (!environment.answer_schema || environment.literal) return outcome
  const lacking = say(environment.language, "answer.missing")
  if (outcome.status === "done") return { status: "incomplete", limit: "missing", reason: lacking, missing: [lacking] }
  return outcome.status === "incomplete" ? { ...outcome, missing: [...(outcome.missing ?? []), lacking] } : outcome
}
