import { z } from "zod"
import type { ToolSpec } from "../../model/model.ts"
import type { Outcome } from "../../protocol/outcome.ts"
import type { Conversation } from "../context/conversation.ts"
import { type Control, controlSpec, FREE_REPLY } from "../controls/control.ts"
import { offeredPanel } from "../controls/panel.ts"
import type { Summary } from "../ending/summary.ts"
import type { RunContext } from "../run-context.ts"
import * as prompts from "./prompts.ts"
import type { TurnControl } from "./turn.ts"

const TaskDone = z.object({ summary: z.string().trim().min(1).describe("the whole answer for the user, Markdown") })

const taskDone: Control<z.infer<typeof TaskDone>> = {
  name: "task_done",
  version: 1,
  description: "End the work with the answer for the user.",
  input: TaskDone,
}

/** What a loop of turns asks by: its replies, and the summary of one that did not close by itself. */
export const TURN_CONTROLS: readonly string[] = [FREE_REPLY, taskDone.name]

/** The call that ends a loop. `refusal` says why it can't end yet, if it can't. */
export function endingControl(refusal: () => string | undefined = () => undefined): TurnControl {
  return {
    spec: controlSpec(taskDone),
    answer: async (_here, input) => {
      const parsed = TaskDone.safeParse(input)
      const why = refusal() ?? (parsed.success ? undefined : prompts.NO_SUMMARY)
      if (why !== undefined || !parsed.success) return { text: why ?? prompts.NO_SUMMARY }
      return { text: prompts.NOTED, ends: parsed.data.summary }
    },
  }
}

/** The closing text, or one forced `task_done`: the tool list stays the same, so the cached prefix does too. */
export async function closingSummary(
  end: RunContext,
  outcome: Outcome,
  conversation: Conversation,
  specs: readonly ToolSpec[],
  closing: string | undefined,
): Promise<Summary> {
  if (closing !== undefined) return { layer: "closing", text: closing, highlights: [] }
  const answer = await end.ask("summarizer", {
    control: taskDone,
    panel: offeredPanel(specs),
    conversation: conversation.fork(),
    prompt: prompts.sumUp(end.facts(outcome)),
    forSummary: true,
  })
  return { layer: "summarizer", text: answer.summary, highlights: [] }
}
