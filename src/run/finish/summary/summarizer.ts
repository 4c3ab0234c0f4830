import { FinalSummary } from "../../../protocol/log/control.ts"
import type { StageKind } from "../../../protocol/log/event.ts"
import type { Outcome } from "../../../protocol/log/outcome.ts"
import type { Conversation } from "../../context/conversation.ts"
import * as prompts from "../../context/prompts.ts"
import type { Control } from "../../controls/control.ts"
import type { Panel } from "../../controls/panel.ts"
import type { RunContext } from "../../run-context.ts"
import type { Summary } from "./summary.ts"

/** The control that every strategy can end with. */
export const summarizer: Control<FinalSummary> = {
  name: "summarizer",
  version: 1,
  description: "The final report for the user: the answer, what was changed, what the checks say, what was not done.",
  input: FinalSummary,
}

type SummaryAsk = {
  readonly panel: Panel
  readonly conversation: Conversation
  /** The stages whose ends it is told. */
  readonly kind: StageKind
}

/** The first layer of the summary: one forced call, whatever ended the run. */
export async function askSummarizer(end: RunContext, outcome: Outcome, ask: SummaryAsk): Promise<Summary> {
  const { panel, conversation, kind } = ask
  const ends = end.stages(kind).map(({ title, status, summary }) => ({ name: title, status, summary }))
  const answer = await end.ask(summarizer.name, {
    control: summarizer,
    panel,
    conversation,
    prompt: prompts.summarise(ends, end.facts(outcome)),
    forSummary: true,
  })
  return toSummary(answer, kind === "phase")
}

/** Only phases are counted as such. */
export function toSummary(answer: FinalSummary, countsPhases: boolean): Summary {
  const { phases_completed: phases, total_tasks_executed: tasks, total_rounds: rounds } = answer
  return {
    layer: "summarizer",
    text: answer.final_summary,
    highlights: answer.highlights,
    missing: answer.missing,
    ...(answer.quality_assessment === undefined ? {} : { quality: answer.quality_assessment }),
    claims: {
      ...(countsPhases && phases !== undefined ? { phases } : {}),
      ...(tasks === undefined ? {} : { tasks }),
      ...(rounds === undefined ? {} : { rounds }),
    },
  }
}
