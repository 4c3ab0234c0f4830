import { recordedRun } from "../../host/recorded-run.ts"
import type { RunStore } from "../../journal/run-store.ts"
import { pickRun } from "./pick-run.ts"
import { runsHere } from "./runs-here.ts"

/** Whether an undo, or the taking back of one, has something to do. */
type Wanted = "changes" | "undone"

/** The run that is named; else the newest of this folder that changed something, as far as it still stands, or was undone; else the newest. */
export async function pickChangingRun(store: RunStore, named: string | undefined, wanted: Wanted): Promise<string> {
  if (named === undefined) {
    for (const { id } of await runsHere(store)) if (await fits(store, id, wanted)) return id
  }
  return pickRun(store, named, { accepts: () => true, lacking: "is there" })
}

async function fits(store: RunStore, id: string, wanted: Wanted): Promise<boolean> {
  if (wanted === "undone")
    return (await store.load(id)).some(({ record }) => record.kind === "event" && record.event.type === "undo.made")
  const recorded = await recordedRun(store, id).catch(() => undefined)
  return recorded?.view.changes.some(({ before, after }) => before !== after) ?? false
}
