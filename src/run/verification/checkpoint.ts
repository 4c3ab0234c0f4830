import { CheckpointsUnavailable } from "../../checkpoints/shadow/unavailable.ts"
import type { DurableEvent, FileChange } from "../../protocol/log/event.ts"
import { factKey, isWithin, keyIn, numbered } from "../../protocol/log/key.ts"
import { messageOf } from "../../text/message-of.ts"
import { quotedName } from "../../text/quoted-name.ts"
import { outsideScope } from "../constraints/task-rules.ts"
import type { RunParts } from "../core/run-parts.ts"
import { take, takeInTime } from "./take-checkpoint.ts"

type CheckpointEvent = Extract<DurableEvent, { type: "checkpoint.made" }>

/** What a batch may have changed around its tasks: commands leave no list of their own. */
export type Aftermath = { readonly changes: readonly FileChange[]; readonly notes: readonly string[] }

/**
 * Checkpoints around a batch that may write. A batch that is interrupted, by a question or a stop, closes its stretch and
 * opens another when it goes on: what others changed in the meantime is not the run's.
 */
export class BatchCheckpoints {
  readonly #parts: RunParts
  readonly #path: string
  /** What its tools are going to write: kept even where the workspace ignores it. */
  readonly #written: readonly string[]
  #before: string | undefined

  constructor(parts: RunParts, path: string, written: readonly string[]) {
    this.#parts = parts
    this.#path = path
    this.#written = written
  }

  /** Takes the workspace as it is now, unless the log has it; does nothing where nothing keeps checkpoints. */
  async open(): Promise<void> {
    const stretch = this.#closed().length + 1
    const key = this.#key(stretch === 1 ? undefined : numbered("before", stretch))
    this.#before = recorded(this.#parts, key)?.tree
    if (this.#before !== undefined || this.#isOver || this.#isMissed) return
    this.#before = await this.#take(this.#written)
    if (this.#before !== undefined) await this.#record(key, this.#before, "before", [])
  }

  /** Closes the stretch of a batch that does not come to its end now. Trouble with it must not hide what interrupted it. */
  async interrupt(): Promise<void> {
    if (this.#isOver) return
    try {
      await this.#close(this.#key(numbered("after", this.#closed().length + 1)))
    } catch (error) {
      this.#parts.onFault?.(error)
    }
  }

  /** Looks at what the batch left behind, and puts back what it had no right to change. */
  async close(): Promise<Aftermath> {
    const key = this.#key("after")
    if (!this.#isOver) await this.#close(key)
    const stretches = [...this.#closed(), ...(recorded(this.#parts, key) ? [key] : [])]
    const changes = stretches.flatMap((closed) => recorded(this.#parts, closed)?.changes ?? [])
    return { changes, notes: notesOf(this.#parts, this.#path) }
  }

  /** Where it does not come in time the batch does without, for good. */
  async #take(also: readonly string[]): Promise<string | undefined> {
    const { environment, journal } = this.#parts
    try {
      return await takeInTime(this.#parts, also)
    } catch (error) {
      const { checkpoint_wait_ms: ms } = environment.limits
      const why = error instanceof CheckpointsUnavailable ? { why: error.givenUp } : {}
      if (!this.#isMissed)
        await journal.record(missedKey(this.#path), { type: "checkpoint.missed", stage: this.#path, ms, ...why })
      return undefined
    }
  }

  get #isMissed(): boolean {
    return this.#parts.journal.find(missedKey(this.#path)) !== undefined
  }

  get #isOver(): boolean {
    return recorded(this.#parts, this.#key("after")) !== undefined
  }

  /** The keys of the stretches that were interrupted, in order. */
  #closed(): string[] {
    const keys: string[] = []
    for (let stretch = 1; recorded(this.#parts, this.#key(numbered("after", stretch))); stretch++)
      keys.push(this.#key(numbered("after", stretch)))
    return keys
  }

  async #close(key: string): Promise<void> {
    const before = this.#before
    const ended = this.#parts.tally.view.tasks.filter((task) => isWithin(task.key, this.#path))
    const written = ended.flatMap(({ changes }) => changes.map(({ path }) => path))
    const tree = before === undefined ? undefined : await this.#take([...this.#written, ...written])
    if (before === undefined || tree === undefined) return
    const changes = await this.#changes(before, tree)
    const outside = outsideScope(
      this.#parts,
      changes.map((change) => change.path),
    )
    if (outside.length === 0) return this.#record(key, tree, "after", changes)
    await putBack(this.#parts, this.#path, before, outside)
    const restored = (await take(this.#parts)) ?? tree
    await this.#record(key, restored, "after", await this.#changes(before, restored))
  }

  async #changes(from: string, to: string): Promise<readonly FileChange[]> {
    const { checkpoints, workspace } = this.#parts
    return from === to || !checkpoints ? [] : checkpoints.changes(workspace.root, from, to)
  }

  #key(name?: string): string {
    return factKey(name === undefined ? this.#path : keyIn(this.#path, name), "checkpoint.made")
  }

  #record(key: string, tree: string, when: "before" | "after", changes: readonly FileChange[]): Promise<void> {
    const event: CheckpointEvent = { type: "checkpoint.made", stage: this.#path, tree, when, changes: [...changes] }
    return this.#parts.journal.record(key, event)
  }
}

/** What checks did to the workspace, and how it is told. */
export type LeftBehind = {
  readonly tree: string
  readonly changes: readonly FileChange[]
  readonly events: readonly CheckpointEvent[]
}

/**
 * What the checks themselves left behind belongs to the run too; `undefined` where that is nothing. `before`: what was
 * there before them.
 */
export async function leftBehind(parts: RunParts, stage: string, before: string): Promise<LeftBehind | undefined> {
  const after = await take(parts)
  if (after === undefined || after === before || !parts.checkpoints) return undefined
  const changes = await parts.checkpoints.changes(parts.workspace.root, before, after)
  const common = { type: "checkpoint.made", stage } as const
  const events: CheckpointEvent[] = [
    { ...common, tree: before, when: "before", changes: [] },
    { ...common, tree: after, when: "after", changes: [...changes] },
  ]
  return { tree: after, changes, events }
}

/** What checks add is theirs: they need not look at it again. `own`: what they had added before. */
export function isTheirs({ changes }: LeftBehind, own: readonly string[]): boolean {
  return changes.every(({ path, before }) => before === null || own.includes(path))
}

/** What was changed outside the scope. Recorded first: a crash in between must not hide it. */
async function putBack(parts: RunParts, path: string, before: string, outside: readonly string[]): Promise<void> {
  const { checkpoints, workspace } = parts
  const what = `${outside.map(quotedName).join(", ")} changed outside what this run may change`
  await recordViolation(parts, scopeKey(path), path, `${what}; it was put back as it was.`)
  try {
    await checkpoints?.restore(workspace.root, before, outside)
  } catch (error) {
    await recordViolation(parts, keptKey(path), path, `${what}, and could not be put back: ${messageOf(error)}`)
  }
}

async function recordViolation(parts: RunParts, key: string, task: string, reason: string): Promise<void> {
  if (parts.journal.find(key)) return
  const allowed = [...(parts.tally.view.constraints?.allowed ?? parts.tools.keys())]
  const violation = { type: "violation.recorded", task, tool: culprit(parts, task), reason, allowed } as const
  await parts.journal.record(key, violation)
}

/** What ran commands or code there; where nothing says so, what could have. */
function culprit({ tools, tally }: RunParts, path: string): string {
  const used = tally.view.tasks.filter(({ key }) => isWithin(key, path)).map(({ tool }) => tool)
  const names = [...used, ...tools.keys()]
  return names.find((name) => tools.get(name)?.access === "execute") ?? names[0] ?? path
}

/** The later word counts. */
function notesOf({ journal }: RunParts, path: string): readonly string[] {
  const record = (journal.find(keptKey(path)) ?? journal.find(scopeKey(path)))?.record
  return record?.kind === "event" && record.event.type === "violation.recorded" ? [record.event.reason] : []
}

function scopeKey(path: string): string {
  return factKey(keyIn(path, "scope"), "violation.recorded")
}

function keptKey(path: string): string {
  return factKey(keyIn(path, "scope-kept"), "violation.recorded")
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

function missedKey(path: string): string {
  return factKey(path, "checkpoint.missed")
}

function recorded({ journal }: RunParts, key: string): CheckpointEvent | undefined {
  const record = journal.find(key)?.record
  return record?.kind === "event" && record.event.type === "checkpoint.made" ? record.event : undefined
}
