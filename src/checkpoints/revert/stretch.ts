import type { DurableEvent, LoggedEvent } from "../../protocol/log/event.ts"

/** What a round did to the workspace, from one checkpoint to the next. */
export type Stretch = {
  readonly stage: string
  readonly from: string
  /** `null`: no checkpoint followed. */
  readonly to: string | null
  /** Of one that was interrupted: what its tools said they left, by content hash. `null` for one that ended. */
  readonly written: ReadonlyMap<string, string | null> | null
  readonly isUndone: boolean
}

/** The rounds of a run that may have written, in order; undone or not. */
export function stretchesOf(events: readonly LoggedEvent[]): Stretch[] {
  const drafts: StretchDraft[] = []
  for (const { event } of events) {
    if (event.type === "checkpoint.made") addCheckpoint(drafts, event)
    if (event.type === "task.ended") addWritten(drafts, event)
    if (event.type === "undo.made") markUndone(drafts, event)
  }
  return drafts
}

/** Those that the name means: a stage, a stage that others belong to, or the checkpoint before one. */
export function isMeant({ stage, from }: Stretch, name: string): boolean {
  return stage === name || stage.startsWith(`${name}/`) || from === name
}

/** Rounds that follow on each other without anything between them are one change. */
export function joined(stretches: readonly Stretch[]): Pick<Stretch, "from" | "to">[] {
  const chains: { from: string; to: string | null }[] = []
  for (const { from, to } of stretches) {
    const last = chains.at(-1)
    if (last?.to === from) last.to = to
    else chains.push({ from, to })
  }
  return chains
}

type StretchDraft = {
  -readonly [Name in Exclude<keyof Stretch, "written">]: Stretch[Name]
} & { written: Map<string, string | null> | null }

type EventOf<Type extends DurableEvent["type"]> = Extract<DurableEvent, { type: Type }>

function addCheckpoint(drafts: StretchDraft[], { stage, tree, when }: EventOf<"checkpoint.made">): void {
  const open = drafts.findLast(({ written }) => written !== null)
  if (when === "after") {
    if (open?.stage === stage) Object.assign(open, { to: tree, written: null, isUndone: false })
    return
  }
  // Whatever was interrupted had ended when this one began.
  if (open) open.to ??= tree
  drafts.push({ stage, from: tree, to: null, written: new Map(), isUndone: false })
}

function addWritten(drafts: readonly StretchDraft[], { task, changes }: EventOf<"task.ended">): void {
  const draft = drafts.findLast(({ stage, written }) => written !== null && task.startsWith(`${stage}/`))
  for (const { path, after } of changes) draft?.written?.set(path, after)
}

function markUndone(drafts: readonly StretchDraft[], { stages, undoes, tree_before }: EventOf<"undo.made">): void {
  // What the undo changed is none of the round's work.
  for (const draft of drafts) draft.to ??= tree_before
  for (const draft of drafts) if (stages.includes(draft.stage)) draft.isUndone = undoes === null
}
