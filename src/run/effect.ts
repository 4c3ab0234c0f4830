import type { Draft } from "../journal/journal.ts"
import type { PlannedTask } from "../protocol/control.ts"
import type { FileChange } from "../protocol/event.ts"
import type { Limits } from "../protocol/limits.ts"
import { fileHash } from "../tools/content-hash.ts"
import {
  type Access,
  type AnyTool,
  type ChangeTool,
  type EffectTool,
  type ToolContext,
  ToolFailure,
  type ToolOutput,
} from "../tools/tool.ts"
import { pathsBreach } from "./constraints/task-rules.ts"
import { messageOf } from "./message-of.ts"
import type { RunParts } from "./run-parts.ts"
import type { Done } from "./run-task.ts"
import type { TimeLimit } from "./time-limit.ts"

/** One call, ready to be made. */
export type Planned = {
  readonly key: string
  readonly task: PlannedTask
  readonly tool: AnyTool
  readonly input: unknown
  readonly digest: string
  readonly title: string
}

/** What an intent keeps of a change, so that a crash can be told apart from a finished write. */
type IntendedChange = { readonly changes: readonly FileChange[]; readonly output: string }

/**
 * Does the deed between its intent and its result. An intent without a result is left by a crash: a safe effect runs
 * again, a change is looked up in the workspace, anything else is reported as unknown.
 */
export async function performEffect(parts: RunParts, planned: Planned): Promise<Done> {
  const { tool } = planned
  const intent = parts.journal.find(intentKey(planned.key))?.record
  if (tool.repeat === "check") {
    const intended = intent?.kind === "intent" ? (intent.value as IntendedChange) : undefined
    return intended ? finishChange(parts, planned, tool, intended) : makeChange(parts, planned, tool)
  }
  if (intent && tool.repeat === "never") {
    return unknown(
      `${planned.title}: the run was interrupted while this ran; its outcome is unknown. It was not run again.`,
    )
  }
  // What may run again needs no intent: nothing is lost with it.
  await parts.journal.write(tool.repeat === "safe" ? [startedDraft(planned)] : intentDrafts(planned, {}))
  return execute(parts, planned, tool)
}

function unknown(text: string): Done {
  return { status: "unknown", text, changes: [] }
}

async function execute(parts: RunParts, planned: Planned, tool: EffectTool<unknown>): Promise<Done> {
  const tried = await guarded(parts, planned, async (context) =>
    toDone(await tool.execute(parts.secrets.resolve(planned.input), context)),
  )
  if (!tried.ok) return tried.failed
  return tried.value
}

/** Tools may be written without types. */
function toDone(output: unknown): Done {
  if (typeof output === "string") return { status: "done", text: output, changes: [] }
  const { text, changes = [], artifacts = [] } = (output ?? {}) as Partial<ToolOutput>
  if (typeof text !== "string") throw new Error("it returned no text")
  return { status: "done", text, changes, artifacts }
}

async function makeChange(parts: RunParts, planned: Planned, tool: ChangeTool<unknown>): Promise<Done> {
  const prepared = await guarded(parts, planned, async (context) =>
    tool.prepare(parts.secrets.resolve(planned.input), context),
  )
  if (!prepared.ok) return prepared.failed
  const { changes } = prepared.value
  const outside = await pathsBreach(
    parts,
    changes.map(({ path }) => path),
  )
  if (outside) return { status: "refused", text: `Not run: ${outside}.`, changes: [], violates: true }
  const output = parts.secrets.redact(prepared.value.output)
  await parts.journal.write(intentDrafts(planned, { changes, output }))
  const applied = await guarded(parts, planned, async () => prepared.value.apply())
  return applied.ok ? { status: "done", text: output, changes } : applied.failed
}

/** After a crash the workspace tells: as after → done; as before → do it now; neither → somebody else was there. */
async function finishChange(
  parts: RunParts,
  planned: Planned,
  tool: ChangeTool<unknown>,
  { changes, output }: IntendedChange,
): Promise<Done> {
  const now = await Promise.all(changes.map((change) => currentHash(parts, change.path)))
  if (changes.every((change, index) => now[index] === change.after)) return { status: "done", text: output, changes }
  if (changes.every((change, index) => now[index] === change.before)) return makeChange(parts, planned, tool)
  const paths = changes.map((change) => change.path).join(", ")
  return unknown(
    `The run was interrupted while it changed ${paths}, and the content is now neither the old nor the new one. Read it before going on.`,
  )
}

/** `undefined` where nobody can tell any more. */
async function currentHash(parts: RunParts, path: string): Promise<string | null | undefined> {
  try {
    return await fileHash(await parts.workspace.resolve(path, "write"))
  } catch {
    return undefined
  }
}

type Tried<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly failed: Done }

/** Time limit and cancellation around a tool's own code; what it throws becomes a failed task. */
async function guarded<T>(
  parts: RunParts,
  planned: Planned,
  deed: (context: ToolContext) => Promise<T>,
): Promise<Tried<T>> {
  if (parts.signal.aborted) throw parts.signal.reason
  const limitMs = planned.tool.timeoutMs ?? timeLimit(parts.environment.limits, planned.tool.access)
  const { roundLimit } = parts
  if (roundLimit?.isOver) return failed(cutOff(roundLimit))
  const timeout = AbortSignal.timeout(limitMs)
  const signal = AbortSignal.any([parts.signal, timeout, ...(roundLimit ? [roundLimit.signal] : [])])
  const report = (text: string) =>
    parts.live({ type: "tool.progress", key: planned.key, text: parts.secrets.redact(text) })
  const work = () =>
    orAborted(deed({ workspace: parts.workspace, sandbox: parts.sandbox ?? null, signal, report }), signal)
  try {
    return { ok: true, value: await (roundLimit ? roundLimit.count(work) : work()) }
  } catch (error) {
    if (parts.signal.aborted) throw parts.signal.reason
    if (roundLimit?.isOver) return failed(`${cutOff(roundLimit)}${lastWords(error)}`)
    if (timeout.aborted) return failed(`Stopped after ${limitMs / 1000} s, its time limit.${lastWords(error)}`)
    if (error instanceof ToolFailure) return failed(error.message)
    return failed(`${planned.tool.name} broke down: ${messageOf(error)}`)
  }
}

function failed(text: string): { ok: false; failed: Done } {
  return { ok: false, failed: { status: "failed", text, changes: [] } }
}

/** A tool that ignores its signal can't hold the run up. */
async function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const gone = Promise.withResolvers<never>()
  const stop = () => {
    timer = setTimeout(() => gone.reject(signal.reason), ABORT_GRACE_MS)
  }
  signal.addEventListener("abort", stop, { once: true })
  try {
    return await Promise.race([work, gone.promise])
  } finally {
    signal.removeEventListener("abort", stop)
    clearTimeout(timer)
  }
}

function cutOff({ limitMs }: TimeLimit): string {
  return `Cut off by the round's limit of ${limitMs / 1000} s.`
}

/** A tool gets this long to end by itself and to say what it saw. */
const ABORT_GRACE_MS = 1000

function lastWords(error: unknown): string {
  return error instanceof ToolFailure ? `\n${error.message}` : ""
}

function timeLimit(limits: Limits, access: Access): number {
  if (access === "execute") return limits.execute_timeout_ms
  if (access === "network") return limits.network_timeout_ms
  return limits.read_write_timeout_ms
}

function intentKey(key: string): string {
  return `${key}#intent`
}

function intentDrafts(planned: Planned, value: IntendedChange | object): Draft[] {
  const intent = { kind: "intent", digest: planned.digest, value } as const
  return [{ key: intentKey(planned.key), record: intent }, startedDraft(planned)]
}

function startedDraft({ key, task, tool, title }: Planned): Draft {
  const event = { type: "task.started" as const, task: key, id: task.id, tool: tool.name, title }
  return { key: `${key}#task.started`, record: { kind: "event", event } }
}
