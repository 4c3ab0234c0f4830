import type { ToolSpec } from "../../model/seam/model.ts"
import { TaskDone } from "../../protocol/log/control.ts"
import type { Outcome } from "../../protocol/log/outcome.ts"
import type { Conversation } from "../context/conversation.ts"
import { type Control, controlSpec, FREE_REPLY } from "../controls/control.ts"
import { offeredPanel } from "../controls/panel.ts"
import type { LastWord } from "../finish/gate/closer.ts"
import type { Summary } from "../finish/summary/summary.ts"
import type { RunContext } from "../run-context.ts"
import * as prompts from "./prompts.ts"
import type { TurnControl } from "./turn.ts"

const taskDone: Control<TaskDone> = {
  name: "task_done",
  version: 1,
  description:
    "End the work with the answer for the user, once results show that everything is done or nothing more can be done. Call it alone: you have not seen the results of other calls in the same reply.",
  input: TaskDone,
}

/** What a loop of turns asks by: its replies, and the summary of one that did not close by itself. */
export const TURN_CONTROLS: readonly string[] = [FREE_REPLY, taskDone.name]

/** The call that ends a loop. `refusal` says why it can't end yet, if it can't; `closes` is called where nothing is said to be missing. */
export function endingControl(
  refusal: () => string | undefined = () => undefined,
  closes: (here: RunContext, name: string) => Promise<void> = async () => {},
): TurnControl {
  return {
    spec: controlSpec(taskDone),
    answer: async (here, input, name) => {
      const parsed = TaskDone.safeParse(input)
      const why = refusal() ?? (parsed.success ? undefined : prompts.NO_SUMMARY)
      if (!parsed.success) return { text: why ?? prompts.NO_SUMMARY, isVoid: true, wantsEnd: true }
      if (why !== undefined) return { text: why }
      if ((parsed.data.missing ?? []).length === 0) await closes(here, name)
      return { text: prompts.NOTED, ends: wordOf(parsed.data, "closing") }
    },
  }
}

/** What the model closes with by itself, in a text without a call. */
export function plainWord(text: string): LastWord {
  return { layer: "closing", text, highlights: [], missing: undefined, isPlain: true }
}

function wordOf(done: TaskDone, layer: Summary["layer"]): LastWord {
  const { summary, missing, changes, settled } = done
  return { layer, text: summary, highlights: [], missing, changes, settled }
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

/** Asks for the answer, in the conversation itself: what is said here stays known to whoever works on it. */
export async function askForWord(
  here: RunContext,
  conversation: Conversation,
  specs: readonly ToolSpec[],
): Promise<LastWord> {
  const question = { prompt: prompts.SAY_HOW_IT_STANDS, forSummary: false }
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
  return wordOf(await askToClose(end, conversation.fork(), specs, { prompt, forSummary: true }), "summarizer")
}
