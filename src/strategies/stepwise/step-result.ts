import { StepResult } from "../../protocol/log/control.ts"
import { type Control, controlSpec, issuesOf } from "../../run/controls/control.ts"
import { plainWord } from "../../run/tool-loop/closing.ts"
import type { TurnControl } from "../../run/tool-loop/turn.ts"
import { STEP_RESULT } from "./names.ts"
import * as prompts from "./prompts.ts"
import { type Signal, signalText } from "./signals.ts"

/** How a step stands: given at any time, asked for when its estimate is used up. */
export const stepResult: Control<StepResult> = {
  name: STEP_RESULT,
  version: 1,
  description: prompts.RESULT_RULES,
  input: StepResult,
}

/** What a model said of a step that goes on; kept until the turn is over. */
export type StepSaid = { continues: boolean; settled?: readonly string[] | undefined }

/** The call in a turn; a step that goes on is no end of it. */
export function resultCall(said: StepSaid): TurnControl {
  return {
    spec: controlSpec(stepResult),
    answer: async (_here, input) => {
      const parsed = StepResult.safeParse(input)
      if (!parsed.success) return { text: prompts.badResult(issuesOf(parsed.error)) }
      const signal = signalOf(parsed.data)
      said.settled = parsed.data.settled
      if (signal) return { text: prompts.NOTED, ends: plainWord(signalText(signal)) }
      said.continues = true
      return { text: prompts.NOTED }
    },
  }
}

/** As the marks in a text say it; nothing for a step that goes on. */
export function signalOf({ status, result, reason }: StepResult): Signal | undefined {
  const text = (status === "done" ? result || reason : reason || result).trim()
  switch (status) {
    case "done":
      return { kind: "step_done", text }
    case "replan":
      return { kind: "replan", text }
    case "blocked":
      return { kind: "step_blocked", text }
    case "continue":
      return undefined
  }
}
