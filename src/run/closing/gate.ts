import { isText } from "../../journal/step-key.ts"
import type { DurableEvent } from "../../protocol/event.ts"
import { numbered } from "../../protocol/key.ts"
import { say } from "../../text/words.ts"
import type { Conclusion } from "../conclusion.ts"
import { missingResult } from "../constraints/generation.ts"
import type { RunParts } from "../ground/run-parts.ts"
import { ControlFailed } from "../ground/stops.ts"
import { hasNews } from "../reflection/news.ts"
import type { RunContext } from "../run-context.ts"
import { recordedBaseline } from "../verification/baseline.ts"
import { checkMode } from "../verification/check-mode.ts"
import { type CheckReport, NO_REPORT } from "../verification/check-report.ts"
import { isRed, type Judgement, judgeChecks } from "../verification/judge-checks.ts"
import { judgementLines } from "../verification/judgement-text.ts"
import { checksText } from "../verification/prompts.ts"
import type { Closer, LastWord } from "./closer.ts"
import { demandedCommands } from "./named-commands.ts"
import { hasChanged, isChangeWanted, isLacking, objections, undoneCommands } from "./objections.ts"
import * as prompts from "./prompts.ts"
import { sortMissing, type WantedWork } from "./requirements.ts"

export type Ruled = Extract<DurableEvent, { type: "gate.ruled" }>

/** What the gate found, and the model's last word if it is fit to be the answer. */
export type Closing = { readonly ruled: Ruled; readonly word: LastWord | undefined }

/** So many stages of closing an epoch may have. */
const MOST_CLOSINGS = 8
/** What a stage of closing needs at least: one round. */
const LEAST_ITERATIONS = 3

/**
 *   strategy's own end ─▶ checks ─▶ what is missing? ─▶ nothing: done
 *                           ▲              │ something, or a check fails
 *                           └─ closing-n ◀─┘ (while the last one brought something new)
 */
export async function closeRun(parts: RunParts, run: RunContext, closer: Closer): Promise<Closing> {
  let canSay = true
  for (let attempt = 0; ; attempt++) {
    const here = placeOf(run, attempt)
    const report = await reportAt(here)
    const judgement = judgementOf(parts, run, report)
    const fails = isRedAtOnce(here, judgement)
    const word: LastWord | undefined = fails ? closer.given?.() : await lastWord(parts, here, closer, canSay)
    canSay &&= fails || word !== undefined
    const ruled = await ruling(parts, run, here, { attempt, judgement, word })
    if (ruled.next !== "mend") return { ruled, word: fails ? undefined : word }
    await mend(run, closer, ruled, report)
  }
}

/** Whether the gate has looked at the strategy's own end: then that stands. */
export function hasClosed({ log }: RunContext): boolean {
  return log.fact("closing-0/gate", "gate.ruled") !== undefined
}

/** What ended an earlier epoch is looked at again: by now somebody may have mended it. */
function placeOf(run: RunContext, attempt: number): RunContext {
  const first = run.at(numbered("closing", attempt))
  const later = Array.from({ length: run.epoch - 1 }, (_, index) => first.at(numbered("epoch", index + 2)))
  const last = [first, ...later].findLast(({ log }) => log.has("verify-end") || log.fact("gate", "gate.ruled")) ?? first
  const ruled = last.log.fact("gate", "gate.ruled")
  const isOld = last.log.isOfEarlierEpoch("gate", "gate.ruled") || (!ruled && last.log.isOfEarlierEpoch("verify-end"))
  return isOld && ruled?.next !== "mend" ? first.at(numbered("epoch", run.epoch)) : last
}

/**
 * What the checks say here, after any deed that had a baseline: what was to be mended may be as red as before. A look of before that had
 * nothing to check has nothing to check now: what was changed came later.
 */
function reportAt(here: RunContext): Promise<CheckReport> | CheckReport {
  const hadNone = here.log.fact("gate", "gate.ruled") !== undefined && !here.log.has("verify-end")
  if (hadNone) return NO_REPORT
  return here.verify("end", { always: recordedBaseline(here.log.entries) !== undefined })
}

/** What the checks mean for the end, by what they said before the run. */
function judgementOf(
  parts: RunParts,
  run: RunContext,
  report: CheckReport,
  baseline = recordedBaseline(run.log.entries),
): Judgement {
  const { request, tally } = parts
  return judgeChecks(report, baseline, {
    mode: checkMode({ request, baseline }),
    request,
    scope: tally.view.constraints?.write_scope ?? run.environment.scope,
    changedFiles: tally.view.changes.map(({ path }) => path),
  })
}

function redChecks({ checks }: Judgement): string[] {
  return checks.filter(isRed).map(({ name }) => name)
}

/** Whether the checks decide before anybody is asked. That nothing had to change was said before they were looked at. */
function isRedAtOnce(here: RunContext, judgement: Judgement): boolean {
  if (here.log.has("unchanged/verify-end")) return false
  return (here.log.fact("gate", "gate.ruled")?.checks ?? redChecks(judgement)).length > 0
}

/** The model's word on the whole; `undefined` where none can be had, and then it is not asked for again. */
async function lastWord(
  parts: RunParts,
  here: RunContext,
  closer: Closer,
  mayAsk: boolean,
): Promise<LastWord | undefined> {
  const given = closer.given?.()
  const rule = () => objections(parts, given, closer.isModelLed ?? false).join("\n")
  const against = here.decide("objections", rule, { is: isText })
  const isGiven = against === "" && given !== undefined
  if (!isGiven && (!mayAsk || wasNotToBeHad(here))) return undefined
  try {
    if (isGiven) return await madeClear(parts, here, closer, given)
    const told = against === "" ? "" : prompts.whatIsMissing(against.split("\n"), refusedCalls(parts))
    return await madeClear(parts, here, closer, await closer.ask(here, told))
  } catch (error) {
    if (error instanceof ControlFailed) return undefined
    throw error
  }
}

/** Of an earlier epoch that went on without it: to ask now would be too late. */
function wasNotToBeHad({ log }: RunContext): boolean {
  return log.isOfEarlierEpoch("gate", "gate.ruled") && log.fact("gate", "gate.ruled")?.has_word === false
}

/** What names nothing of the request, or leaves open what is missing, is sent back once. */
async function madeClear(parts: RunParts, here: RunContext, closer: Closer, word: LastWord): Promise<LastWord> {
  const { suggestions } = sortMissing(word.missing ?? [], wantedWork(parts))
  const unclear = word.missing === undefined ? [prompts.NOT_SAID] : suggestions.map(prompts.namesNothing)
  return unclear.length === 0 ? word : closer.ask(here.at("again"), prompts.sayAgain(unclear))
}

function wantedWork({ request, tally: { view } }: RunParts): WantedWork {
  return { request, requirements: view.analysis?.requirements ?? [] }
}

type Findings = {
  readonly attempt: number
  readonly judgement: Judgement
  readonly word: LastWord | undefined
}

/** One record for each look; what it says stands. */
async function ruling(parts: RunParts, run: RunContext, here: RunContext, findings: Findings): Promise<Ruled> {
  const known = here.log.fact("gate", "gate.ruled")
  if (known) return known
  const judgement = (await unchanged(parts, run, here, findings)) ?? findings.judgement
  const ruled = rule(parts, run, { ...findings, judgement })
  await here.record("gate", ruled)
  return ruled
}

/** The model says that nothing had to be changed: then the checks have their say of the workspace as it is. */
async function unchanged(
  parts: RunParts,
  run: RunContext,
  here: RunContext,
  { word }: Findings,
): Promise<Judgement | undefined> {
  if (word?.nothingToChange === undefined || hasChanged(parts)) return undefined
  const report = await here.at("unchanged").verify("end", { always: true })
  return judgementOf(parts, run, report, { ...report, without: [], own: [] })
}

function rule(parts: RunParts, run: RunContext, { attempt, judgement, word }: Findings): Ruled {
  const sorted = sortMissing(word?.missing ?? [], wantedWork(parts))
  const { language } = run.environment
  const makers = missingResult(run)
  const missing = [
    ...sorted.missing,
    ...(makers.length > 0 ? [say(language, "result.missing", makers.join(", "))] : []),
    ...undoneCommands(parts, demandedCommands(parts.request))
      .filter((command) => !sorted.refused.some((item) => item.includes(command)))
      .map((command) => say(language, "closing.not_run", command)),
    // What was refused is named as such; that nothing changed only follows from it.
    ...(sorted.refused.length === 0 && isLacking(parts, word) ? [say(language, "closing.nothing_changed")] : []),
  ]
  const found = {
    type: "gate.ruled" as const,
    attempt,
    missing,
    suggestions: [...sorted.suggestions],
    refused: [...sorted.refused],
    changes: changesOf(parts, word),
    ...(word?.nothingToChange === undefined ? {} : { nothing_to_change: word.nothingToChange }),
    checks: redChecks(judgement),
    verified: judgement.verified,
    notes: judgementLines(language, judgement),
    has_word: word?.missing !== undefined,
  }
  return { ...found, next: nextOf(parts, run, found) }
}

function changesOf(parts: RunParts, word: LastWord | undefined): Ruled["changes"] {
  if (hasChanged(parts)) return "made"
  if (!isChangeWanted(parts, word)) return "none_wanted"
  return word?.nothingToChange === undefined ? "none" : "none_needed"
}

function nextOf(parts: RunParts, run: RunContext, found: Omit<Ruled, "next">): Ruled["next"] {
  const { missing, refused, checks, has_word, verified } = found
  if (missing.length + checks.length === 0) {
    // Nobody says what is missing: then only checks can say that nothing is.
    if (!has_word) return verified ? "done" : "end"
    return refused.length === 0 ? "done" : "end"
  }
  return mayMend(parts, run, found) ? "mend" : "end"
}

/** As long as there is something to spend, and the last one helped. */
function mayMend({ budget, journal }: RunParts, run: RunContext, found: Omit<Ruled, "next">): boolean {
  const { attempt } = found
  const closings = Array.from({ length: attempt }, (_, index) => numbered("closing", index + 1))
  const ofThisEpoch = closings.filter((name) => !run.log.isOfEarlierEpoch(name, "stage.started"))
  if (ofThisEpoch.length >= MOST_CLOSINGS || !budget.allowsIterations(LEAST_ITERATIONS)) return false
  if (ofThisEpoch.length === 0) return true
  const before = placeOf(run, attempt - 1).log.fact("gate", "gate.ruled")
  const isOther = !before || openIn(before) !== openIn(found)
  return isOther || hasNews(journal.entries, run.key(numbered("closing", attempt)))
}

/** What is missing, and what is red. */
function openIn({ missing, checks }: Pick<Ruled, "missing" | "checks">): string {
  return JSON.stringify([missing, checks])
}

/** Calls that a person or a rule refused and that did not run later on. */
function refusedCalls({ tally: { view } }: RunParts): readonly string[] {
  const refused = view.tasks.filter(({ status }) => status === "refused")
  const ran = new Set(view.tasks.filter(({ status }) => status === "done").map(({ tool, title }) => `${tool} ${title}`))
  return [...new Set(refused.map(({ tool, title }) => `${tool} ${title}`))].filter((call) => !ran.has(call))
}

async function mend(run: RunContext, closer: Closer, ruled: Ruled, report: CheckReport): Promise<void> {
  const { language } = run.environment
  const number = ruled.attempt + 1
  const stage = { kind: "closing", name: numbered("closing", number), title: say(language, "closing.title", number) }
  await run.stage({ ...stage, kind: "closing" }, async (here) => {
    await here.recover()
    const checks = ruled.checks.length > 0 ? checksText(report) : ""
    await closer.mend(here, prompts.mend(ruled.missing, checks, ruled.refused))
    return { status: "done", summary: [...ruled.missing, ...ruled.checks].join("; "), value: undefined }
  })
}

/** How a run ends by what the gate found. A plan that is stuck is named as such. */
export function concluded(run: RunContext, own: Conclusion, { ruled }: Closing): Conclusion | "verified" {
  const { language } = run.environment
  const { missing, refused, checks, next } = ruled
  if (checks.length > 0) {
    const reason = say(language, "checks.fail", checks.join(", "))
    return { kind: "failed", reason: missing.length > 0 ? `${reason}; ${missing.join("; ")}` : reason }
  }
  if (next === "done") return ruled.verified && ruled.changes === "made" ? "verified" : { kind: "done" }
  if (own.kind === "blocked") return own
  if (!ruled.has_word && own.kind !== "done") return own
  const lacking = [...missing, ...refused.map((item) => say(language, "closing.refused", item))]
  const reason = lacking.length > 0 ? lacking.join("; ") : say(language, "closing.unknown")
  return { kind: "incomplete", limit: "missing", reason, missing, refused }
}
