import { eventsIn } from "../../host/recorded-run.ts"
import { knownSecrets } from "../../host/surroundings.ts"
import type { RunStore } from "../../journal/run-store.ts"
import type { OpenedCall } from "../../protocol/api/call-api.ts"
import type { OpenedCheck, OpenedTask } from "../../protocol/api/task-api.ts"
import { listCalls, readCall } from "../../run/lifecycle/lookup/read-calls.ts"
import { checkNames, readCheck, readTask, taskNumbers } from "../../run/lifecycle/lookup/read-task.ts"
import { recordedResult } from "../../run/lifecycle/orchestrator.ts"
import { quotedName } from "../../text/quoted-name.ts"
import { queuePosition, queueWord } from "../cluster/queue-position.ts"
import { painter } from "../paint/paint.ts"
import { screenOf } from "../render/live/screen.ts"
import { callLines } from "../render/opened-call.ts"
import { checkLines, taskLines } from "../render/opened-task.ts"
import { reportLines } from "../render/shown-run.ts"
import { openRuns } from "../runs/open-runs.ts"
import { pickRun } from "../runs/pick-run.ts"
import { UsageError } from "../terminal/failure.ts"
import { print, printJson } from "../terminal/output.ts"

export type ShowRunFlags = {
  readonly json?: boolean
  readonly call?: number
  readonly whole?: boolean
  readonly task?: number
  readonly check?: string
}

/** A run as its log has it; `--json` prints one object with header, result and events. */
export async function showCommand(named: string | undefined, flags: ShowRunFlags): Promise<number> {
  const store = await openRuns()
  try {
    const id = await pickRun(store, named, { accepts: () => true, lacking: "is there" })
    if (flags.call !== undefined) return await showCall(store, id, flags.call, flags)
    if (flags.task !== undefined) return await showTask(store, id, flags.task, flags)
    if (flags.check !== undefined) return await showCheck(store, id, flags.check, flags)
    const [header, entries] = await Promise.all([store.findRun(id), store.load(id)])
    const result = recordedResult(id, entries)
    const events = eventsIn(entries)
    const queue = (await queuePosition(store, [id])).get(id)
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

async function showTask(store: RunStore, id: string, n: number, { json }: ShowRunFlags): Promise<number> {
  const found = await readTask(store, id, n)
  if (!found) throw new UsageError(`run ${id} has no task ${n}; ${numbersOf(await taskNumbers(store, id))}`)
  const task = knownSecrets().redactIn(found) as OpenedTask
  if (json) printJson(task)
  else print(taskLines(task, painter(process.stdout)).join("\n"))
  return 0
}

function numbersOf(numbers: readonly number[]): string {
  return numbers.length === 0 ? "it has none" : `it has ${numbers[0]} to ${numbers.at(-1)}`
}

async function showCheck(store: RunStore, id: string, name: string, { json }: ShowRunFlags): Promise<number> {
  const found = await readCheck(store, id, name)
  if (!found) {
    const names = (await checkNames(store, id)).map(quotedName).join(", ")
    throw new UsageError(`run ${id} ran no check "${name}"; it ran ${names || "none"}`)
  }
  const check = knownSecrets().redactIn(found) as OpenedCheck
  if (json) printJson(check)
  else print(checkLines(check, painter(process.stdout)).join("\n"))
  return 0
}
