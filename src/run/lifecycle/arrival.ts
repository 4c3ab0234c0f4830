import type { Lease } from "../../journal/run-store.ts"
import type { Environment } from "../../protocol/log/environment.ts"
import { factKey, numbered } from "../../protocol/log/key.ts"
import { isEnd } from "../../protocol/log/outcome.ts"
import type { RunResult } from "../../protocol/log/run.ts"
import { runTitle } from "../../text/run-title.ts"
import type { RunParts } from "../core/run-parts.ts"
import { resultOf } from "./result.ts"
import type { RunSetup } from "./run-setup.ts"

/** A run whose folder is there, and how its work is left in the source at its end. */
type ArrivedRun = { readonly parts: RunParts; deliver(): Promise<RunResult> }

/** Makes the folder of a run that moves what it was; `undefined` for all others. A run that only has to be ended needs none. */
export async function arriveFor(
  { moving, store, readInstructions }: RunSetup,
  lease: Lease,
  parts: RunParts,
): Promise<ArrivedRun | undefined> {
  const { journal, tally, signal } = parts
  const { packs } = store
  if (!moving || !packs || signal.aborted) return undefined
  const arrived = await moving.arrive({ lease, packs, signal, commit: tally.view.base }).catch((error: unknown) => {
    // Whatever ended the run on the way is met where every end is.
    if (!signal.aborted) throw error
  })
  if (!arrived) return undefined
  if (tally.view.base === undefined) {
    const instructions = (await readInstructions?.()) ?? ""
    await journal.record(OPENED, { type: "source.opened", commit: arrived.commit, instructions })
  }
  const environment = tally.view.environment as Environment
  const here = { ...parts, environment, checkpoints: arrived.checkpoints }
  const deliver = async () => {
    await deliverOnce(here, (endedAt) =>
      arrived.deliver({ runId: parts.runId, title: runTitle(parts.request), endedAt }),
    )
    return resultOf(here)
  }
  return { parts: here, deliver }
}

const OPENED = factKey("source", "source.opened")

type Deliver = (
  endedAt: number,
) => Promise<{ branch: string | null; commit: string | null; reason: string; left_out: string[] }>

/** A run that waits has nothing to deliver yet; one that goes on after its end delivers again. */
async function deliverOnce({ journal, tally, secrets }: RunParts, deliver: Deliver): Promise<void> {
  const { state, epoch, updatedAt } = tally.view
  const key = factKey(numbered("epoch", epoch), "work.delivered")
  if (!isEnd(state) || journal.find(key)) return
  const { reason, ...delivered } = await deliver(updatedAt)
  await journal.record(key, { type: "work.delivered", epoch, ...delivered, reason: secrets.redact(reason) })
}
