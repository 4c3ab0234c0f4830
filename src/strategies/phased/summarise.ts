import { endPlace, keyIn } from "../../protocol/log/key.ts"
import type { Message } from "../../protocol/log/message.ts"
import type { Outcome } from "../../protocol/log/outcome.ts"
import { Conversation } from "../../run/context/conversation.ts"
import { askSummarizer, summarizer } from "../../run/finish/summary/summarizer.ts"
import type { Summary } from "../../run/finish/summary/summary.ts"
import type { RunContext } from "../../run/run-context.ts"
import type { PhasedControls } from "./controls.ts"

/** Where the summary of the current epoch is kept; the last judge may have brought it along. */
export function endKey(run: RunContext): string {
  return keyIn(endPlace(run.epoch), summarizer.name)
}

/** The first layer of the summary: one forced call, whatever ended the run. */
export function summariseRun(
  end: RunContext,
  outcome: Outcome,
  { controls, opening }: { controls: PhasedControls; opening: readonly Message[] },
): Promise<Summary> {
  return askSummarizer(end, outcome, {
    panel: controls.panel,
    conversation: new Conversation(opening),
    kind: "phase",
  })
}
