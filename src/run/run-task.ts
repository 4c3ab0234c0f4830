import type { Draft } from "../journal/journal.ts"
import { digestOf } from "../journal/stable-json.ts"
import type { PlannedTask } from "../protocol/control.ts"
import type { FileChange, TaskStatus } from "../protocol/event.ts"
import type { AnyTool } from "../tools/tool.ts"
import { clear } from "./approval.ts"
import { issuesOf } from "./control.ts"
import { digestText } from "./digest.ts"
import { performEffect } from "./effect.ts"
import { messageOf } from "./message-of.ts"
import type { RunParts } from "./run-parts.ts"

/** What a task came to. `text` is the whole result, `digest` what the model is shown of it. */
export type TaskOutcome = {
  readonly id: number
  readonly tool: string
  readonly status: TaskStatus
  readonly text: string
  readonly digest: string
  readonly changes: readonly FileChange[]
}

/** What doing something came to, before it is recorded. */
export type Done = { readonly status: TaskStatus; readonly text: string; readonly changes: readonly FileChange[] }

/** `violates`: it broke a rule of the run. That somebody said no is no violation. */
type Attempt = Done & { readonly ms: number; readonly violates: boolean }

/** Runs one task at most once: allowed? valid? approved? then intent, effect, result. */
export async function runTask(
  parts: RunParts,
  key: string,
  task: PlannedTask,
  digestTokens: number,
): Promise<TaskOutcome> {
  const digest = digestOf({ tool: task.tool, arguments: task.arguments })
  if (!parts.journal.find(key) && parts.signal.aborted) throw parts.signal.reason
  return parts.journal.step(key, digest, async () => {
    const done = await attempt(parts, key, task, digest)
    const outcome = toOutcome(parts, task, done, digestTokens)
    const violation = done.violates ? [violationDraft(parts, key, outcome)] : []
    return { value: outcome, with: [endedDraft(key, outcome, done.ms), ...violation] }
  })
}

/** A task that is not run because something it needs did not succeed. */
export async function skipTask(parts: RunParts, key: string, task: PlannedTask, reason: string): Promise<TaskOutcome> {
  const digest = digestOf({ tool: task.tool, arguments: task.arguments })
  return parts.journal.step(key, digest, async () => {
    const outcome = toOutcome(parts, task, { status: "skipped", text: reason, changes: [] }, Number.POSITIVE_INFINITY)
    return { value: outcome, with: [endedDraft(key, outcome, 0)] }
  })
}

async function attempt(parts: RunParts, key: string, task: PlannedTask, digest: string): Promise<Attempt> {
  const tool = parts.tools.get(task.tool)
  if (!tool) return refused(`There is no tool "${task.tool}". Available: ${[...parts.tools.keys()].join(", ")}.`, true)
  const input = tool.input.safeParse(task.arguments)
  if (!input.success) return refused(`Not run, the arguments don't fit: ${issuesOf(input.error).join("; ")}`, false)
  const title = titleOf(parts, tool, input.data)
  const clearance = await clear(parts, { key, tool, summary: title, detail: () => detailOf(parts, tool, input.data) })
  if (clearance.kind === "refused") return refused(`Not run: ${clearance.reason}.`, clearance.violates)
  const started = parts.journal.now()
  const done = await performEffect(parts, { key, task, tool, input: input.data, digest, title })
  return { ...done, ms: parts.journal.now() - started, violates: false }
}

function refused(text: string, violates: boolean): Attempt {
  return { status: "refused", text, changes: [], ms: 0, violates }
}

/** One line for people. Arguments are private: what is shown is redacted. */
export function titleOf(parts: RunParts, tool: AnyTool, input: unknown): string {
  const text = ownTitle(tool, input) ?? JSON.stringify(input)
  const line = parts.secrets.redact(text.replace(/\s+/g, " ").trim())
  return line.length <= 120 ? line : `${line.slice(0, 119)}…`
}

function ownTitle(tool: AnyTool, input: unknown): string | undefined {
  try {
    return tool.title?.(input)
  } catch {
    return undefined
  }
}

/** What the user judges an approval by: the diff of a change, else the arguments in full. */
async function detailOf(parts: RunParts, tool: AnyTool, input: unknown): Promise<string> {
  if (tool.repeat !== "check") return JSON.stringify(input, null, 2)
  try {
    const context = { workspace: parts.workspace, signal: parts.signal, report: () => {} }
    return (await tool.prepare(parts.secrets.resolve(input), context)).preview
  } catch (error) {
    return `This change can't be made as planned: ${messageOf(error)}`
  }
}

function toOutcome(parts: RunParts, task: PlannedTask, done: Done, digestTokens: number): TaskOutcome {
  const text = parts.secrets.redact(done.text)
  return {
    id: task.id,
    tool: task.tool,
    status: done.status,
    text,
    digest: digestText(text, digestTokens),
    changes: done.changes,
  }
}

function endedDraft(key: string, outcome: TaskOutcome, ms: number): Draft {
  const { id, tool, status, digest, changes } = outcome
  const event = { type: "task.ended" as const, task: key, id, tool, status, ms, digest, changes: [...changes] }
  return { key: `${key}#task.ended`, record: { kind: "event", event } }
}

function violationDraft(parts: RunParts, key: string, outcome: TaskOutcome): Draft {
  const event = {
    type: "violation.recorded" as const,
    task: key,
    tool: outcome.tool,
    reason: outcome.digest,
    allowed: [...parts.tools.keys()],
  }
  return { key: `${key}#violation.recorded`, record: { kind: "event", event } }
}
