import type { Thought } from "../../protocol/control.ts"
import type { Closer, LastWord } from "../../run/closing/closer.ts"
import type { RunContext } from "../../run/run-context.ts"
import { think } from "./controls.ts"
import * as prompts from "./prompts.ts"
import { runRound } from "./round.ts"
import type { Work } from "./work.ts"

/** So many rounds a stage of closing may have. */
const CLOSING_ROUNDS = 3

/** The last thought is the last word; what is missing is worked on in rounds of its own. */
export function roundsCloser(work: Work): Closer {
  return {
    given: () => (work.thought?.task_completed ? toWord(work.thought, work) : undefined),
    ask: async (here, told) => toWord(await askForWord(here, work, told), work),
    mend: (here, told) => mend(here, work, told),
  }
}

async function askForWord(here: RunContext, work: Work, told: string): Promise<Thought> {
  const { controls, conversation } = work
  const thought = await here.ask(think.name, {
    control: think,
    panel: controls.panel,
    conversation,
    prompt: prompts.close(told),
  })
  work.thought = thought
  return thought
}

/** A task that is not completed lacks something, even where nobody says what. */
function toWord({ user_summary, task_completed, missing, nothing_to_change }: Thought, { changes }: Work): LastWord {
  return {
    layer: "closing",
    text: user_summary,
    highlights: [],
    missing: missing ?? (task_completed ? [] : undefined),
    changes,
    nothingToChange: nothing_to_change?.trim() || undefined,
  }
}

async function mend(here: RunContext, work: Work, told: string): Promise<void> {
  work.notes = [told]
  work.thought = undefined
  let most = CLOSING_ROUNDS
  for (let round = 1; round <= most; round++) {
    const end = await runRound(here, work, { round, most, isFixed: true })
    if (end.isDone) return
    most = end.most
  }
}
