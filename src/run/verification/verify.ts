import type { Check } from "../../checks/check.ts"
import { checkVersion } from "../../checks/check-version.ts"
import { runCheck } from "../../checks/run-check.ts"
import type { Draft } from "../../journal/journal.ts"
import { digestOf } from "../../journal/stable-json.ts"
import type { VerifyMoment } from "../../protocol/environment.ts"
import type { ToolContext } from "../../tools/tool.ts"
import { clear } from "../approval.ts"
import { treeNow } from "../checkpoint.ts"
import type { RunParts } from "../run-parts.ts"
import { knownChecks } from "./known-checks.ts"
import { type CheckReport, type CheckResult, NO_REPORT, reportOf } from "./report.ts"

export type Moment = Exclude<VerifyMoment, "off">

const ORDER: readonly VerifyMoment[] = ["round", "phase", "end", "off"]

/**
 * Runs the project's checks where the run changed something, and records what they say. What they said of the same
 * workspace before is not asked again. The report is a record: a replayed run reads it.
 */
export async function verify(parts: RunParts, path: string, moment: Moment): Promise<CheckReport> {
  const key = `${path === "" ? "" : `${path}/`}verify-${moment}`
  if (!parts.journal.find(key) && parts.tally.view.changes.length === 0) return NO_REPORT
  return parts.journal.step(key, digestOf({ what: "verify", moment }), async () => {
    const report = await verified(parts, key, moment)
    const news = report.results.filter(({ cached }) => !cached)
    return { value: report, with: news.map((result) => endedDraft(key, path, result)) }
  })
}

async function verified(parts: RunParts, key: string, moment: Moment): Promise<CheckReport> {
  const { verify: setting = "round" } = parts.environment
  if (setting === "off") return NO_REPORT
  const checks = await knownChecks(parts)
  if (checks.length === 0) return NO_REPORT
  if (ORDER.indexOf(moment) < ORDER.indexOf(setting)) return { ...NO_REPORT, isPartial: true }
  const due = moment === "round" ? checks.filter((check) => !isSlow(parts, check)) : checks
  const tree = await treeNow(parts)
  const results: CheckResult[] = []
  for (const check of due) results.push(await resultOf(parts, key, check, tree))
  return reportOf(results, due.length < checks.length)
}

function isSlow({ tally, environment }: RunParts, { name }: Check): boolean {
  const { slow_check_ms } = environment.limits
  return tally.view.checks.some((check) => check.name === name && check.ms > slow_check_ms)
}

async function resultOf(parts: RunParts, key: string, check: Check, tree: string): Promise<CheckResult> {
  const context = contextFor(parts, `${key}/${check.name}`)
  const on = digestOf({ tree, command: check.command, version: await checkVersion(check, context) })
  const known = earlierResult(parts, check, on)
  if (known) return { ...known, cached: true }
  const { name, command } = check
  const denied = earlierResult(parts, check, DENIED)
  if (denied) return { ...denied, cached: true }
  const refusal = await whyNotRun(parts, key, check)
  if (refusal !== undefined)
    return { name, command, status: "broken", ms: 0, failing: [refusal], cached: false, on: DENIED }
  const { status, ms, failing } = await runCheck(check, context)
  if (parts.signal.aborted) throw parts.signal.reason
  return { name, command, status, ms, failing: failing.map((line) => parts.secrets.redact(line)), cached: false, on }
}

function contextFor(parts: RunParts, key: string): ToolContext {
  const { workspace, sandbox } = parts
  const timeout = AbortSignal.timeout(parts.environment.limits.check_timeout_ms)
  const report = (text: string) => parts.live({ type: "tool.progress", key, text: parts.secrets.redact(text) })
  return { workspace, sandbox: sandbox ?? null, signal: AbortSignal.any([parts.signal, timeout]), report }
}

/** What a check that may not run has run on: a user who said no is not asked again in the same run. */
const DENIED = "denied"

/** What this run heard of the same check on the same workspace; one that could not run is tried again. */
function earlierResult({ journal }: RunParts, { name }: Check, on: string): CheckResult | undefined {
  for (const { record, key } of journal.entries.toReversed()) {
    if (record.kind !== "step" || !/(^|\/)verify-(round|phase|end)$/.test(key)) continue
    const { results } = record.value as CheckReport
    const found = results.find(
      (result) => result.name === name && result.on === on && (result.status !== "broken" || on === DENIED),
    )
    if (found) return found
  }
  return undefined
}

/** In the sandbox a check can do no harm; elsewhere it is a command like any other. */
async function whyNotRun(parts: RunParts, key: string, { name, command }: Check): Promise<string | undefined> {
  if (parts.sandbox) return undefined
  const clearance = await clear(parts, {
    key: `${key}/${name}`,
    tool: { name: "run_check", access: "execute" },
    subject: async () => ({ kind: "command", line: command.trim() }),
    summary: command,
    detail: async () => command,
  })
  return clearance.kind === "refused" ? `Not run: ${clearance.reason}.` : undefined
}

function endedDraft(key: string, stage: string, { name, command, status, ms, failing }: CheckResult): Draft {
  const event = { type: "check.ended" as const, stage, name, command, status, ms, failing: [...failing] }
  return { key: `${key}/${name}#check.ended`, record: { kind: "event", event } }
}
