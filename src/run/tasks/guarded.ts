import type { Journal } from "../../journal/journal.ts"
import { factKey } from "../../protocol/log/key.ts"
import type { Limits } from "../../protocol/log/limits.ts"
import { messageOf } from "../../text/message-of.ts"
import { type Access, type AskedTime, type ToolContext, ToolFailure } from "../../tools/tool.ts"
import { saidRules } from "../../tools/workspace/path-rules.ts"
import { questionId } from "../approvals/approval.ts"
import { accessFor } from "../approvals/network.ts"
import type { RunParts } from "../core/run-parts.ts"
import type { TimeLimit } from "../core/time-limit.ts"
import type { Planned } from "./intent.ts"
import type { Done } from "./run-task.ts"
import { TaskSignal } from "./task-signal.ts"

/** What a tool's own code came to, or the task that failed with it. */
export type Tried<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly failed: Done }

/** Time limit and cancellation around a tool's own code; what it throws becomes a failed task. */
export async function guarded<T>(
  parts: RunParts,
  planned: Planned,
  deed: (context: ToolContext) => Promise<T>,
): Promise<Tried<T>> {
  // Before the signal is looked at: nothing may start once it is aborted.
  const network = await accessFor(parts, { ...planned, question: questionId(planned) })
  if (parts.signal.aborted) throw parts.signal.reason
  const limit = limitOf(parts, planned)
  const { roundLimit } = parts
  if (roundLimit?.isOver) return failed(cutOff(roundLimit))
  const ending = new TaskSignal(parts.clock, limit, [parts.signal, ...(roundLimit ? [roundLimit.signal] : [])])
  const report = (text: string) =>
    parts.live({ type: "tool.progress", key: planned.key, text: parts.secrets.redact(text) })
  const trace = parts.reach?.(planned.key, {
    tool: planned.task.tool,
    content: () => parts.secrets.redactIn(planned.input),
  })
  const work = () =>
    ending.orAborted(
      deed({
        workspace: parts.workspace,
        sandbox: parts.sandbox ?? null,
        network,
        paths: saidRules(parts.environment),
        passVariables: parts.passVariables,
        redact: (text) => parts.secrets.redact(text),
        clock: parts.clock,
        children: parts.children,
        background: parts.background,
        signal: ending.signal,
        report,
        runId: parts.runId,
        callKey: `${parts.runId}/${planned.key}`,
        ...callerOf(parts.journal),
        ...(trace ? { trace } : {}),
      }),
    )
  try {
    return { ok: true, value: await (roundLimit ? roundLimit.count(work) : work()) }
  } catch (error) {
    if (parts.signal.aborted) throw parts.signal.reason
    if (roundLimit?.isOver) return failed(`${cutOff(roundLimit)}${lastWords(error)}`)
    if (ending.isTimedOut) return failed(`Stopped after ${limit.limitMs / 1000} s, ${limit.why}.${lastWords(error)}`)
    if (error instanceof ToolFailure) return failed(error.message, error.isVerdict)
    return failed(`${planned.tool.name} broke down: ${messageOf(error)}`)
  } finally {
    ending.end()
  }
}

function callerOf(journal: Journal): Pick<ToolContext, "caller"> {
  const started = journal.find(factKey("run", "run.started"))?.record
  const context = started?.kind === "event" && started.event.type === "run.started" ? started.event.context : undefined
  return context ? { caller: context } : {}
}

function failed(text: string, isVerdict = false): { ok: false; failed: Done } {
  return { ok: false, failed: { status: "failed", text, changes: [], ...(isVerdict ? { isVerdict } : {}) } }
}

function cutOff({ limitMs }: TimeLimit): string {
  return `Cut off by the round's limit of ${limitMs / 1000} s.`
}

function lastWords(error: unknown): string {
  return error instanceof ToolFailure ? `\n${error.message}` : ""
}

type CallTime = { readonly limitMs: number; readonly graceMs?: number; readonly why: string }

/** A call may take as long as it asks for, but no longer than the run: what it printed is worth more than the last second. */
function limitOf({ environment, budget }: RunParts, { tool, input }: Planned): CallTime {
  const asked = askedTime(tool, input)
  const limitMs = asked?.ms ?? tool.timeoutMs ?? timeLimit(environment.limits, tool.access)
  const grace = tool.access === "execute" ? { graceMs: COMMAND_GRACE_MS } : {}
  const leftMs = Math.floor((budget.remainingMs() - LAST_WORDS_MS) / 100) * 100
  if (leftMs > 0 && leftMs < limitMs) return { limitMs: leftMs, ...grace, why: "all the time that the run has left" }
  return { limitMs, ...grace, why: asked ? `its time limit (${asked.more})` : "its time limit" }
}

/** Tools may be written without types. */
function askedTime(tool: Planned["tool"], input: unknown): AskedTime | undefined {
  try {
    return tool.timeoutOf?.(input)
  } catch {
    return undefined
  }
}

/** So long before the run's end a call is stopped, and may still be told. */
const LAST_WORDS_MS = 2000

/** A command that was stopped has to be cleared up after, and says what it printed after that. */
const COMMAND_GRACE_MS = 20_000

function timeLimit(limits: Limits, access: Access): number {
  if (access === "execute") return limits.execute_timeout_ms
  if (access === "network") return limits.network_timeout_ms
  return limits.read_write_timeout_ms
}
