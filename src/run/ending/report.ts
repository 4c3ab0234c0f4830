import { wantsClarification } from "../../protocol/control.ts"
import type { Language } from "../../protocol/environment.ts"
import type { FileChange } from "../../protocol/event.ts"
import { idIn, parentOf } from "../../protocol/key.ts"
import type { Outcome } from "../../protocol/outcome.ts"
import { clip } from "../../text/clip.ts"
import { codeSpan } from "../../text/fence.ts"
import { lineInMarkdown, nameInMarkdown, quotedName } from "../../text/quoted-name.ts"
import { runLaterFirst, runLaterMark } from "../../text/run-later.ts"
import { duration } from "../../text/units.ts"
import { say, WORDS, type Word } from "../../text/words.ts"
import { unheard } from "../../view/apply-words.ts"
import type { RunView, StageView, TaskView } from "../../view/run-view.ts"
import { stageTitle } from "../../view/stages.ts"
import { newestLines } from "./newest-lines.ts"
import { openLines } from "./open-lines.ts"

/** What the engine counted, whatever the model claims. */
export type Counts = {
  readonly phases: number
  readonly tasks: number
  readonly failed: number
  readonly rounds: number
}

export function countsOf(view: RunView): Counts {
  const ran = view.tasks.filter((task) => ["done", "failed", "unknown"].includes(task.status))
  return {
    phases: view.stages.filter((stage) => stage.kind === "phase" && stage.status === "done").length,
    tasks: ran.length,
    failed: ran.filter((task) => task.status === "failed").length,
    rounds: view.stages.filter((stage) => stage.isRepeated).length,
  }
}

/** What the run changed; files that ended as they began are left out. */
export function filesOf(view: RunView): FileChange[] {
  const changed = view.changes.filter((change) => change.before !== change.after)
  return changed.sort((a, b) => (a.path < b.path ? -1 : 1))
}

/** The engine's own account of an end: the model's prose can't contradict it unseen. */
export function factsBlock(view: RunView, outcome: Outcome): string {
  const language = languageIn(view)
  const counts = countsOf(view)
  const lines = [
    fact(language, "facts.outcome", outcomeLine(view, outcome)),
    fact(
      language,
      "facts.tasks",
      say(language, "facts.counts", counts.tasks, counts.failed, counts.rounds, view.usage.calls),
    ),
    fact(language, "facts.files", filesLine(language, view)),
    ...remarks(language, view, outcome),
  ]
  return lines.map((line) => `- ${line}`).join("\n")
}

/** What not every end has to tell. */
function remarks(language: Language, view: RunView, outcome: Outcome): string[] {
  return [
    ...uncoveredFact(language, view),
    ...unaskedFact(language, view),
    ...unheardFact(language, view),
    ...scopeFact(language, view),
    ...(view.checks.length === 0 ? [] : [fact(language, "facts.checks", checksLine(language, view))]),
    ...gateFacts(language, view, outcome),
    ...notSuccessful(view).map((task) => fact(language, "facts.failed", taskLine(language, task))),
  ]
}

/** Whether the answer is all that there is to tell: it is done, changed nothing, and nothing was remarkable on the way. */
export function isPlainAnswer(view: RunView): boolean {
  if (view.outcome?.status !== "done" || filesOf(view).length > 0) return false
  const language = languageIn(view)
  return unchanged(language, view) === "" && remarks(language, view, view.outcome).length === 0
}

/** What the gate found beside the end itself: notes on the checks, what was refused or suggested, parts that are not done. */
function gateFacts(language: Language, view: RunView, outcome: Outcome): string[] {
  const { notes = [], refused = [], suggestions = [] } = view.gate ?? {}
  const lists: [Word, readonly string[]][] = [
    ["facts.check_notes", notes],
    ["facts.refused", refused.map(lineInMarkdown)],
    ["facts.parts", openLines(language, view, outcome)],
    ["facts.suggestions", suggestions.map(lineInMarkdown)],
  ]
  return lists.filter(([, items]) => items.length > 0).map(([word, items]) => fact(language, word, items.join("; ")))
}

/** What commands changed there nobody looked at. */
function uncoveredFact(language: Language, view: RunView): string[] {
  const [first] = view.uncovered
  if (!first) return []
  const titles = view.uncovered.map(({ stage }) => lineInMarkdown(stage.replaceAll("-", " ")))
  const text =
    first.why === undefined
      ? say(language, "facts.uncovered_text", titles.join(", "), first.ms / 1000)
      : say(language, "facts.uncovered_why", titles.join(", "), lineInMarkdown(first.why))
  return [fact(language, "facts.uncovered", text)]
}

/** An analysis that goes on though it has questions was not allowed to ask them any more. */
function unaskedFact(language: Language, { analysis }: RunView): string[] {
  const unasked = analysis && wantsClarification(analysis) ? analysis.clarification_questions : []
  return unasked.length === 0 ? [] : [fact(language, "facts.unasked", unasked.map(lineInMarkdown).join(" "))]
}

/** What came too late for the model is not lost: whoever reads this may ask for it anew. */
function unheardFact(language: Language, view: RunView): string[] {
  const words = unheard(view).map(({ text }) => lineInMarkdown(text))
  return words.length === 0 ? [] : [fact(language, "facts.unheard", words.join("; "))]
}

/** The user's scope and the request's; what a run may change is said only where something confines it. */
function scopeFact(language: Language, { constraints, environment }: RunView): string[] {
  const globs = constraints?.write_scope ?? environment?.scope ?? []
  return globs.length === 0
    ? []
    : [fact(language, "facts.scope", globs.map((glob) => codeSpan(quotedName(glob))).join(", "))]
}

/** The newest thing that each stage's judge told the user; empty when none did. */
export function stitchedSummary(view: RunView): string {
  const newest = new Map<string, string>()
  for (const { stage, text } of view.summaries) newest.set(parentOf(stage), text)
  if (newest.size === 0) return ""
  const points = [...newest].map(([stage, text]) => `- ${titleOf(view, stage)}${text}`)
  return [say(languageIn(view), "report.progress"), ...points].join("\n")
}

/** A report from the log alone: it needs no model and can't fail. */
export function composedReport(view: RunView): string {
  const language = languageIn(view)
  const points = view.stages.filter((stage) => !stage.isRepeated).map((stage) => `- ${stageLine(language, stage)}`)
  const done = view.tasks.filter((task) => task.status === "done").map((task) => `- ${taskLine(language, task)}`)
  const body = newestLines(language, points.length === 0 ? done : points)
  return [
    say(language, "report.stopped"),
    "",
    `${say(language, "report.goal")}: ${view.analysis?.core_goal ?? firstLine(view.request)}`,
    ...(body.length === 0 ? [say(language, "report.nothing")] : body),
  ].join("\n")
}

function outcomeLine(view: RunView, outcome: Outcome): string {
  const language = languageIn(view)
  const status = say(language, `outcome.${outcome.status}`)
  if (outcome.status === "done")
    return `${status} (${say(language, outcome.verified ? "verified" : unverified(view))})${unchanged(language, view)}`
  return `${status}: ${reasonLine(language, outcome)}`
}

/** What the engine itself gives as a reason is said in the user's language; what people and models said stays as it is. */
function reasonLine(language: Language, { status, reason }: Exclude<Outcome, { status: "done" }>): string {
  const own = `cancelled.${reason.replaceAll(" ", "_")}`
  return status === "cancelled" && own in WORDS ? say(language, own as Word) : lineInMarkdown(reason)
}

/** Why nothing had to be changed stands in the first line: it is the model's word alone. */
function unchanged(language: Language, { gate }: RunView): string {
  if (gate?.changes !== "none_needed" || gate.nothing_to_change === undefined) return ""
  return `; ${say(language, "facts.nothing_to_change", lineInMarkdown(gate.nothing_to_change))}`
}

function unverified(view: RunView): Word {
  if (filesOf(view).length === 0) return "unverified.nothing"
  if (view.environment?.verify === "off") return "unverified.off"
  return view.knownChecks?.length === 0 ? "unverified.no_checks" : "unverified.not_run"
}

/** Each check as it came out last, with the first line of what fails. */
function checksLine(language: Language, { checks }: RunView): string {
  return checks
    .map(({ name, status, failing }) => {
      const why = status === "passed" || failing[0] === undefined ? "" : ` – ${firstLine(failing[0])}`
      return `${nameInMarkdown(name)} (${say(language, `check.${status}`)})${why}`
    })
    .join(", ")
}

/** Why a budget ended the run, in the user's language. */
export function limitReason(language: Language, limit: string, used: number, allowed: number): string {
  const left = allowed - used
  // A round takes several iterations: there may be some left, and not enough.
  if (limit === "max_iterations" && left > 0) return say(language, "limit.iterations_left", left, used, allowed)
  // What is left is the report's, whose call is counted with the others.
  if (limit === "max_model_calls" && left > 0) return say(language, "limit.calls_left", left, allowed)
  if (limit === "max_time_ms")
    return say(language, left > 0 ? "limit.time_left" : "limit.max_time_ms", duration(used), duration(allowed))
  return say(language, `limit.${limit}` as Word, round(used), round(allowed))
}

function round(value: number): number {
  return Number.isInteger(value) ? value : Number(value.toFixed(4))
}

/** The language that the run speaks to its user. */
export function languageIn(view: RunView): Language {
  return view.environment?.language ?? "en"
}

function fact(language: Language, word: Word, text: string): string {
  return `**${say(language, word)}:** ${text}`
}

function filesLine(language: Language, view: RunView): string {
  const files = runLaterFirst(filesOf(view)).map((change) => fileLine(language, change))
  return files.join(", ") || say(language, "none")
}

function fileLine(language: Language, { path, before, after }: FileChange): string {
  const how: Word = before === null ? "file.new" : after === null ? "file.deleted" : "file.changed"
  const mark = runLaterMark(language, path)
  return `${nameInMarkdown(path)} (${say(language, how)}${mark === undefined ? "" : `, ${mark}`})`
}

/** Tasks that did not succeed, each once: a later attempt, or the same call once more, speaks for the earlier ones. */
function notSuccessful(view: RunView): TaskView[] {
  return view.tasks.filter((task, index) => {
    if (task.status === "done" || task.status === "skipped" || task.status === "running") return false
    return !view.tasks.slice(index + 1).some((later) => repeats(later, task))
  })
}

function repeats(later: TaskView, task: TaskView): boolean {
  const sameTask = later.id === task.id && phaseOf(later) === phaseOf(task)
  const sameCall = later.tool === task.tool && later.title === task.title && later.status !== "running"
  return sameTask || sameCall
}

/** In a loop of turns every turn counts anew. */
function phaseOf(task: TaskView): string {
  const round = parentOf(task.key)
  return idIn(round, "turn") === undefined ? parentOf(round) : round
}

function taskLine(language: Language, task: TaskView): string {
  const status = say(language, `status.${task.status}` as Word)
  const why = task.status === "done" ? "" : ` – ${firstLine(task.digest)}`
  const title = task.title === task.tool ? "" : `${lineInMarkdown(task.title)} `
  return `${nameInMarkdown(task.tool)} ${title}(${status})${why}`
}

function stageLine(language: Language, stage: StageView): string {
  const status = say(language, `status.${stage.status}` as Word)
  const title = lineInMarkdown(stageTitle(stage, language))
  return `${title} (${status})${stage.summary ? `: ${lineInMarkdown(stage.summary)}` : ""}`
}

function titleOf(view: RunView, id: string): string {
  const stage = view.stages.find((candidate) => candidate.id === id)
  return stage ? `**${lineInMarkdown(stageTitle(stage, languageIn(view)))}:** ` : ""
}

function firstLine(text: string): string {
  const [line = ""] = text.trim().split("\n")
  return lineInMarkdown(clip(line, 200))
}
