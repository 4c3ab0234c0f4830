import { currentOwner } from "../../journal/owner.ts"
import type { Lease, LogEntry, RunStore } from "../../journal/run-store.ts"
import {
  KeyConflictError,
  LogCutError,
  RunBusyError,
  RunEndedError,
  RunNotFoundError,
} from "../../journal/store-error.ts"
import type { Environment } from "../../protocol/log/environment.ts"
import type { ArtifactFile } from "../../protocol/log/event.ts"
import { factKey, numbered } from "../../protocol/log/key.ts"
import { isEnd } from "../../protocol/log/outcome.ts"
import type { RunResult } from "../../protocol/log/run.ts"
import { described } from "../../protocol/log/stage-kind.ts"
import type { AskedTrace } from "../../protocol/log/trace.ts"
import { runTitle } from "../../text/run-title.ts"
import { pause, steady } from "../../tools/clock.ts"
import type { RunView } from "../../view/run-view.ts"
import { lockedFolder } from "../core/allowed-tools.ts"
import { windowOf } from "../core/run-window.ts"
import { type Tally, tallyOf } from "../core/tally.ts"
import { cancelKey } from "./cancel-key.ts"
import { LiveRun } from "./live-run.ts"
import type { OnceOnly } from "./requests/start-once.ts"
import { runResult } from "./result.ts"
import { type ResumeOptions, reopenedEnvironment, whyNotResumed } from "./resume-rules.ts"
import { newRunId } from "./run-id.ts"
import { RunRequestError } from "./run-request-error.ts"
import type { RunSetup } from "./run-setup.ts"
import { backToWork } from "./waiting.ts"

/* Start, resume, cancel and look up runs: the one door for the library, the command line and the server. */

/** How a run is to begin. `forOthers`: nobody works on it yet, so that its workspace stays free. */
export type RunStart = {
  readonly request: string
  readonly environment: Environment
  readonly forOthers?: boolean
  /** The trace that it was asked for in. */
  readonly trace?: AskedTrace | undefined
  /** Of a run that may be started once. */
  readonly once?: OnceOnly | undefined
  /** For tools. */
  readonly context?: Readonly<Record<string, unknown>> | undefined
  /** Pictures that the request marks. */
  readonly attachments?: readonly { readonly file: ArtifactFile; readonly data: Uint8Array }[] | undefined
}

/** Creates a run and records how it starts; `carryOut` does the work. */
export async function startRun(given: RunSetup, start: RunStart): Promise<LiveRun> {
  const setup = { ...given, clock: steady(given.clock) }
  const now = setup.clock.now()
  const { environment } = start
  const request = setup.secrets.redact(start.request)
  const { name: strategy, stages } = setup.strategy
  const kinds = stages === undefined ? {} : { stages: stages.map((sort) => described(sort).kind) }
  const id = start.once?.id ?? newRunId(now)
  const trace = setup.tracing?.place(id, start.trace)
  const started = {
    type: "run.started",
    request,
    ...(start.attachments?.length ? { attachments: start.attachments.map(({ file }) => file) } : {}),
    strategy,
    ...kinds,
    environment,
    ...(start.once ? { fingerprint: start.once.fingerprint } : {}),
    ...(start.context ? { context: start.context } : {}),
    ...(trace ? { trace } : {}),
  } as const
  const intake = { type: "state.changed", state: "INTAKE" } as const
  const header = {
    id,
    workspace: environment.workspace,
    title: runTitle(request),
    strategy,
    model: environment.model,
    state: intake.state,
    created_at: now,
    updated_at: now,
  }
  const folder = start.forOthers ? undefined : lockedFolder(environment, setup.tools)
  const lease = await setup.store.createRun(header, {
    owner: currentOwner(),
    ...(folder === undefined ? {} : { workspace: folder }),
    entries: [
      { key: factKey("run", "run.started"), at: now, record: { kind: "event", event: started } },
      { key: factKey("intake", "state.changed"), at: now, record: { kind: "event", event: intake } },
    ],
  })
  return opened(setup, lease, async ({ journal }) => {
    for (const { file, data } of start.attachments ?? []) await journal.saveBlob({ id: file.id, mime: file.mime, data })
  })
}

/**
 * Takes up a run where its log ends. A run that had ended, was being cancelled, or gets other limits opens a new epoch;
 * one that crashed or waited just goes on. While another run writes in its folder it is refused, unless others carry it out.
 */
export async function resumeRun(
  setup: RunSetup,
  runId: string,
  { forOthers = false, ...options }: ResumeOptions & { readonly forOthers?: boolean } = {},
): Promise<LiveRun> {
  const cut = (await setup.store.missing()).find((part) => part.runId === runId)
  if (cut) throw new LogCutError(cut)
  return openedFor(setup, runId, async (run) => {
    const refusal = whyNotResumed(run.tally.view, setup.strategy.name, options)
    if (refusal !== undefined) throw new RunRequestError(`Run ${run.id} ${refusal}`)
    if (!forOthers) await run.takeFolder(options.asLeft)
    await reopen(run, { ...options, window: windowOf(setup.model) })
  })
}

/** Leaves the work of a run that has ended in its source: whoever carried it out did not get to it. */
export async function deliverRun(setup: RunSetup, runId: string): Promise<void> {
  const run = await openedFor(setup, runId, async () => {})
  await run.deliver()
}

/** Asks for the end of a run. Returns its result if nobody else was carrying it out, so that it ends here and now. */
export async function cancelRun(setup: RunSetup, runId: string, reason: string): Promise<RunResult | undefined> {
  const { tally } = await readRun(setup.store, runId)
  if (isEnd(tally.view.state)) throw new RunRequestError(`Run ${runId} has ended already (${tally.view.state}).`)
  const key = cancelKey(tally.view.epoch)
  const event = { type: "cancel.requested", by: "user", reason: setup.secrets.redact(reason) } as const
  await setup.store
    .signal(runId, { key, at: setup.clock.now(), record: { kind: "event", event } })
    .catch(ignoreConflict)
  return (await claimIfFree(setup, runId))?.carryOut()
}

/** Whoever works on a run hears that it is cancelled; whoever has just gone to wait with it gives it back in a moment, and does not. */
async function claimIfFree(setup: RunSetup, runId: string): Promise<LiveRun | undefined> {
  for (let looks = 0; ; looks++) {
    try {
      return await openedFor(setup, runId, backToWork)
    } catch (error) {
      if (!(error instanceof RunBusyError)) throw error
    }
    const header = await setup.store.findRun(runId)
    if (header?.state !== "WAITING" || looks === MOST_LOOKS) return undefined
    await pause(setup.clock, LOOK_MS)
  }
}

const LOOK_MS = 50
const MOST_LOOKS = 60

/** A run as its log has it now, without carrying it on. */
export async function readRun(store: RunStore, runId: string): Promise<{ tally: Tally; result: RunResult }> {
  const tally = tallyOf(await store.load(runId))
  return { tally, result: resultOf(runId, tally) }
}

/** A run whose log was read already. */
export function readEntries(runId: string, entries: readonly LogEntry[]): { view: RunView; result: RunResult } {
  const tally = tallyOf(entries)
  return { view: tally.view, result: resultOf(runId, tally) }
}

/** The result of a run whose log was read already. */
export function recordedResult(runId: string, entries: readonly LogEntry[]): RunResult {
  return resultOf(runId, tallyOf(entries))
}

function resultOf(runId: string, tally: Tally): RunResult {
  return runResult(runId, tally.view, tally.activeMs(0, -1))
}

/** The one run whose id starts so, or a clear word about why there is none. */
export async function findRunId(store: RunStore, prefix: string): Promise<string> {
  const exact = await store.findRun(prefix)
  if (exact) return exact.id
  const matches = (await store.listRuns()).filter(
    (header) => header.id.startsWith(prefix) || header.id.endsWith(prefix),
  )
  if (matches.length > 1)
    throw new RunRequestError(`"${prefix}" fits ${matches.length} runs: ${matches.map(({ id }) => id).join(", ")}`)
  const [match] = matches
  if (!match || prefix === "") throw new RunNotFoundError(prefix)
  return match.id
}

/** Claims the run and prepares it; whatever goes wrong on the way, the lease is given back. */
async function openedFor(setup: RunSetup, runId: string, prepare: (run: LiveRun) => Promise<void>): Promise<LiveRun> {
  return opened(setup, await setup.store.claim(runId, currentOwner()), prepare)
}

async function opened(setup: RunSetup, lease: Lease, prepare: (run: LiveRun) => Promise<void>): Promise<LiveRun> {
  try {
    const run = await LiveRun.open(setup, lease)
    await prepare(run)
    return run
  } catch (error) {
    await setup.store.release(lease)
    throw error
  }
}

async function reopen(run: LiveRun, options: ResumeOptions): Promise<void> {
  const { view } = run.tally
  if (options.asLeft && isEnd(view.state)) throw new RunEndedError(run.id, view.state)
  const recorded = view.environment as Environment
  const environment = reopenedEnvironment(recorded, options)
  const isChanged =
    Object.keys(options.limits ?? {}).length > 0 ||
    environment.model !== recorded.model ||
    environment.endpoint !== recorded.endpoint
  const isLeftBehind = view.cancelled !== null && !options.asLeft
  if (!isEnd(view.state) && !isLeftBehind && !isChanged) return backToWork(run)
  const epoch = view.epoch + 1
  await run.journal.write([
    {
      key: factKey(numbered("epoch", epoch), "run.resumed"),
      record: { kind: "event", event: { type: "run.resumed", epoch, environment } },
    },
    ...(view.state === run.tally.working
      ? []
      : [
          {
            key: factKey(numbered("epoch", epoch), "state.changed"),
            record: { kind: "event", event: { type: "state.changed", state: run.tally.working } },
          } as const,
        ]),
  ])
}

function ignoreConflict(error: unknown): void {
  if (!(error instanceof KeyConflictError)) throw error
}
