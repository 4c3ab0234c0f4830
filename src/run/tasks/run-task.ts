import type { EntryDraft } from "../../journal/journal.ts"
import { type Guard, hasFields, type StepKey } from "../../journal/step-key.ts"
import type { PlannedTask } from "../../protocol/log/control.ts"
import type { ArtifactFile, FileChange, SaidOfCall, TaskStatus } from "../../protocol/log/event.ts"
import { factKey, shortKey } from "../../protocol/log/key.ts"
import { clip } from "../../text/clip.ts"
import { messageOf } from "../../text/message-of.ts"
import { askedOf } from "../../tools/built-in.ts"
import type { ExceptionRequest } from "../../tools/request-exception.ts"
import type { AnyTool, MadeFile } from "../../tools/tool.ts"
import { clear } from "../approvals/approval.ts"
import { commandLineOf, runLaterPaths, shownFileRisks, subjectOf } from "../approvals/approval-subject.ts"
import { confinementOf } from "../approvals/confinement.ts"
import { ruleOnException } from "../approvals/exceptions.ts"
import { askedNetwork } from "../approvals/network.ts"
import { mayChangeFiles, onlyReads, scopeBreach, taskTools, toolBreach } from "../constraints/task-rules.ts"
import { digestResult } from "../context/digest.ts"
import { keepArtifacts } from "../context/keep-artifacts.ts"
import { issuesOf } from "../controls/control.ts"
import { digestOfCall } from "../core/call-digest.ts"
import type { RunParts } from "../core/run-parts.ts"
import { performEffect } from "./effect.ts"
import type { NumberedTask, Planned } from "./intent.ts"
import { saidOfCall } from "./said-of-call.ts"
import { putQuestions } from "./user-questions.ts"

/** What a task came to. `text` is the whole result, `digest` what is told of it in brief. */
export type TaskOutcome = {
  readonly id: number
  /** Among all tasks of the run. */
  readonly number?: number
  readonly tool: string
  readonly status: TaskStatus
  readonly text: string
  readonly digest: string
  readonly changes: readonly FileChange[]
  /** Files for people that it made. */
  readonly artifacts?: readonly ArtifactFile[]
}

export const isOutcome: Guard<TaskOutcome> = hasFields({ id: "number", status: "string", digest: "string" })

/** What doing something came to, before it is recorded. */
export type Done = {
  readonly status: TaskStatus
  readonly text: string
  readonly changes: readonly FileChange[]
  readonly violates?: boolean
  /** It failed by what it found out, see `ToolFailure`. */
  readonly isVerdict?: boolean
  readonly artifacts?: readonly MadeFile[]
  readonly diff?: string
  /** What goes on in the background from now on. */
  readonly started?: { readonly id: string; readonly command: string }
}

/** `violates`: it broke a rule of the run. That somebody said no is no violation. */
type Attempt = Done & { readonly ms: number; readonly violates: boolean; readonly said?: SaidOfCall | undefined }

/** So many tokens of a result an event keeps. */
const DIGEST_TOKENS = 800

/**
 * Runs one task at most once: allowed? valid? approved? then intent, effect, result. `readings`: its arguments with results where the
 * plan refers to them; the first that fits counts.
 */
export async function runTask(
  parts: RunParts,
  key: string,
  task: NumberedTask,
  readings: readonly unknown[],
): Promise<TaskOutcome> {
  const place = placeOf(key, task)
  if (!parts.journal.find(key) && parts.signal.aborted) throw parts.signal.reason
  let begun: string | undefined
  const outcome = await parts.journal.step(place, async () => {
    const done = await attempt(parts, key, { task, digest: place.digest, readings })
    const outcome = await withArtifacts(parts, { key, task, done, tokens: DIGEST_TOKENS })
    const violation = done.violates ? [violationDraft(parts, key, outcome)] : []
    begun = done.started?.id
    const started = done.started ? [processDraft(parts, key, done.started)] : []
    return { value: outcome, with: [endedDraft(key, outcome, done), ...violation, ...started] }
  })
  if (begun !== undefined) parts.background?.recorded(begun)
  return outcome
}

function processDraft({ secrets }: RunParts, task: string, started: NonNullable<Done["started"]>): EntryDraft {
  const command = clip(secrets.redact(started.command), 300)
  const event = { type: "process.started" as const, process: started.id, task, command }
  return { key: factKey(task, "process.started"), record: { kind: "event", event } }
}

/** A task that is not run because something it needs did not succeed. */
export async function skipTask(parts: RunParts, key: string, task: NumberedTask, reason: string): Promise<TaskOutcome> {
  return parts.journal.step(placeOf(key, task), async () => {
    const outcome = toOutcome(parts, { key, task, done: skipped(reason), tokens: Number.POSITIVE_INFINITY })
    return { value: outcome, with: [endedDraft(key, outcome, { ms: 0 })] }
  })
}

function placeOf(key: string, task: PlannedTask): StepKey<TaskOutcome> {
  return { key, digest: digestOfCall(task), is: isOutcome }
}

function skipped(text: string): Done {
  return { status: "skipped", text, changes: [] }
}

type Asked = { readonly task: NumberedTask; readonly digest: string; readonly readings: readonly unknown[] }

async function attempt(parts: RunParts, key: string, { task, digest, readings }: Asked): Promise<Attempt> {
  const tool = taskTools(parts).get(task.tool)
  if (!tool) return refused(`There is no tool "${task.tool}". Available: ${[...parts.tools.keys()].join(", ")}.`, true)
  const parsed = readings.map((reading) => tool.input.safeParse(reading))
  const input = parsed.find(({ success }) => success) ?? tool.input.safeParse(readings[0])
  if (!input.success) return refused(`Not run, the arguments don't fit: ${issuesOf(input.error).join("; ")}`, false)
  const call = { key, task, tool, input: input.data, digest }
  const tried = await attemptCall(parts, call)
  const { isVerdict = false } = tried
  return { ...tried, said: saidOfCall(parts.secrets, { tool, input: input.data, isVerdict }) }
}

function attemptCall(parts: RunParts, call: Call): Promise<Attempt> {
  const asked = askedOf(call.tool.name)
  if (asked === "exception") return exceptional(parts, call)
  if (asked === "user") return answered(parts, call)
  const breach = toolBreach(parts, call.key, call.tool)
  return breach ? Promise.resolve(refused(`Not run: ${breach}`, true)) : carryOut(parts, call, false)
}

type Call = Omit<Planned, "title">

/** Waiting for somebody is no time that the task took. */
async function answered(parts: RunParts, call: Call): Promise<Attempt> {
  const done = await putQuestions(parts, { ...call, title: titleOf(parts, call.tool, call.input) })
  return { ...done, ms: 0, violates: false }
}

/** A granted exception is the one call that it was asked for, and nothing more. */
async function exceptional(parts: RunParts, call: Call): Promise<Attempt> {
  const ruling = await ruleOnException(parts, call.key, call.input as ExceptionRequest)
  if (ruling.kind === "refused") return refused(ruling.text, false)
  const { tool, input, isCleared } = ruling
  return carryOut(parts, { ...call, tool, input }, isCleared)
}

async function carryOut(parts: RunParts, call: Call, isCleared: boolean): Promise<Attempt> {
  const { key, tool, input } = call
  const outside = await scopeBreach(parts, tool, input)
  if (outside) return refused(`Not run: ${outside}.`, true)
  const title = titleOf(parts, tool, input)
  const network = await askedNetwork(parts, tool, input)
  const request = {
    key,
    tool,
    subject: () => subjectOf(parts, tool, input),
    summary: title,
    reads: onlyReads(tool, input),
    confinement: confinementOf(parts, tool, input, network),
    network,
    isGranted: isCleared,
    runLater: () => runLaterPaths(parts, tool, input),
    command: commandLineOf(tool, input),
    detail: () => detailOf(parts, tool, input),
    fileRisks: (detail: string) => shownFileRisks(parts, tool, input, detail),
  }
  const clearance = await clear(parts, request)
  if (clearance.kind === "refused") return refused(`Not run: ${clearance.reason}.`, clearance.violates)
  const mayWrite = mayChangeFiles(tool, input)
  if (mayWrite) await parts.beforeWriting?.()
  const started = parts.journal.now()
  const done = await performEffect(parts, { ...call, title })
  // A log must not know of files that go with this machine.
  if (mayWrite || tool.isForeign)
    await parts.checkpoints?.keep?.(
      parts.workspace.root,
      done.changes.map(({ path }) => path),
    )
  return { ...done, ms: parts.journal.now() - started, violates: done.violates ?? false }
}

function refused(text: string, violates: boolean): Attempt {
  return { status: "refused", text, changes: [], ms: 0, violates }
}

/** One line for people. Arguments are private: what is shown is redacted. */
export function titleOf(parts: RunParts, tool: AnyTool, input: unknown): string {
  const text = ownTitle(tool, input) ?? JSON.stringify(input)
  return clip(parts.secrets.redact(text.replace(/\s+/g, " ").trim()), 120)
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
    const redact = (text: string) => parts.secrets.redact(text)
    const context = { workspace: parts.workspace, signal: parts.signal, redact, report: () => {} }
    return (await tool.prepare(input, context)).preview
  } catch (error) {
    return `This change can't be made as planned: ${messageOf(error)}`
  }
}

type Ended = { readonly key: string; readonly task: NumberedTask; readonly done: Done; readonly tokens: number }

/** Files are kept before the entry that names them is written: a crash between the two leaves nothing that is missed. */
async function withArtifacts(parts: RunParts, ended: Ended): Promise<TaskOutcome> {
  const { key, done } = ended
  if (!done.artifacts?.length) return toOutcome(parts, ended)
  const { artifacts, text } = await keepArtifacts(parts, key, done.artifacts)
  return { ...toOutcome(parts, { ...ended, done: { ...done, text: `${done.text}\n${text}` } }), artifacts }
}

function toOutcome(parts: RunParts, { key, task, done, tokens }: Ended): TaskOutcome {
  const text = parts.secrets.redact(done.text)
  return {
    id: task.id,
    number: task.number,
    tool: task.tool,
    status: done.status,
    text,
    digest: digestResult({ text, tokens, artifact: shortKey(key) }),
    changes: done.changes,
  }
}

type Told = Pick<Attempt, "ms" | "said" | "diff">

function endedDraft(key: string, outcome: TaskOutcome, { ms, said, diff }: Told): EntryDraft {
  const { id, number, tool, status, digest, changes, artifacts } = outcome
  const ended = { type: "task.ended" as const, task: key, id, number, tool, status, ms, digest, changes: [...changes] }
  const event = {
    ...ended,
    ...(artifacts?.length ? { artifacts: [...artifacts] } : {}),
    ...(said ? { said } : {}),
    ...(diff ? { diff } : {}),
  }
  return { key: factKey(key, "task.ended"), record: { kind: "event", event } }
}

function violationDraft(parts: RunParts, key: string, outcome: TaskOutcome): EntryDraft {
  const event = {
    type: "violation.recorded" as const,
    task: key,
    tool: outcome.tool,
    reason: outcome.digest,
    allowed: [...(parts.tally.view.constraints?.allowed ?? parts.tools.keys())],
  }
  return { key: factKey(key, "violation.recorded"), record: { kind: "event", event } }
}
