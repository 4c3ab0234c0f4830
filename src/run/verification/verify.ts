import type { Check } from "../../checks/check.ts"
import type { EntryDraft } from "../../journal/journal.ts"
import { digestOf } from "../../journal/stable-json.ts"
import type { VerifyMoment } from "../../protocol/environment.ts"
import { factKey, keyIn, numbered } from "../../protocol/key.ts"
import type { RunParts } from "../ground/run-parts.ts"
import { ownFiles, wasSlow } from "./baseline.ts"
import { type CheckReport, type CheckResult, isReport, NO_REPORT, reportOf } from "./check-report.ts"
import { type DueCheck, dueChecks, resultsOf } from "./check-results.ts"
import { isTheirs, type LeftBehind, leftBehind, treeNow } from "./checkpoint.ts"
import { confirmed } from "./confirm.ts"
import { endedDraft } from "./ended-draft.ts"
import { knownChecks } from "./known-checks.ts"

export type VerifyAt = Exclude<VerifyMoment, "off">

const ORDER: readonly VerifyMoment[] = ["round", "phase", "end", "off"]

type Verified = { readonly report: CheckReport; readonly drafts: readonly EntryDraft[] }

/**
 * Runs the project's checks where the run changed something, and records what they say. What they said of the same
 * workspace before is not asked again. The report is a record: a replayed run reads it.
 */
export async function verify(parts: RunParts, path: string, moment: VerifyAt, always = false): Promise<CheckReport> {
  const key = keyIn(path, numbered("verify", moment))
  if (!always && !parts.journal.find(key) && parts.tally.view.changes.length === 0) return NO_REPORT
  return parts.journal.step({ key, digest: digestOf({ what: "verify", moment }), is: isReport }, async () => {
    const { report, drafts } = await verified(parts, path, key, moment)
    const news = report.results.filter((result) => isNews(parts, result))
    return { value: report, with: [...news.map((result) => endedDraft(key, path, moment, result)), ...drafts] }
  })
}

async function verified(parts: RunParts, path: string, key: string, moment: VerifyAt): Promise<Verified> {
  const { verify: setting = "round" } = parts.environment
  const checks = setting === "off" ? [] : await knownChecks(parts)
  if (checks.length === 0) return { report: NO_REPORT, drafts: [] }
  if (ORDER.indexOf(moment) < ORDER.indexOf(setting)) return { report: { ...NO_REPORT, isPartial: true }, drafts: [] }
  if (moment === "end") await enterVerifying(parts, key)
  const due = moment === "round" ? checks.filter((check) => !isSlow(parts, check)) : checks
  const { tree, ready } = await prepare(parts, key, due)
  const results = await said(parts, moment, ready).catch(async (error) => {
    await recordCut(parts, path, key, tree)
    throw error
  })
  const report = reportOf(results, due.length < checks.length)
  if (results.every(({ cached }) => cached)) return { report, drafts: [] }
  const left = await leftBehind(parts, path, tree)
  return {
    report: left && isTheirs(left, ownFiles(parts)) ? { ...report, left: left.tree } : report,
    drafts: draftsOf(key, left),
  }
}

/** What is new at the end is not taken at its first word. */
async function said(parts: RunParts, moment: VerifyAt, due: readonly DueCheck[]): Promise<readonly CheckResult[]> {
  const results = await resultsOf(parts, due)
  return moment === "end" ? confirmed(parts, due, results) : results
}

/** What was known already is told only where everybody sees something else: another state of the workspace came between. */
function isNews({ tally }: RunParts, { name, cached, status }: CheckResult): boolean {
  return !cached || tally.view.checks.find((check) => check.name === name)?.status !== status
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

function draftsOf(key: string, left: LeftBehind | undefined): EntryDraft[] {
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

function isSlow(parts: RunParts, { name }: Check): boolean {
  const { slow_check_ms } = parts.environment.limits
  return (
    wasSlow(parts, name) || parts.tally.view.checks.some((check) => check.name === name && check.ms > slow_check_ms)
  )
}

/** Checks that were cut short leave their traces one after the other. */
function cutPlace(key: string, cut: number): string {
  return keyIn(key, numbered("cut", cut))
}
