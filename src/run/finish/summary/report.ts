import { wantsClarification } from "../../../protocol/log/control.ts"
import type { Language } from "../../../protocol/log/environment.ts"
import type { FileChange } from "../../../protocol/log/event.ts"
import { idIn, parentOf } from "../../../protocol/log/key.ts"
import type { Outcome } from "../../../protocol/log/outcome.ts"
import { clip } from "../../../text/clip.ts"
import { codeSpan } from "../../../text/fence.ts"
import { lineInMarkdown, nameInMarkdown, quotedName } from "../../../text/quoted-name.ts"
import { runLaterFirst, runLaterMark } from "../../../text/words/run-later.ts"
import { say, type Word } from "../../../text/words/words.ts"
import { unheard } from "../../../view/apply/apply-words.ts"
import type { RunView, StageView, TaskView } from "../../../view/run-view.ts"
import { stageTitle } from "../../../view/stages.ts"
import { tellingLine } from "../../context/telling-line.ts"
import { newestLines } from "./newest-lines.ts"
import { newestSummaries } from "./newest-summaries.ts"
import { filesOf, languageIn } from "./of-view.ts"
import { openLines } from "./open-lines.ts"
import { outcomeLine, unchanged } from "./outcome-line.ts"
import { isPart, requirementLines, settledLines } from "./requirement-lines.ts"
import { isSpokenFor } from "./spoken-for.ts"

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

/** The engine's own account of an end, as the model reads it: its prose can't contradict it unseen. */
export function factsBlock(view: RunView, outcome: Outcome): string {
  const language = languageIn(view)
  const lines = [
    fact(language, "facts.outcome", outcomeLine(view, outcome)),
    fact(language, "facts.tasks", countsLine(language, view)),
    fact(language, "facts.files", filesLine(language, view)),
    ...remarks(language, view, outcome),
  ]
  return lines.map((line) => `- ${line}`).join("\n")
}

/** For people, beside the outcome, the checks and the requirements: what stands in the way, what was changed, and the rest. */
export function readerFacts(view: RunView, outcome: Outcome) {
  const language = languageIn(view)
  const { notes = [], refused = [], suggestions = [] } = view.gate ?? {}
  const lines = (word: Word, items: readonly string[]) =>
    items.length === 0 ? [] : [fact(language, word, items.join("; "))]
  return {
    stuck: [
      ...lines("facts.check_notes", outcome.status === "done" ? [] : notes),
      ...lines("facts.refused", refused.map(lineInMarkdown)),
      ...lines("facts.parts", openLines(language, view, outcome)),
      ...unsettled(view).map((task) => fact(language, "facts.failed", numberedTask(language, task))),
    ],
    files: [fact(language, "facts.files", filesLine(language, view))],
    other: [
      ...lines("facts.settled", settledLines(view, isPart)),
      ...uncoveredFact(language, view),
      ...unaskedFact(language, view),
      ...unheardFact(language, view),
      ...scopeFact(language, view),
      ...lines("facts.suggestions", suggestions.map(lineInMarkdown)),
      fact(language, "facts.tasks", countsLine(language, view)),
    ],
  }
}

/** Of a failed call with the line of its output that says why. */
function numberedTask(language: Language, task: TaskView): string {
  const line = taskLine(language, { ...task, digest: tellingLine(task.digest) })
  return say(language, "facts.task", task.number, line)
}

/** What did not succeed and nothing later speaks for. */
function unsettled(view: RunView): TaskView[] {
  return notSuccessful(view).filter((task) => !isSpokenFor(task, view))
}

function countsLine(language: Language, view: RunView): string {
  const { tasks, failed, rounds } = countsOf(view)
  const tries = view.failedTries > 0 ? say(language, "facts.tries", view.failedTries) : ""
  return say(language, "facts.counts", tasks, failed, rounds, view.usage.calls) + tries
}

/** What not every end has to tell. */
function remarks(language: Language, view: RunView, outcome: Outcome, failed = notSuccessful(view)): string[] {
  return [
    ...uncoveredFact(language, view),
    ...unaskedFact(language, view),
    ...unheardFact(language, view),
    ...scopeFact(language, view),
    ...(view.checks.length === 0 ? [] : [fact(language, "facts.checks", checksLine(language, view))]),
    ...gateFacts(language, view, outcome),
    ...failed.map((task) => fact(language, "facts.failed", taskLine(language, task))),
  ]
}

/** Whether the answer is all that there is to tell: it is done, changed nothing, and nothing was remarkable on the way. */
export function isPlainAnswer(view: RunView): boolean {
  if (view.outcome?.status !== "done" || filesOf(view).length > 0) return false
  const language = languageIn(view)
  return (
    unchanged(language, view).length === 0 &&
    (view.outcome.notes ?? []).length === 0 &&
    remarks(language, view, view.outcome, unsettled(view)).length === 0
  )
}

/** What the gate found beside the end itself: notes on the checks, what was refused or suggested, parts that are not done. */
function gateFacts(language: Language, view: RunView, outcome: Outcome): string[] {
  const { notes = [], refused = [], suggestions = [] } = view.gate ?? {}
  const lists: [Word, readonly string[]][] = [
    ["facts.requirements", requirementLines(language, { ...view, outcome })],
    ["facts.settled", settledLines(view)],
    ["facts.check_notes", outcome.status === "done" ? [] : notes],
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
  const points = newestSummaries(view)
  return points.length === 0 ? "" : [say(languageIn(view), "report.progress"), ...points].join("\n")
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

/** Each check as it came out last, with the first line of what fails. */
function checksLine(language: Language, { checks }: RunView): string {
  return checks
    .map(({ name, status, failing }) => {
      const why = status === "passed" || failing[0] === undefined ? "" : ` – ${firstLine(failing[0])}`
      return `${nameInMarkdown(name)} (${say(language, `check.${status}`)})${why}`
    })
    .join(", ")
}

function fact(language: Language, word: Word, text: string): string {
  return `**${say(language, word)}:** ${text}`
}

export function filesLine(language: Language, view: RunView): string {
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

function firstLine(text: string): string {
  const [line = ""] = text.trim().split("\n")
  return lineInMarkdown(clip(line, 200))
}
