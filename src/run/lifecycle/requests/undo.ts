import type { Checkpoints, Conflict, Delta, DiffForm, LeftOut, Reverted } from "../../../checkpoints/checkpoints.ts"
import { isMeant, joined, type Stretch, stretchesOf } from "../../../checkpoints/revert/stretch.ts"
import { loggedEvent } from "../../../journal/journal.ts"
import { currentOwner } from "../../../journal/owner.ts"
import type { RunStore } from "../../../journal/run-store.ts"
import { RunNotFoundError } from "../../../journal/store-error.ts"
import type { DurableEvent, LoggedEvent } from "../../../protocol/log/event.ts"
import { type Clock, systemClock } from "../../../tools/clock.ts"
import { RunRequestError } from "../run-request-error.ts"

/** What is taken back; the whole run unless told otherwise. */
export type UndoOptions = {
  /** This round and all after it. */
  readonly to?: string | undefined
  /** This round alone. */
  readonly round?: string | undefined
  /** Also where somebody changed the files since. */
  readonly force?: boolean | undefined
  /** Takes the last undo back instead. */
  readonly redo?: boolean | undefined
  /** This file alone, by its path in the workspace. */
  readonly file?: string | undefined
  /** Only says what it would do. */
  readonly preview?: boolean | undefined
}

/** What an undo came to. */
export type UndoReport = {
  readonly run_id: string
  /** The key of its record; `null` where there was nothing to do. */
  readonly undo: string | null
  /** The rounds that are taken back (or brought back) as a whole. */
  readonly stages: readonly string[]
  readonly files: Reverted["files"]
  /** Files that were left as they are. */
  readonly conflicts: readonly Conflict[]
  /** Files that checkpoints don't hold. */
  readonly left_out: readonly LeftOut[]
  /** Of a preview: what would change, as a unified diff. */
  readonly diff?: string
}

/** What is shown of a run's changes. */
export type DiffOptions = {
  /** This round alone; the whole run unless told otherwise. */
  readonly round?: string | undefined
  readonly form?: DiffForm | undefined
}

/** What undo needs of an agent. */
export type UndoSetup = {
  readonly store: RunStore
  readonly checkpoints?: Checkpoints | undefined
  readonly clock?: Clock
}

type UndoEvent = Extract<DurableEvent, { type: "undo.made" }>

/**
 * Takes back what a run changed, and nothing else. Only while nobody carries the run out, and no other run writes in its folder:
 * throws `RunBusyError` or `WorkspaceBusyError`.
 */
export async function undoRun(setup: UndoSetup, runId: string, options: UndoOptions = {}): Promise<UndoReport> {
  const { store, clock = systemClock } = setup
  const checkpoints = checkpointsOf(setup)
  const workspace = await workspaceOf(store, runId)
  const lease = await store.claim(runId, currentOwner())
  try {
    await store.lockWorkspace(lease, workspace)
    const events = await eventsOf(store, runId)
    const work = options.redo ? redoWork(runId, events) : undoWork(runId, events, options)
    const { force = false, preview = false } = options
    const request = { deltas: work.deltas, force, preview }
    const reverted = work.deltas.length > 0 ? await checkpoints.revert(workspace, request) : undefined
    const stages = reverted ? work.stages(reverted) : []
    const key =
      !preview && reverted && reverted.files.length > 0 ? `undo-${undosOf(events).length + 1}#undo.made` : null
    if (reverted && key !== null) {
      const event = undoEvent(reverted, stages, work.undoes)
      await store.signal(runId, { key, at: clock.now(), record: { kind: "event", event } })
    }
    return { ...reportOf(runId, reverted), undo: key, stages, left_out: await checkpoints.leftOut(workspace) }
  } finally {
    await store.release(lease)
  }
}

/** What a run changed, or one round of it, as a unified diff or a line per file; empty where it changed nothing. */
export async function diffRun(
  setup: UndoSetup,
  runId: string,
  { round, form = "full" }: DiffOptions = {},
): Promise<string> {
  const checkpoints = checkpointsOf(setup)
  const workspace = await workspaceOf(setup.store, runId)
  const stretches = chosenStretches(runId, await eventsOf(setup.store, runId), { round })
  const extent = round === undefined ? await checkpoints.extent?.() : undefined
  const parts: string[] = []
  for (const { from, to } of extent ? [extent] : joined(stretches)) {
    parts.push(await checkpoints.diff(workspace, from, to ?? (await checkpoints.take(workspace)), form))
  }
  return parts.join("")
}

type Work = {
  readonly deltas: readonly Delta[]
  /** The rounds that are then as if they had not been, or are again. */
  stages(reverted: Reverted): readonly string[]
  readonly undoes: string | null
}

function undoWork(runId: string, events: readonly LoggedEvent[], options: UndoOptions): Work {
  const { file } = options
  const stretches = chosenStretches(runId, events, options).filter(({ isUndone }) => !isUndone)
  return {
    deltas: stretches.map(({ stage, from, to, written }) => ({
      name: stage,
      from,
      to,
      ...(written === null ? {} : { written }),
      ...(file === undefined ? {} : { owns: (path) => isOrHolds(path, file) }),
    })),
    // Of a round that has one of its files taken back the others still stand.
    stages: ({ names }) => (file === undefined ? names : []),
    undoes: null,
  }
}

/** An empty folder that the file was in, or is to be in, goes with it. */
function isOrHolds(path: string, file: string): boolean {
  return path === file || (path.endsWith("/") && file.startsWith(path))
}

/** The last undo that was not taken back, as a piece of work of its own. */
function redoWork(runId: string, events: readonly LoggedEvent[]): Work {
  const undos = undosOf(events)
  const isRedone = (key: string, { stages }: UndoEvent) =>
    undos.some(({ event }) => event.undoes === key && (event.stages.length > 0 || stages.length === 0))
  const last = undos.findLast(({ key, event }) => event.undoes === null && !isRedone(key, event))
  if (!last) throw new RunRequestError(`Run ${runId} has no undo that could be taken back.`)
  const { event, key } = last
  const changed = new Set(event.changes.map(({ path }) => path))
  const owns = (path: string) => changed.has(path) || path.endsWith("/")
  return {
    deltas: [{ name: key, from: event.tree_before, to: event.tree_after, owns }],
    stages: ({ conflicts }) => (conflicts.length === 0 ? event.stages : []),
    undoes: key,
  }
}

function undoEvent(reverted: Reverted, stages: readonly string[], undoes: string | null): UndoEvent {
  const { before, after, changes } = reverted
  return {
    type: "undo.made",
    stages: [...stages],
    tree_before: before,
    tree_after: after,
    changes: [...changes],
    undoes,
  }
}

function reportOf(
  runId: string,
  reverted: Reverted | undefined,
): Pick<UndoReport, "run_id" | "files" | "conflicts" | "diff"> {
  const { files = [], conflicts = [], diff } = reverted ?? {}
  return { run_id: runId, files, conflicts, ...(diff === undefined ? {} : { diff }) }
}

/** One round alone, one and all after it, or all. */
function chosenStretches(
  runId: string,
  events: readonly LoggedEvent[],
  { to, round }: Pick<UndoOptions, "to" | "round">,
): readonly Stretch[] {
  const stretches = stretchesOf(events)
  if (stretches.length === 0) refuseUnkept(runId, events)
  if (to !== undefined && round !== undefined) {
    throw new RunRequestError("A round alone, or everything from a round on: name one of the two.")
  }
  const name = to ?? round
  if (name === undefined) return stretches
  const first = stretches.findIndex((stretch) => isMeant(stretch, name))
  if (first < 0) throw unknownRound(runId, name, stretches)
  return to === undefined ? stretches.filter((stretch) => isMeant(stretch, name)) : stretches.slice(first)
}

/** That nothing was kept must not look as if nothing had been changed. */
function refuseUnkept(runId: string, events: readonly LoggedEvent[]): void {
  const changed = events.flatMap(({ event }) =>
    event.type === "task.ended" ? event.changes.map(({ path }) => path) : [],
  )
  if (changed.length === 0) return
  throw new RunRequestError(
    `Run ${runId} changed ${[...new Set(changed)].join(", ")} while no checkpoints were kept, so that there is nothing to go back to.`,
    { remedy: "checkpoints", runId },
  )
}

function unknownRound(runId: string, name: string, stretches: readonly Stretch[]): RunRequestError {
  const known = [...new Set(stretches.map(({ stage }) => stage))].join(", ")
  const there = known === "" ? "It has none that may have written." : `Those that may have written: ${known}.`
  return new RunRequestError(`Run ${runId} has no round "${name}". ${there}`)
}

function undosOf(events: readonly LoggedEvent[]): { readonly key: string; readonly event: UndoEvent }[] {
  return events.flatMap(({ key, event }) => (event.type === "undo.made" ? [{ key, event }] : []))
}

async function eventsOf(store: RunStore, runId: string): Promise<LoggedEvent[]> {
  return (await store.load(runId)).flatMap((entry) => loggedEvent(entry) ?? [])
}

async function workspaceOf(store: RunStore, runId: string): Promise<string> {
  const header = await store.findRun(runId)
  if (!header) throw new RunNotFoundError(runId)
  return header.workspace
}

function checkpointsOf({ checkpoints }: UndoSetup): Checkpoints {
  if (checkpoints) return checkpoints
  throw new RunRequestError("This agent keeps no checkpoints; give it some with openCheckpoints.")
}
