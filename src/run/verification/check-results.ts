import type { Check } from "../../checks/check.ts"
import { checkVersion } from "../../checks/check-version.ts"
import { runCheck } from "../../checks/run-check.ts"
import { digestOf } from "../../journal/stable-json.ts"
import { keyIn, nameOf } from "../../protocol/key.ts"
import type { Limits } from "../../protocol/limits.ts"
import { RUN_CHECK } from "../../tools/engine-names.ts"
import type { ToolContext } from "../../tools/tool.ts"
import { clear } from "../approvals/approval.ts"
import type { RunParts } from "../ground/run-parts.ts"
import { type CheckResult, isReport } from "./check-report.ts"

/** Under which names the reports of checks stand. */
const VERIFICATIONS: ReadonlySet<string> = new Set(["verify-round", "verify-phase", "verify-end"])

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
export async function resultsOf(parts: RunParts, due: readonly DueCheck[]): Promise<readonly CheckResult[]> {
  const results: CheckResult[] = []
  for (const one of due) results.push(one.known ? { ...one.known, cached: true } : await run(parts, one))
  return results
}

async function dueOf(parts: RunParts, key: string, check: Check, tree: string): Promise<DueCheck> {
  // Outside the sandbox nothing of the project's is started before somebody allowed it, not even for its version.
  const version = parts.sandbox ? await checkVersion(check, contextFor(parts, key)) : ""
  const on = `${digestOf({ command: check.command, version })}@${tree}`
  const known = earlierResult(parts, check, on) ?? earlierResult(parts, check, DENIED)
  return { check, key, on, known, refusal: known ? undefined : await whyNotRun(parts, key, check) }
}

/** What a check that may not run has run on: a user who said no is not asked again in the same run. */
const DENIED = "denied"

/** What this run heard of the same check on the same workspace; one that could not run is tried again. */
function earlierResult({ journal, environment }: RunParts, { name }: Check, on: string): CheckResult | undefined {
  for (const { record, key } of journal.entries.toReversed()) {
    if (record.kind !== "step" || !VERIFICATIONS.has(nameOf(key)) || !isReport(record.value)) continue
    const { results, left } = record.value
    const found = results.find((result) => result.name === name)
    if (!found || ![found.on, onTree(found.on, left)].includes(on)) continue
    if (found.status !== "broken" || on === DENIED || isEndless(environment.limits, found)) return found
  }
  return undefined
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
async function whyNotRun(parts: RunParts, key: string, { command }: Check): Promise<string | undefined> {
  if (parts.sandbox) return undefined
  const clearance = await clear(parts, {
    key,
    about: "check",
    tool: { name: RUN_CHECK, access: "execute" },
    subject: async () => ({ kind: "command", line: command.trim() }),
    summary: command,
    command,
    detail: async () => command,
  })
  return clearance.kind === "refused" ? `Not run: ${clearance.reason}.` : undefined
}

async function run(parts: RunParts, { check, key, on, refusal }: DueCheck): Promise<CheckResult> {
  const { name, command } = check
  if (refusal !== undefined)
    return { name, command, status: "broken", ms: 0, failing: [refusal], cached: false, on: DENIED }
  const context = contextFor(parts, key)
  context.report(`$ ${command}\n`)
  const { status, ms, failing } = await runCheck(check, context)
  if (parts.signal.aborted) throw parts.signal.reason
  return { name, command, status, ms, failing: failing.map((line) => parts.secrets.redact(line)), cached: false, on }
}

/** Its time runs from here on. */
function contextFor(parts: RunParts, key: string): ToolContext {
  const { clock, workspace, sandbox, passVariables } = parts
  const timeout = clock.timeout(parts.environment.limits.check_timeout_ms)
  const report = (text: string) =>
    parts.live({ type: "tool.progress", key, check: nameOf(key), text: parts.secrets.redact(text) })
  return {
    workspace,
    sandbox: sandbox ?? null,
    passVariables,
    clock,
    signal: AbortSignal.any([parts.signal, timeout]),
    report,
  }
}
