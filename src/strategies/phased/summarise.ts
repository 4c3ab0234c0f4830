import type { Message } from "../../protocol/message.ts"
import type { Outcome } from "../../protocol/outcome.ts"
import { Conversation } from "../../run/conversation.ts"
import type { RunContext } from "../../run/run-context.ts"
import type { Summary } from "../../run/summary.ts"
import { type Controls, summarizer } from "./controls.ts"
import * as prompts from "./prompts.ts"

/** Where the summary of the current epoch is kept; the last judge may have brought it along. */
export function endKey(run: RunContext): string {
  return `end-${run.epoch}/${summarizer.name}`
}

/** The first layer of the summary: one forced call, whatever ended the run. */
export async function summariseRun(
  end: RunContext,
  outcome: Outcome,
  { controls, opening }: { controls: Controls; opening: readonly Message[] },
): Promise<Summary> {
  const ends = end.stages("phase").map(({ title, status, summary }) => ({ name: title, status, summary }))
  const answer = await end.ask(summarizer.name, {
    control: summarizer,
    panel: controls.panel,
    conversation: new Conversation(opening),
    prompt: prompts.summarise(ends, end.facts(outcome)),
    forSummary: true,
  })
  return {
    layer: "summarizer",
    text: answer.final_summary,
    highlights: answer.highlights,
    ...(answer.quality_assessment === undefined ? {} : { quality: answer.quality_assessment }),
    claims: {
      phases: answer.phases_completed,
      tasks: answer.total_tasks_executed,
      ...(answer.total_rounds === undefined ? {} : { rounds: answer.total_rounds }),
    },
  }
}
