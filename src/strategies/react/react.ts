import { z } from "zod"
import { constraintsNote } from "../../run/constraints/constrain.ts"
import { recognise } from "../../run/constraints/recognise.ts"
import { Conversation } from "../../run/context/conversation.ts"
import { systemPrompt } from "../../run/context/prompts.ts"
import { ReflectionSetting } from "../../run/reflection/settings.ts"
import type { Strategy } from "../../run/strategy.ts"
import { closingSummary, endingControl } from "../../run/turns/closing.ts"
import { confirmEnd } from "../../run/turns/confirm.ts"
import { offeredTools, toolSpec } from "../../run/turns/offer.ts"
import { HOW_TO_END } from "../../run/turns/prompts.ts"
import { MAX_EMPTY_REPLIES, silenceAfter, silent } from "../../run/turns/silence.ts"
import { takeTurn } from "../../run/turns/turn.ts"

export const ReactSettings = z.looseObject({
  /** How the run watches itself for going round in circles. */
  reflection: ReflectionSetting,
})
export type ReactSettings = z.infer<typeof ReactSettings>

/**
 *   ┌▶ model ─▶ tools ─┐
 *   └──────────────────┘─▶ task_done, or a reply without calls ─▶ checks
 */
export const react: Strategy<ReactSettings> = {
  name: "react",
  summary: "A plain tool loop that ends with task_done: the baseline.",
  settings: ReactSettings,

  async run(run, { reflection }) {
    const constraints = await run.constrain(recognise(run.request))
    const ending = endingControl()
    const specs = [...offeredTools(run, constraints).map(toolSpec), ending.spec]
    const rules = constraintsNote(run, constraints)
    const conversation = new Conversation([
      { role: "system", text: systemPrompt(run.environment) },
      { role: "user", text: rules === "" ? run.request : `${run.request}\n\n${rules}` },
    ])
    const closing: { text?: string } = {}
    run.summariseWith((end, outcome) => closingSummary(end, outcome, conversation, specs, closing.text))

    await run.enter("EXECUTING")
    const turns = { conversation, specs, controls: [ending], reflection, howToEnd: HOW_TO_END }
    let empty = 0
    let claims = 0
    for (let turn = 1; ; turn++) {
      const { end } = await takeTurn(run, turn, turns)
      if (end.kind === "closed" || end.kind === "said") {
        const verdict = await confirmEnd(run, ++claims, conversation)
        if (verdict !== "go on") {
          closing.text = end.text
          return verdict
        }
      }
      empty = silenceAfter(run, turn, end, empty)
      if (empty === MAX_EMPTY_REPLIES) return silent(run, empty)
    }
  },
}
