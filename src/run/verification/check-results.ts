import type { Check, CheckOutcome } from "../../checks/check.ts"
import { checkVersion } from "../../checks/check-version.ts"
import { digestOf } from "../../journal/stable-json.ts"
import { keyIn, nameOf } from "../../protocol/key.ts"
import type { Limits } from "../../protocol/limits.ts"
import { RUN_CHECK } from "../../tools/engine-names.ts"
import { saidRules } from "../../tools/path-rules.ts"
import type { ToolContext } from "../../tools/tool.ts"
import { type ApprovalRequest, clear, isClearUnasked } from "../approvals/approval.ts"
import type { RunParts } from "../ground/run-parts.ts"
import { type CheckResult, isReport } from "./check-report.ts"

/** Under which names the reports of checks stand. */
const VERIFICATIONS: ReadonlySet<string> = new Set(["verify-round", "verify-phase", "verify-end"])

/** Where the checks stand as they were before the run changed anything. */
export const BASELINE = "baseline"

/** A check, what it is going to run on, and what is known of that; `refusal` says why it may not run, if it may not. */
export type DueCheck = {
  readonly check: Check
  readonly key: string
  readonly on: string
  readonly known: CheckResult | undefined
  readonly refusal: string | undefined
}

/**
 * What is to be run on this workspace. Who has to be asked is asked here, before the first of them runs: a run that waits
 * for an answer has nothing to do over again.
 */
export async function dueChecks(
  parts: RunParts,
  key: string,
  checks: readonly Check[],
  tree: string,
): Promise<readonly DueCheck[]> {
  const due: DueCheck[] = []
  for (const check of checks) due.push(await dueOf(parts, keyIn(key, check.name), check, tree))
  return due
}

/** Runs what is not known yet, one after the other. */
export async function resultsOf(
  parts: RunParts,
  due: readonly DueCheck[],
  limitMs = parts.environment.limits.check_timeout_ms,
): Promise<readonly CheckResult[]> {
  const results: CheckResult[] = []
  for (const one of due) results.push(one.known ? { ...one.known, cached: true } : await runDue(parts, one, limitMs))
  return results
}

/** Whether a check may run without a question to anybody. */
export async function runsUnasked(parts: RunParts, key: string, check: Check): Promise<boolean> {
  return Boolean(parts.sandbox) || isClearUnasked(parts, approvalOf(keyIn(key, check.name), check))
}

async function dueOf(parts: RunParts, key: string, check: Check, tree: string): Promise<DueCheck> {
  // Outside the sandbox nothing of the project's is started before somebody allowed it, not even for its version.
  const version = parts.sandbox
    ? await checkVersion(check, contextFor(parts, key, parts.environment.limits.check_timeout_ms))
    : ""
  const on = `${digestOf({ command: check.command, version })}@${tree}`
  const known = earlierResult(parts, check, on) ?? earlierResult(parts, check, DENIED)
  return { check, key, on, known, refusal: known ? undefined : await whyNotRun(parts, key, check) }
}

/** What a check that may not run has run on: a user who said no is not asked again in the same run. */
const DENIED = "denied"

/** What this run heard of the same check on the same workspace; one that could not run is tried again. */
function earlierResult({ journal, environment }: RunParts, { name }: Check, on: string): CheckResult | undefined {
  for (const { record, key } of journal.entries.toReversed()) {
    if (record.kind !== "step" || !isVerification(key) || !isReport(record.value)) continue
    const { results, left } = record.value
    const found = results.find((result) => result.name === name)
    if (!found || ![found.on, onTree(found.on, left)].includes(on)) continue
    if (found.status !== "broken" || on === DENIED || isEndless(environment.limits, found)) return found
  }
  return undefined
}

function isVerification(key: string): boolean {
  return key === BASELINE || VERIFICATIONS.has(nameOf(key))
}

/** Stopped at the time limit: it would be again. Measured from a little later than the limit is. */
function isEndless({ check_timeout_ms }: Limits, { ms }: CheckResult): boolean {
  return ms > 0.9 * check_timeout_ms
}

/** The same check on another workspace. */
function onTree(on: string, tree: string | undefined): string {
  return tree === undefined ? on : on.replace(/@.*$/s, () => `@${tree}`)
}

/** In the sandbox a check can do no harm; elsewhere it is a command like any other. */
async function whyNotRun(parts: RunParts, key: string, check: Check): Promise<string | undefined> {
  if (parts.sandbox) return undefined
  const clearance = await clear(parts, approvalOf(key, check))
  return clearance.kind === "refused" ? `Not run: ${clearance.reason}.` : undefined
}

function approvalOf(key: string, { command }: Check): ApprovalRequest {
  return {
    key,
    about: "check",
    tool: { name: RUN_CHECK, access: "execute" },
    subject: async () => ({ kind: "command", line: command.trim() }),
    summary: command,
    command,
    detail: async () => command,
  }
}

/** Runs it now, whatever is known of it. */
export async function runDue(
  parts: RunParts,
  { check, key, on, refusal }: DueCheck,
  limitMs = parts.environment.limits.check_timeout_ms,
): Promise<CheckResult> {
  const { name, command } = check
  if (refusal !== undefined)
    return { name, command, status: "broken", ms: 0, failing: [refusal], failures: [], cached: false, on: DENIED }
  const context = contextFor(parts, key, limitMs)
  context.report(`$ ${command}\n`)
  // Most runs start no check; its readers of output are many.
  const { runCheck } = await import("../../checks/run-check.ts")
  const outcome = await runCheck(check, context)
  if (parts.signal.aborted) throw parts.signal.reason
  return { name, command, ...told(parts, outcome), cached: false, on }
}

/** What is kept of an outcome, without secrets. */
function told({ secrets }: RunParts, { status, ms, failing, failures, tests }: CheckOutcome) {
  const redact = (text: string) => secrets.redact(text)
  return {
    status,
    ms,
    failing: failing.map(redact),
    failures: failures.map(({ name, files }) => ({ name: redact(name), files: files.map(redact) })),
    ...(tests === undefined ? {} : { tests }),
  }
}

/** Its time runs from here on. */
function contextFor(parts: RunParts, key: string, limitMs: number): ToolContext {
  const { clock, workspace, sandbox, passVariables, environment } = parts
  const timeout = clock.timeout(limitMs)
  const report = (text: string) =>
    parts.live({ type: "tool.progress", key, check: nameOf(key), text: parts.secrets.redact(text) })
  return {
    workspace,
    sandbox: sandbox ?? null,
    paths: saidRules(environment),
    passVariables,
    clock,
    signal: AbortSignal.any([parts.signal, timeout]),
    report,
  }
}
