import type { EntryDraft } from "../journal/journal.ts"
import { endedKey, factKey } from "../protocol/log/key.ts"
import { described } from "../protocol/log/stage-kind.ts"
import type { RunParts } from "./core/run-parts.ts"
import type { Stage, StageEnd } from "./stage.ts"

/** Opens a stage for everyone to see; throws `BudgetExceeded` instead of starting what doesn't fit. */
export function startStage(
  { journal, budget, stageGate }: RunParts,
  path: string,
  { kind, title, iterations = 0 }: Stage,
): Promise<void> {
  return stageGate.pass(async () => {
    const key = factKey(path, "stage.started")
    if (!journal.find(key) && iterations > 0) budget.requireIterations(iterations)
    await journal.record(key, { type: "stage.started", stage: path, ...described(kind), title, iterations })
  })
}

/** A stage that an earlier epoch left undone may end anew; one that ended so already is no news. */
export async function endStage(
  { journal, tally }: RunParts,
  path: string,
  { kind }: Stage,
  { status, summary }: StageEnd<unknown>,
): Promise<void> {
  const { epoch } = tally.current
  const known = tally.stage(path)
  if (known?.status === status && known.summary === summary) return
  const event = { type: "stage.ended" as const, stage: path, status, summary }
  const draft: EntryDraft = { key: endedKey(path, epoch), record: { kind: "event", event } }
  // A turn's end and the next one's start are one write: they come at the same moment, as often as the model replies.
  if (kind === "turn") journal.writeLater([draft])
  else await journal.write([draft])
}
