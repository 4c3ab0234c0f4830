import type { ToolSpec } from "../../model/model.ts"
import { TaskDone } from "../../protocol/control.ts"
import type { Outcome } from "../../protocol/outcome.ts"
import type { LastWord } from "../closing/closer.ts"
import type { Conversation } from "../context/conversation.ts"
import { type Control, controlSpec, FREE_REPLY } from "../controls/control.ts"
import { offeredPanel } from "../controls/panel.ts"
import type { Summary } from "../ending/summary.ts"
import type { RunContext } from "../run-context.ts"
import * as prompts from "./prompts.ts"
import type { TurnControl } from "./turn.ts"

const taskDone: Control<TaskDone> = {
  name: "task_done",
  version: 1,
  description:
    "End the work with the answer for the user, when results show that all is done or nothing more can be. Alone in its reply: what runs beside it has not been seen.",
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
      return { text: prompts.NOTED, ends: wordOf(parsed.data, "closing") }
    },
  }
}

/** What the model closes with by itself, in a text without a call. */
export function plainWord(text: string): LastWord {
  return { layer: "closing", text, highlights: [], missing: [] }
}

function wordOf(done: TaskDone, layer: Summary["layer"]): LastWord {
  const { summary, missing, changes, nothing_to_change } = done
  return {
    layer,
    text: summary,
    highlights: [],
    missing: missing ?? [],
    changes,
    nothingToChange: nothing_to_change?.trim() || undefined,
  }
}

/** One forced `task_done`: the tool list stays the same, so the cached prefix does too. */
async function askToClose(
  here: RunContext,
  conversation: Conversation,
  specs: readonly ToolSpec[],
  question: { readonly prompt: string; readonly forSummary: boolean },
): Promise<TaskDone> {
  const panel = offeredPanel(specs)
  return here.ask("summarizer", { control: taskDone, panel, conversation, ...question })
}

/** Asks what is missing, in the conversation itself: what is said here stays known to whoever works on it. */
export async function askForWord(
  here: RunContext,
  conversation: Conversation,
  specs: readonly ToolSpec[],
  told: string,
): Promise<LastWord> {
  const question = { prompt: prompts.close(told), forSummary: false }
  return wordOf(await askToClose(here, conversation, specs, question), "summarizer")
}

/** The closing text, or one that is asked for at the very end. */
export async function closingSummary(
  end: RunContext,
  outcome: Outcome,
  conversation: Conversation,
  specs: readonly ToolSpec[],
  closing: string | undefined,
): Promise<Summary> {
  if (closing !== undefined) return { layer: "closing", text: closing, highlights: [] }
  const prompt = prompts.sumUp(end.facts(outcome))
  const answer = await askToClose(end, conversation.fork(), specs, { prompt, forSummary: true })
  // At a limit silence is no word: nobody called the work done.
  return { ...wordOf(answer, "summarizer"), missing: answer.missing }
}
