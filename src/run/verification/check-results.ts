import type { CheckOutcome } from "../../checks/check.ts"
import { checkVersion } from "../../checks/check-version.ts"
import { surroundings } from "../../checks/surroundings.ts"
import { digestOf } from "../../journal/stable-json.ts"
import { keyIn, nameOf } from "../../protocol/log/key.ts"
import type { Limits } from "../../protocol/log/limits.ts"
import { RUN_CHECK } from "../../tools/engine-names.ts"
import type { FolderView } from "../../tools/sandbox/view/folder-view.ts"
import type { ToolContext } from "../../tools/tool.ts"
import { saidRules } from "../../tools/workspace/path-rules.ts"
import type { Workspace } from "../../tools/workspace/workspace.ts"
import { type ApprovalRequest, clear } from "../approvals/approval.ts"
import type { RunParts } from "../core/run-parts.ts"
import { type CheckResult, isReport } from "./check-report.ts"
import { keptElsewhere } from "./kept-results.ts"
import type { FoundCheck } from "./known-checks.ts"
import type { UsualTimes } from "./usual-time.ts"

/** Under which names the reports of checks stand. */
const VERIFICATIONS: ReadonlySet<string> = new Set(["verify-round", "verify-phase", "verify-end"])

/** A check, what it is going to run on, and what is known of that; `refusal` says why it may not run, if it may not. */
export type DueCheck = {
  readonly check: FoundCheck
  readonly key: string
  readonly on: string
  readonly known: CheckResult | undefined
  readonly refusal: string | undefined
  /** How long it takes, where it is known to be slow. */
  readonly slowMs?: number
}

/**
 * What is to be run on this workspace. Who has to be asked is asked here, before the first of them runs: a run that waits
 * for an answer has nothing to do over again.
 */
export async function dueChecks(
  parts: RunParts,
  key: string,
  checks: readonly FoundCheck[],
  tree: string,
  usual: UsualTimes,
): Promise<readonly DueCheck[]> {
  const due: DueCheck[] = []
  const around = await surroundings(parts.workspace.root)
  for (const check of checks) {
    const ms = usual.get(check.command) ?? 0
    const slow = ms > parts.environment.limits.slow_check_ms ? { slowMs: ms } : {}
    due.push({ ...(await dueOf(parts, keyIn(key, check.name), check, { tree, around })), ...slow })
  }
  return due
}

/** Runs what is not known yet, one after the other. */
export async function resultsOf(parts: RunParts, due: readonly DueCheck[]): Promise<readonly RanCheck[]> {
  const results: RanCheck[] = []
  for (const one of due) results.push(one.known ? { ...one.known, cached: true } : await runDue(parts, one))
  return results
}

type On = { readonly tree: string; readonly around: string }

async function dueOf(parts: RunParts, key: string, check: FoundCheck, { tree, around }: On): Promise<DueCheck> {
  // Outside the sandbox nothing of the project's is started before somebody allowed it, not even for its version.
  const version = parts.sandbox ? await checkVersion(check, contextFor(parts, { key, name: check.name })) : ""
  const on = `${digestOf({ command: check.command, version, around })}@${tree}`
  const here = earlierResult(parts, check, on) ?? earlierResult(parts, check, DENIED)
  // Of a tool without a version nobody knows whether it is still the same.
  const known = here ?? (version === "" ? undefined : withoutOutput(await keptElsewhere(parts, check, on, resultsIn)))
  return { check, key, on, known, refusal: known ? undefined : await whyNotRun(parts, key, check) }
}

/** What a check that may not run has run on: a user who said no is not asked again in the same run. */
const DENIED = "denied"

/** What this run heard of the same check on the same workspace; one that could not run is tried again. */
function earlierResult({ journal, environment }: RunParts, { name }: FoundCheck, on: string): CheckResult | undefined {
  for (const { record, key } of journal.entries.toReversed()) {
    if (record.kind !== "step" || !isVerification(key) || !isReport(record.value)) continue
    const { results, left } = record.value
    const found = results.find((result) => result.name === name)
    if (!found || ![found.on, onTree(found.on, left)].includes(on)) continue
    if (found.status !== "broken" || on === DENIED || isEndless(environment.limits, found)) return found
  }
  return undefined
}

/** That stands in the other run's log. */
function withoutOutput(result: CheckResult | undefined): CheckResult | undefined {
  if (!result) return undefined
  const { output: _, ...rest } = result
  return rest
}

function resultsIn(value: unknown): readonly CheckResult[] {
  return isReport(value) ? value.results : []
}

function isVerification(key: string): boolean {
  return VERIFICATIONS.has(nameOf(key))
}

/** Stopped at the time limit: it would be again. Measured from a little later than the limit is. */
function isEndless({ check_timeout_ms }: Limits, { ms }: CheckResult): boolean {
  return ms > 0.9 * check_timeout_ms
}

/** The same check on another workspace. */
export function onTree(on: string, tree: string | undefined): string {
  return tree === undefined ? on : on.replace(/@.*$/s, () => `@${tree}`)
}

/** In the sandbox a check can do no harm; elsewhere it is a command like any other. */
async function whyNotRun(parts: RunParts, key: string, check: FoundCheck): Promise<string | undefined> {
  if (parts.sandbox) return undefined
  const clearance = await clear(parts, approvalOf(key, check))
  return clearance.kind === "refused" ? `Not run: ${clearance.reason}.` : undefined
}

function approvalOf(key: string, { command }: FoundCheck): ApprovalRequest {
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

/** With its whole output, which is kept beside the report. */
export type RanCheck = CheckResult & { readonly whole?: string }

/** Where it runs, if that is not the workspace as it is. */
export type SeenIn = { readonly view: FolderView | undefined; readonly workspace: Workspace }

/** Runs it now, whatever is known of it. */
export async function runDue(
  parts: RunParts,
  { check, key, on, refusal, slowMs }: DueCheck,
  { seen, again }: { readonly seen?: SeenIn; readonly again?: true } = {},
): Promise<RanCheck> {
  const { name, command, kind, covers, languages, isNew } = check
  const about = {
    ...{ name, command, kind },
    ...(covers === undefined ? {} : { covers }),
    ...(languages === undefined ? {} : { languages }),
    ...(isNew ? { isNew } : {}),
  }
  if (refusal !== undefined) {
    const nothing = { status: "broken", ms: 0, failing: [refusal], failures: [] } as const
    return { ...about, ...nothing, hindrance: "refused", cached: false, on: DENIED }
  }
  const context = contextFor(parts, { key, name, seen, again, slowMs })
  context.report(`$ ${command}\n`)
  // Most runs start no check; its readers of output are many.
  const { runCheck } = await import("../../checks/run-check.ts")
  const outcome = await runCheck(check, context, { view: seen?.view, also: parts.workspace.root })
  if (parts.signal.aborted) throw parts.signal.reason
  return { ...about, ...told(parts, outcome), whole: parts.secrets.redact(outcome.output), cached: false, on }
}

/** What is kept of an outcome, without secrets. */
function told({ secrets }: RunParts, outcome: CheckOutcome) {
  const redact = (text: string) => secrets.redact(text)
  const { status, ms, failing, failures, tests, counts, exitCode, script, scripts, said, summary, hindrance } = outcome
  return {
    status,
    ms,
    exit: exitCode,
    failing: failing.map(redact),
    failures: failures.map(({ name, files }) => ({ name: redact(name), files: files.map(redact) })),
    ...(tests === undefined ? {} : { tests }),
    ...(counts === null ? {} : { counts }),
    ...(script === undefined ? {} : { script }),
    ...(scripts.length === 0 ? {} : { scripts }),
    ...(said.length === 0 || failures.length > 0 ? {} : { said: said.map(redact) }),
    ...(summary.length === 0 ? {} : { summary: summary.map(redact) }),
    ...(hindrance === undefined ? {} : { hindrance }),
  }
}

type CheckPlace = {
  readonly key: string
  readonly name: string
  readonly seen?: SeenIn | undefined
  readonly again?: true | undefined
  readonly slowMs?: number | undefined
}

/** Its time runs from here on. */
function contextFor(parts: RunParts, { key, name, seen, again, slowMs }: CheckPlace): ToolContext {
  const { clock, sandbox, passVariables, environment } = parts
  const timeout = clock.timeout(environment.limits.check_timeout_ms)
  const about = {
    ...{ key, check: name },
    ...(seen ? { on_base: true as const } : {}),
    ...(again ? { again } : {}),
    ...(slowMs === undefined ? {} : { usual_ms: slowMs }),
  }
  const report = (text: string) => parts.live({ type: "tool.progress", ...about, text: parts.secrets.redact(text) })
  return {
    workspace: seen?.workspace ?? parts.workspace,
    sandbox: sandbox ?? null,
    shared: parts.background?.forChecks,
    paths: saidRules(environment),
    passVariables,
    clock,
    signal: AbortSignal.any([parts.signal, timeout]),
    report,
  }
}
