import type { Run } from "../../agent.ts"
import type { RunStore } from "../../journal/run-store.ts"
import {
  LeaseLostError,
  RunBusyError,
  RunEndedError,
  RunNotFoundError,
  WorkspaceBusyError,
} from "../../journal/store-error.ts"
import type { LoggedEvent } from "../../protocol/log/event.ts"
import { isEnd } from "../../protocol/log/outcome.ts"
import { sourceIn } from "../../protocol/log/source.ts"
import type { Carrying, Parting } from "../../queue/worker.ts"
import { RunDetached } from "../../run/core/stops.ts"
import { readRun } from "../../run/lifecycle/orchestrator.ts"
import type { RunHost } from "../../server/runs/run-host.ts"

/** So long a run may go on after it is to be given back; then what is under way is left as it is. */
const LEAVE_MS = 20_000

/** Takes a run up if there is something to do in it. */
export async function workOnRun(
  host: RunHost,
  runId: string,
  onTaken: (run: Run) => void = () => {},
): Promise<Carrying | Parting> {
  try {
    if (await isUndelivered(host.store, runId)) return await deliver(host, runId)
    if (!(await hasWork(host.store, runId))) return "settled"
    const { agent, options } = await host.agentToResume(runId, {})
    const run = await agent.resume(runId, { ...options, asLeft: true })
    onTaken(run)
    return carrying(run)
  } catch (error) {
    return howItEnded(error)
  }
}

/** An ended run with a source whose worker did not get to leave its work there. One that never had any files left nothing. */
async function isUndelivered(store: RunStore, runId: string): Promise<boolean> {
  const header = await store.findRun(runId)
  if (!header || !isEnd(header.state) || !sourceIn(header.workspace)) return false
  const { view } = (await readRun(store, runId)).tally
  return view.base !== undefined && view.delivered?.epoch !== view.epoch
}

async function deliver(host: RunHost, runId: string): Promise<Parting> {
  const { agent } = await host.agentToResume(runId, {})
  await agent.deliver(runId)
  return "settled"
}

/** A run that waits has work once somebody has said something. */
async function hasWork(store: RunStore, runId: string): Promise<boolean> {
  const header = await store.findRun(runId)
  if (!header || isEnd(header.state)) return false
  return header.state !== "WAITING" || (await store.load(runId)).at(-1)?.lease === 0
}

function carrying(run: Run): Carrying {
  const open = new Set<string>()
  let isLeaving = false
  let timer: NodeJS.Timeout | undefined
  const leave = () => void run.detach()
  run.onEvent(({ event }) => {
    keepOpen(open, event)
    if (isLeaving && open.size === 0) leave()
  })
  const carried = run.result.then((): Parting => "settled", howItEnded).finally(() => clearTimeout(timer))
  return {
    carried,
    giveBack: () => {
      isLeaving = true
      timer ??= setTimeout(leave, LEAVE_MS)
    },
  }
}

/** Tasks that have begun and not ended: their outcome would be unknown. */
function keepOpen(open: Set<string>, event: LoggedEvent["event"]): void {
  if (event.type === "task.started") open.add(event.task)
  if (event.type === "task.ended") open.delete(event.task)
}

/** Somebody else has it, or nobody is to have it any more. */
function isNothingToDo(error: unknown): boolean {
  return error instanceof LeaseLostError || error instanceof RunEndedError || error instanceof RunNotFoundError
}

/** Ends of carrying a run out that are no fault of anybody. */
function howItEnded(error: unknown): Parting {
  if (error instanceof RunDetached) return "given back"
  if (isNothingToDo(error)) return "settled"
  if (error instanceof RunBusyError || error instanceof WorkspaceBusyError) return "in the way"
  throw error
}
