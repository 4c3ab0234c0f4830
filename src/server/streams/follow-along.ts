import { setTimeout } from "node:timers/promises"
import type { Run } from "../../agent.ts"
import { loggedEvent } from "../../journal/journal.ts"
import { LeaseLostError } from "../../journal/store-error.ts"
import type { RunResult } from "../../protocol/log/run.ts"
import { readRun } from "../../run/lifecycle/orchestrator.ts"
import { ProgressTeller } from "../observing/progress-teller.ts"
import type { RunDesk } from "../runs/run-desk.ts"
import type { RunHost } from "../runs/run-host.ts"
import { isLive } from "./is-live.ts"

/** Who looks on. */
export type Onlooker = {
  /** Facts up to this number are known already. */
  readonly afterSeq: number
  /** Hears short lines on what happens, without secrets. */
  readonly onProgress: (line: string) => void
  /** The onlooker goes; the run does not mind. */
  readonly signal: AbortSignal
}

/** Looks on until the run ends, has a question, or the onlooker goes; then says what the log says. Throws what stopped the run. */
export async function attend(
  { host, desk }: { readonly host: RunHost; readonly desk: RunDesk },
  runId: string,
  { afterSeq, onProgress, signal }: Onlooker,
): Promise<RunResult> {
  const teller = new ProgressTeller(afterSeq, (line) => onProgress(host.redact(line)))
  const run = desk.held(runId)
  if (run) await untilSettled(run, signal, teller)
  // What a run said before anybody could listen to it stands in the log, and so does what it says in another process.
  const read = async () => {
    for (const entry of await host.store.load(runId, teller.lastSeq)) teller.hear(loggedEvent(entry))
  }
  const isUnderWay = async () => {
    const header = await host.store.findRun(runId)
    return header !== undefined && isLive(host, header)
  }
  while (!signal.aborted && (await isUnderWay())) {
    await read()
    await setTimeout(POLL_MS, undefined, { signal }).catch(() => {})
  }
  await read()
  return (await readRun(host.store, runId)).result
}

const POLL_MS = 100

async function untilSettled(run: Run, signal: AbortSignal, teller: ProgressTeller): Promise<void> {
  const stops = [run.onEvent((logged) => teller.hear(logged)), run.onLive((event) => teller.hearLive(event))]
  const gone = Promise.withResolvers<void>()
  const leave = () => gone.resolve()
  signal.addEventListener("abort", leave, { once: true })
  if (signal.aborted) leave()
  try {
    await Promise.race([run.result, gone.promise])
  } catch (error) {
    // Another process goes on with the run; the log tells how far it is.
    if (!(error instanceof LeaseLostError)) throw error
  } finally {
    signal.removeEventListener("abort", leave)
    for (const stop of stops) stop()
  }
}
