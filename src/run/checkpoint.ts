import { CheckpointsUnavailable } from "../checkpoints/unavailable.ts"
import type { DurableEvent, FileChange } from "../protocol/event.ts"
import { outsideScope } from "./constraints/task-rules.ts"
import type { RunParts } from "./run-parts.ts"

type CheckpointEvent = Extract<DurableEvent, { type: "checkpoint.made" }>

/** What a batch may have changed around its tasks: commands leave no list of their own. */
export type Aftermath = { readonly changes: readonly FileChange[]; readonly notes: readonly string[] }

/** Takes the workspace as it is before a batch that may write; `undefined` where nothing keeps checkpoints. */
export async function checkpointBefore(parts: RunParts, path: string): Promise<string | undefined> {
  const known = recorded(parts, `${path}#checkpoint.made`)
  if (known) return known.tree
  const tree = await take(parts)
  if (tree === undefined) return undefined
  await parts.journal.record(`${path}#checkpoint.made`, event(path, tree, "before", []))
  return tree
}

/** Looks at what the batch left behind, puts back what it had no right to change, and takes the workspace again. */
export async function checkpointAfter(parts: RunParts, path: string, before: string): Promise<Aftermath> {
  const key = `${path}/after#checkpoint.made`
  const known = recorded(parts, key)
  if (!known) await makeCheckpoint(parts, path, key, before)
  return { changes: recorded(parts, key)?.changes ?? [], notes: notesOf(parts, path) }
}

async function makeCheckpoint(parts: RunParts, path: string, key: string, before: string): Promise<void> {
  const { checkpoints, workspace } = parts
  const tree = await take(parts)
  if (!checkpoints || tree === undefined) return
  const changes = tree === before ? [] : await checkpoints.changes(workspace.root, before, tree)
  const outside = outsideScope(
    parts,
    changes.map((change) => change.path),
  )
  if (outside.length === 0) return parts.journal.record(key, event(path, tree, "after", changes))
  await checkpoints.restore(workspace.root, before, outside)
  await recordViolation(parts, path, outside)
  const kept = changes.filter((change) => !outside.includes(change.path))
  await parts.journal.record(key, event(path, (await take(parts)) ?? tree, "after", kept))
}

async function recordViolation(parts: RunParts, path: string, outside: readonly string[]): Promise<void> {
  const reason = `${outside.join(", ")} changed outside what this run may change; it was put back as it was.`
  const allowed = [...(parts.tally.view.constraints?.allowed ?? parts.tools.keys())]
  const violation = { type: "violation.recorded", task: path, tool: "run_in_terminal", reason, allowed } as const
  await parts.journal.record(scopeKey(path), violation)
}

function notesOf({ journal }: RunParts, path: string): readonly string[] {
  const record = journal.find(scopeKey(path))?.record
  return record?.kind === "event" && record.event.type === "violation.recorded" ? [record.event.reason] : []
}

function scopeKey(path: string): string {
  return `${path}/scope#violation.recorded`
}

/**
 * What the workspace is known by: its tree, or where nothing keeps those, the last change of the log. Between two epochs
 * anybody may have changed it.
 */
export async function treeNow(parts: RunParts): Promise<string> {
  return (await take(parts)) ?? `epoch-${parts.tally.view.epoch}/change-${lastChange(parts)}`
}

function lastChange({ journal }: RunParts): number {
  const last = journal.entries.findLast(({ record }) => record.kind === "event" && changesFiles(record.event))
  return last?.seq ?? 0
}

function changesFiles(event: DurableEvent): boolean {
  return (event.type === "task.ended" || event.type === "checkpoint.made") && event.changes.length > 0
}

/** A machine without the means goes without; any other trouble is told and costs no more than the checkpoint. */
async function take({ checkpoints, workspace, onFault }: RunParts): Promise<string | undefined> {
  try {
    return await checkpoints?.take(workspace.root)
  } catch (error) {
    if (!(error instanceof CheckpointsUnavailable)) onFault?.(error)
    return undefined
  }
}

function recorded({ journal }: RunParts, key: string): CheckpointEvent | undefined {
  const record = journal.find(key)?.record
  return record?.kind === "event" && record.event.type === "checkpoint.made" ? record.event : undefined
}

function event(stage: string, tree: string, when: "before" | "after", changes: readonly FileChange[]): CheckpointEvent {
  return { type: "checkpoint.made", stage, tree, when, changes: [...changes] }
}
