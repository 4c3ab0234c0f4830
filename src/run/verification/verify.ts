import type { Check } from "../../checks/check.ts"
import type { Draft } from "../../journal/journal.ts"
import { digestOf } from "../../journal/stable-json.ts"
import type { VerifyMoment } from "../../protocol/environment.ts"
import { factKey, keyIn, numbered } from "../../protocol/key.ts"
import type { RunParts } from "../ground/run-parts.ts"
import { type CheckReport, type CheckResult, isReport, NO_REPORT, reportOf } from "./check-report.ts"
import { dueChecks, resultsOf } from "./check-results.ts"
import { type LeftBehind, leftBehind, treeNow } from "./checkpoint.ts"
import { knownChecks } from "./known-checks.ts"

export type Moment = Exclude<VerifyMoment, "off">

const ORDER: readonly VerifyMoment[] = ["round", "phase", "end", "off"]

type Verified = { readonly report: CheckReport; readonly drafts: readonly Draft[] }

/**
 * Runs the project's checks where the run changed something, and records what they say. What they said of the same
 * workspace before is not asked again. The report is a record: a replayed run reads it.
 */
export async function verify(parts: RunParts, path: string, moment: Moment): Promise<CheckReport> {
  const key = keyIn(path, numbered("verify", moment))
  if (!parts.journal.find(key) && parts.tally.view.changes.length === 0) return NO_REPORT
  return parts.journal.step({ key, digest: digestOf({ what: "verify", moment }), is: isReport }, async () => {
    const { report, drafts } = await verified(parts, path, key, moment)
    const news = report.results.filter(({ cached }) => !cached)
    return { value: report, with: [...news.map((result) => endedDraft(key, path, result)), ...drafts] }
  })
}

async function verified(parts: RunParts, path: string, key: string, moment: Moment): Promise<Verified> {
  const { verify: setting = "round" } = parts.environment
  const checks = setting === "off" ? [] : await knownChecks(parts)
  if (checks.length === 0) return { report: NO_REPORT, drafts: [] }
  if (ORDER.indexOf(moment) < ORDER.indexOf(setting)) return { report: { ...NO_REPORT, isPartial: true }, drafts: [] }
  if (moment === "end") await enterVerifying(parts, key)
  const due = moment === "round" ? checks.filter((check) => !isSlow(parts, check)) : checks
  const { tree, ready } = await prepare(parts, key, due)
  const results = await resultsOf(parts, ready).catch(async (error) => {
    await recordCut(parts, path, key, tree)
    throw error
  })
  const report = reportOf(results, due.length < checks.length)
  if (results.every(({ cached }) => cached)) return { report, drafts: [] }
  const left = await leftBehind(parts, path, tree)
  // What they only added is theirs: they need not look at it.
  const isTheirs = left?.changes.every(({ before }) => before === null)
  return {
    report: left && isTheirs ? { ...report, left: left.tree } : report,
    drafts: draftsOf(key, left),
  }
}

/** For everyone to see: the work is called done and is being looked at. */
async function enterVerifying({ journal, tally }: RunParts, key: string): Promise<void> {
  if (tally.view.state === "VERIFYING") return
  await journal.record(factKey(key, "state.changed"), { type: "state.changed", state: "VERIFYING" })
}

/** The workspace as it is when the first check starts: while somebody thinks about a question it may change. */
async function prepare(parts: RunParts, key: string, checks: readonly Check[]) {
  const before = await treeNow(parts)
  const ready = await dueChecks(parts, key, checks, before)
  const tree = parts.sandbox ? before : await treeNow(parts)
  return { tree, ready: tree === before ? ready : await dueChecks(parts, key, checks, tree) }
}

function draftsOf(key: string, left: LeftBehind | undefined): Draft[] {
  return (left?.events ?? []).map((event) => ({
    key: factKey(keyIn(key, event.when), "checkpoint.made"),
    record: { kind: "event", event },
  }))
}

/** What checks left behind that were stopped in the middle. Trouble with it must not hide what stopped them. */
async function recordCut(parts: RunParts, path: string, key: string, before: string): Promise<void> {
  const { journal, onFault } = parts
  let cut = 1
  while (journal.find(factKey(keyIn(cutPlace(key, cut), "after"), "checkpoint.made"))) cut += 1
  try {
    const drafts = draftsOf(cutPlace(key, cut), await leftBehind(parts, path, before))
    if (drafts.length > 0) await journal.write(drafts)
  } catch (error) {
    onFault?.(error)
  }
}

function isSlow({ tally, environment }: RunParts, { name }: Check): boolean {
  const { slow_check_ms } = environment.limits
  return tally.view.checks.some((check) => check.name === name && check.ms > slow_check_ms)
}

function endedDraft(key: string, stage: string, { name, command, status, ms, failing }: CheckResult): Draft {
  const event = { type: "check.ended" as const, stage, name, command, status, ms, failing: [...failing] }
  return { key: factKey(keyIn(key, name), "check.ended"), record: { kind: "event", event } }
}

/** Checks that were cut short leave their traces one after the other. */
function cutPlace(key: string, cut: number): string {
  return keyIn(key, numbered("cut", cut))
}
