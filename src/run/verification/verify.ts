import type { TextChange } from "../../checkpoints/checkpoints.ts"
import type { Check } from "../../checks/check.ts"
import type { EntryDraft } from "../../journal/journal.ts"
import { digestOf } from "../../journal/stable-json.ts"
import type { VerifyMoment } from "../../protocol/log/environment.ts"
import { factKey, keyIn, numbered } from "../../protocol/log/key.ts"
import type { CheckView } from "../../view/run-view.ts"
import type { RunParts } from "../core/run-parts.ts"
import { withAdded } from "./added-tests.ts"
import { withBase } from "./base/with-base.ts"
import { ownChanges } from "./changed.ts"
import { type CheckReport, type CheckResult, isReport, NO_REPORT, reportOf } from "./check-report.ts"
import { type DueCheck, dueChecks, type RanCheck, resultsOf } from "./check-results.ts"
import { isTheirs, type LeftBehind, leftBehind, treeNow } from "./checkpoint.ts"
import { withCoverage } from "./coverage.ts"
import { endedDraft } from "./ended-draft.ts"
import { type VerifyAt, verifyKey } from "./is-due.ts"
import { checksAtEnd, checksNow, type FoundCheck } from "./known-checks.ts"
import { type Demands, demandsOf, wantedOf } from "./must-become-green.ts"
import { withOutputs } from "./outputs.ts"
import { removalsIn } from "./removals.ts"
import { changesSinceBase } from "./since-base.ts"
import { type UsualTimes, usualTimes } from "./usual-time.ts"

const ORDER: readonly VerifyMoment[] = ["round", "phase", "end", "off"]

type Verified = { readonly report: CheckReport; readonly drafts: readonly EntryDraft[] }

/**
 * Runs the project's checks where the run changed something, and records what they say. What is red is compared with the base before anybody
 * is told. What they said of the same workspace before is not asked again. The report is a record: a replayed run reads it.
 */
export async function verify(parts: RunParts, path: string, moment: VerifyAt): Promise<CheckReport> {
  const key = verifyKey(path, moment)
  return parts.journal.step({ key, digest: digestOf({ what: "verify", moment }), is: isReport }, async () => {
    const { report, drafts } = await verified(parts, path, key, moment)
    const news = report.results.filter((result) => isNews(parts, result))
    return { value: report, with: [...news.map((result) => endedDraft(key, path, moment, result)), ...drafts] }
  })
}

async function verified(parts: RunParts, path: string, key: string, moment: VerifyAt): Promise<Verified> {
  const { verify: setting = "round" } = parts.environment
  const isEnd = moment === "end"
  const { checks, changes } = await look(parts, key, isEnd)
  if (isEnd) await parts.background?.endForChecks()
  if (checks.length === 0) return { report: NO_REPORT, drafts: [] }
  if (ORDER.indexOf(moment) < ORDER.indexOf(setting)) return { report: { ...NO_REPORT, isPartial: true }, drafts: [] }
  if (isEnd) await enterVerifying(parts, key)
  const usual = await usualTimes(parts)
  const due = quickFirst(
    parts,
    moment === "round" ? checks.filter((check) => !waits(parts, check, usual)) : checks,
    usual,
  )
  const began = parts.clock.now()
  const { tree, ready } = await prepare(parts, key, due, usual)
  const ran = await said(parts, ready, began).catch(async (error) => {
    await recordCut(parts, path, key, tree)
    throw error
  })
  const shown = withOutputs(parts, path, ran)
  const { drafts } = shown
  const results = shown.results.map((result) => withAdded(result, changes ?? []))
  const later = checks.filter((check) => !due.includes(check)).map((check) => laterCheck(check, usual))
  const plain = { ...reportOf(results, later.length > 0), ...(later.length > 0 ? { later } : {}) }
  const report = changes ? withCoverage({ ...plain, removed: removalsIn(changes) }, ownChanges(parts)) : plain
  if (results.every(({ cached }) => cached)) return { report, drafts }
  const left = await leftBehind(parts, path, tree)
  return {
    report: left && isTheirs(left, leftEarlier(parts)) ? { ...report, left: left.tree } : report,
    drafts: [...drafts, ...draftsOf(key, left)],
  }
}

type Look = { readonly checks: readonly FoundCheck[]; readonly changes?: readonly TextChange[] }

/** What there is to check with, and at an end what differs from the base: nothing, where nobody knows. */
async function look(parts: RunParts, key: string, isEnd: boolean): Promise<Look> {
  const { verify: setting = "round", literal } = parts.environment
  if (setting === "off") return { checks: [] }
  if (!isEnd || literal) return { checks: await checksNow(parts) }
  const changes = await changesSinceBase(parts)
  return { checks: await checksAtEnd(parts, key, changes), changes: changes ?? [] }
}

/** `literal` is the seeds' own flow: what is red is red. */
async function said(parts: RunParts, due: readonly DueCheck[], began: number): Promise<readonly RanCheck[]> {
  const results = await resultsOf(parts, due)
  if (parts.environment.literal) return results
  const demands = demandsOf(parts)
  return (await withBase(parts, due, results, began)).map((ran) => withWanted(ran, demands))
}

/** Whoever is told that a check is red as before is told, too, that it must not stay so. */
function withWanted(ran: RanCheck, demands: Demands): RanCheck {
  if (ran.compared?.kind !== "as_before") return ran
  const wanted = wantedOf(ran, demands)
  return wanted ? { ...ran, wanted: wanted.names } : ran
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
async function prepare(parts: RunParts, key: string, checks: readonly FoundCheck[], usual: UsualTimes) {
  const before = await treeNow(parts)
  const ready = await dueChecks(parts, key, checks, before, usual)
  const tree = parts.sandbox ? before : await treeNow(parts)
  return { tree, ready: tree === before ? ready : await dueChecks(parts, key, checks, tree, usual) }
}

/** What the checks of this run made for themselves before. */
function leftEarlier({ journal }: RunParts): readonly string[] {
  return journal.entries.flatMap(({ key, record }) => {
    const isLeft =
      record.kind === "event" && record.event.type === "checkpoint.made" && /\/verify-\w+\/after/.test(`/${key}`)
    if (!isLeft || record.event.type !== "checkpoint.made") return []
    return record.event.changes.flatMap(({ path, before }) => (before === null ? [path] : []))
  })
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

function laterCheck({ name, command }: Check, usual: UsualTimes): NonNullable<CheckReport["later"]>[number] {
  return { name, command, ms: usual.get(command) ?? 0 }
}

/** Whoever stops a run in the middle of a slow check has heard of the others. */
function quickFirst(parts: RunParts, checks: readonly FoundCheck[], usual: UsualTimes): readonly FoundCheck[] {
  return checks.toSorted((one, other) => Number(isSlow(parts, one, usual)) - Number(isSlow(parts, other, usual)))
}

function isSlow({ environment }: RunParts, { command }: Check, usual: UsualTimes): boolean {
  return (usual.get(command) ?? 0) > environment.limits.slow_check_ms
}

/** Until something is called complete; but whoever mends what the run broke has to see whether it is mended. */
function waits(parts: RunParts, check: Check, usual: UsualTimes): boolean {
  const isOwn = ({ name, status, compared }: CheckView) =>
    name === check.name && status !== "passed" && compared === "own"
  return isSlow(parts, check, usual) && !parts.tally.view.checks.some(isOwn)
}

/** Checks that were cut short leave their traces one after the other. */
function cutPlace(key: string, cut: number): string {
  return keyIn(key, numbered("cut", cut))
}
