import type { RunStore } from "../journal/run-store.ts"
import type { OpenedCall } from "../protocol/call-api.ts"
import { recordedResult } from "../run/life/orchestrator.ts"
import { listCalls, readCall } from "../run/life/read-calls.ts"
import { eventsIn, knownSecrets, openRuns } from "./compose.ts"
import { UsageError } from "./failure.ts"
import { print, printJson } from "./output.ts"
import { pickRun } from "./pick-run.ts"
import { queueHere, queueWord } from "./queue-here.ts"
import { callLines } from "./render/opened-call.ts"
import { painter } from "./render/paint.ts"
import { screenOf } from "./render/screen.ts"
import { reportLines } from "./render/shown-run.ts"

export type ShowRunFlags = { readonly json?: boolean; readonly call?: number; readonly whole?: boolean }

/** A run as its log has it; `--json` prints one object with header, result and events. */
export async function showCommand(named: string | undefined, flags: ShowRunFlags): Promise<number> {
  const store = await openRuns()
  try {
    const id = await pickRun(store, named, { accepts: () => true, lacking: "is there" })
    if (flags.call !== undefined) return await showCall(store, id, flags.call, flags)
    const [header, entries] = await Promise.all([store.findRun(id), store.load(id)])
    const result = recordedResult(id, entries)
    const events = eventsIn(entries)
    const queue = (await queueHere(store, [id])).get(id)
    if (flags.json) {
      printJson(knownSecrets().redactIn({ run: header, ...(queue ? { queue } : {}), result, events }))
      return 0
    }
    const screen = screenOf(events)
    const columns = process.stdout.columns ?? Number.POSITIVE_INFINITY
    const lines = reportLines({ screen, result, events, columns, paint: painter(process.stdout) })
    print([...lines, ...(queue ? [queueWord(queue)] : [])].join("\n"))
    return 0
  } finally {
    await store.close()
  }
}

/** What is printed is redacted once more: by now more may be known to be secret. */
async function showCall(store: RunStore, id: string, n: number, { json, whole }: ShowRunFlags): Promise<number> {
  const found = await readCall(store, id, n)
  if (!found) throw new UsageError(`run ${id} has no call ${n}; it made ${(await listCalls(store, id)).length}`)
  const call = knownSecrets().redactIn(found) as OpenedCall
  if (json) printJson(call)
  else print(callLines(call, painter(process.stdout), whole ?? false).join("\n"))
  return 0
}
