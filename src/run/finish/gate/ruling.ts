import type { Language } from "../../../protocol/log/environment.ts"
import type { DurableEvent } from "../../../protocol/log/event.ts"
import { idIn, isWithin, numbered } from "../../../protocol/log/key.ts"
import { clip } from "../../../text/clip.ts"
import { lineInMarkdown } from "../../../text/quoted-name.ts"
import { say } from "../../../text/words/words.ts"
import { sharesTerm } from "../../../view/request-terms.ts"
import type { RunView, SettledView } from "../../../view/run-view.ts"
import type { RunParts } from "../../core/run-parts.ts"
import type { RunContext } from "../../run-context.ts"
import type { CheckReport } from "../../verification/check-report.ts"
import type { Judgement } from "../../verification/judgement.ts"
import type { Answered, LastWord } from "./closer.ts"
import { findingsAt, type GateFinding } from "./findings.ts"
import { judged } from "./judged.ts"
import { sortMissing, wantedWork } from "./missing.ts"
import { type ClosingAnswer, settledBy, settledLate, withdrawnBy } from "./settling.ts"
import { labelled, mayTell } from "./telling.ts"
import { hasChanged, isBlind, isChangeWanted, stateOf } from "./wanted-change.ts"

export type Ruled = Extract<DurableEvent, { type: "gate.ruled" }>

/** So many stages of closing an epoch may have. */
const MOST_CLOSINGS = 8
/** What a stage of closing needs at least: one round. */
const LEAST_ITERATIONS = 3

/** What is looked at: the checks, the last word, and what came of the closing before. */
export type Look = {
  readonly attempt: number
  readonly report: CheckReport
  readonly word: LastWord | undefined
  readonly answered: Answered | undefined
}

/** One record for each look; what it says stands. */
export async function ruling(parts: RunParts, run: RunContext, here: RunContext, look: Look): Promise<Ruled> {
  const known = here.log.fact("gate", "gate.ruled")
  if (known) return known
  const ruled = rule(parts, run, look)
  await here.record("gate", ruled)
  return ruled
}

/** What the gate would rule by what is known now. */
export function rule(parts: RunParts, run: RunContext, look: Look): Ruled {
  const { view } = parts.tally
  const { attempt, report } = look
  const before = reportsOf(parts)
  const on = stateOf(parts)
  const told = lastTold(before)
  const settled = told ? settledNow(parts, run, look, before, told) : []
  const withdrawn = told ? withdrawnBy(told, settled, view) : []
  const judgement = judged(parts, report, withdrawn)
  const now: RunView = { ...view, settled: [...view.settled, ...settled] }
  const word = withPassedOver(look.word, before.at(-1)?.on === on ? (told ?? []) : [])
  const sorted = sortMissing(word?.missing ?? [], wantedWork(parts))
  const findings = findingsAt(parts, run, { judgement, word, sorted, view: now })
  const tells = mayClose(parts, run, attempt) && mayReport(before, on, findings)
  const labels = labelled(findings, (finding) => tells && mayTell(finding, on, before))
  const isTold = labels.some(({ label }) => label !== undefined)
  const unverified = judgement.counting.length + judgement.unknown.length > 0
  return {
    type: "gate.ruled",
    attempt,
    findings: labels,
    settled: [...settled],
    missing: labels.filter(isNamed).map(({ said }) => said),
    suggestions: [...sorted.suggestions],
    refused: [...sorted.refused],
    changes: hasChanged(parts) ? "made" : isChangeWanted(parts, word?.changes) ? "none" : "none_wanted",
    // Whose failure it is nobody knows, and nobody has said anything of it: silence settles nothing.
    checks: labels.filter(({ kind }) => kind !== "open" && kind !== "unchanged").map(({ said }) => said),
    verified: judgement.verified && !unverified,
    ...(judgement.proof === "" ? {} : { proof: judgement.proof }),
    except: [...judgement.except],
    notes: [...judgement.notes, ...reasonsFor(run.environment.language, now, judged(parts, report))],
    withdrawn: [...withdrawn],
    on,
    next: isTold ? "mend" : labels.length + sorted.refused.length > 0 ? "end" : "done",
  }
}

/** What is open beside the parts of the plan. */
function isNamed({ kind, about }: GateFinding): boolean {
  return kind === "unchanged" || (kind === "open" && /^(?:missing|word|result|request)/.test(about))
}

const MOST_REASON = 300

/** A check that stays red is named with the reason, or with the task that was named for it. */
function reasonsFor(language: Language, { settled, tasks }: RunView, { counting, unknown }: Judgement): string[] {
  const checks = [...new Set([...counting, ...unknown].map(({ check }) => check))]
  return checks.flatMap((check) => {
    const found = settled.findLast(({ about }) => about === `check:${check}`)
    if (!found) return []
    const why = lineInMarkdown(clip(found.text, MOST_REASON))
    const task = found.by === "task" ? tasks.find(({ key }) => found.tasks.includes(key)) : undefined
    const name = lineInMarkdown(check)
    return [task ? say(language, "check.left_see", name, task.number, why) : say(language, "check.left", name, why)]
  })
}

/** The reports of this epoch, oldest first; whoever takes a run up again may be told once more. */
function reportsOf({ journal, tally }: RunParts): readonly Ruled[] {
  return journal.entries.flatMap(({ seq, record }) =>
    seq >= tally.epochStart &&
    record.kind === "event" &&
    record.event.type === "gate.ruled" &&
    record.event.next === "mend"
      ? [record.event]
      : [],
  )
}

function lastTold(before: readonly Ruled[]): readonly GateFinding[] | undefined {
  return before.at(-1)?.findings.filter(({ label }) => label !== undefined)
}

/** What the answer to the last report settles, and the user's word on what was reported before. */
function settledNow(
  parts: RunParts,
  run: RunContext,
  look: Look,
  before: readonly Ruled[],
  told: readonly GateFinding[],
): readonly SettledView[] {
  if (!look.answered) return []
  const answer = answerOf(parts, run, look, look.answered)
  return [...settledBy(told, answer), ...settledLate(earlierTold(before, told), answer)]
}

/** What was reported before the last report, in the same state of the work. */
function earlierTold(before: readonly Ruled[], told: readonly GateFinding[]): readonly GateFinding[] {
  const on = before.at(-1)?.on
  const known = new Set(told.map(({ about }) => about))
  return before
    .slice(0, -1)
    .filter((ruled) => ruled.on === on)
    .flatMap(({ findings }) => findings.filter(({ about, label }) => label !== undefined && !known.has(about)))
}

/** What the model itself called missing or unfinished is not closed by an answer that passes over it and changes nothing. */
function withPassedOver(word: LastWord | undefined, told: readonly GateFinding[]): LastWord | undefined {
  if (!word) return undefined
  const { missing = [] } = word
  const named = told.flatMap(({ about }) => (about.startsWith(MISSING) ? [about.slice(MISSING.length)] : []))
  const left = named.filter((item) => !missing.some((one) => sharesTerm(item, one)))
  return {
    ...word,
    ...(left.length > 0 ? { missing: [...missing, ...left] } : {}),
    ...(told.some(({ about }) => about === "request") ? { isUnfinished: true } : {}),
  }
}

const MISSING = "missing:"

/** After a closing without a change the run ends, unless the user has said something since. */
function mayReport(before: readonly Ruled[], on: string, findings: readonly GateFinding[]): boolean {
  return before.at(-1)?.on !== on || findings.some(({ about }) => about.startsWith("word:"))
}

function mayClose({ budget }: RunParts, run: RunContext, attempt: number): boolean {
  const closings = Array.from({ length: attempt }, (_, index) => numbered("closing", index + 1))
  const ofThisEpoch = closings.filter((name) => !run.log.isOfEarlierEpoch(name, "stage.started"))
  return ofThisEpoch.length < MOST_CLOSINGS && budget.allowsIterations(LEAST_ITERATIONS)
}

function answerOf(parts: RunParts, run: RunContext, { attempt }: Look, answered: Answered): ClosingAnswer {
  const place = run.key(numbered("closing", attempt))
  const { view } = parts.tally
  const hasWorked = reportsOf(parts).at(-1)?.on !== stateOf(parts)
  const done = view.tasks.filter(({ key, status }) => status === "done" && isWithin(key, place)).map(({ key }) => key)
  return {
    answered,
    request: [parts.request, ...view.words.map(({ text }) => text)].join("\n"),
    userSpoke: wordAfterReport(parts),
    hasWorked,
    isBlind: isBlind(parts),
    deeds: hasWorked && idIn(place, "closing") !== undefined ? done : [],
    view,
  }
}

/** What the user said after something was reported and the model has heard since, if anything. */
function wordAfterReport(parts: RunParts): (about: string) => string | undefined {
  const { entries } = parts.journal
  const heard = new Set(parts.tally.view.words.filter(({ heardIn }) => heardIn !== null).map(({ number }) => number))
  return (about) => {
    const report = entries.findLastIndex(
      ({ record }) =>
        record.kind === "event" &&
        record.event.type === "gate.ruled" &&
        record.event.findings.some((finding) => finding.about === about && finding.label !== undefined),
    )
    const said = entries.slice(report + 1).flatMap(({ record }) => {
      const isWord = record.kind === "event" && record.event.type === "word.added"
      return isWord && record.event.type === "word.added" && heard.has(record.event.number) ? [record.event.text] : []
    })
    return said.at(-1)
  }
}
