import type { Language } from "../protocol/log/environment.ts"
import type { LoggedEvent } from "../protocol/log/event.ts"
import { namesOf, parentOf } from "../protocol/log/key.ts"
import { codeSpan } from "../text/fence.ts"
import { lineInMarkdown, quotedName } from "../text/quoted-name.ts"
import { runTitle } from "../text/run-title.ts"
import { runLaterFirst, runLaterMark } from "../text/words/run-later.ts"
import { activeAt } from "../view/active-time.ts"
import { endFactsOf } from "../view/facts-of.ts"
import { lacksOf } from "../view/lacking.ts"
import { type RunView, viewOf } from "../view/run-view.ts"
import { stageTitle } from "../view/stages.ts"
import { type Story, storyOf } from "../view/story.ts"
import { undoneOf } from "../view/undone.ts"
import { reportWord } from "./words.ts"

/** A run in Markdown: what was asked, what came out, the figures, and what happened on the way. */
export function markdownReport(events: readonly LoggedEvent[]): string {
  const view = viewOf(events)
  const story = storyOf(events)
  const language = view.environment?.language ?? "en"
  const word = (name: Parameters<typeof reportWord>[1]) => reportWord(language, name)
  const sections: readonly (readonly [title: string, lines: readonly string[]])[] = [
    [word("request"), [...quoted(view.request), ...(view.askedBy ? ["", `– ${lineInMarkdown(view.askedBy)}`] : [])]],
    [word("outcome"), [outcomeLine(view, word)]],
    [word("missing"), listed(lacksOf(view).missing)],
    [word("refused"), listed(lacksOf(view).refused)],
    [word("summary"), summaryLines(view)],
    [word("highlights"), listed(view.summary?.highlights)],
    [word("figures"), figures(view, story, word)],
    [
      word("checks"),
      view.checks.map(
        ({ name, command, status, compared }) =>
          `- ${compared === "as_before" ? word("as_before") : status}: ${nameAsCode(name)} (${nameAsCode(command)})`,
      ),
    ],
    [word("files"), fileLines(view, language)],
    [word("work"), workLines(view, story)],
    [
      word("noticed"),
      story.moments.map(
        ({ kind, name, text, by = "" }) => `- ${kind}: ${lineInMarkdown([name, text, by].filter(Boolean).join(" – "))}`,
      ),
    ],
  ]
  const title = lineInMarkdown(runTitle(view.request))
  const parts = sections
    .filter(([, lines]) => lines.length > 0)
    .map(([name, lines]) => `## ${name}\n\n${lines.join("\n")}`)
  return `${[`# ${title}`, ...parts].join("\n\n")}\n`
}

function listed(items: readonly string[] = []): string[] {
  return items.map((text) => `- ${lineInMarkdown(text)}`)
}

type Word = (name: Parameters<typeof reportWord>[1]) => string

function outcomeLine(view: RunView, word: Word): string {
  const undone = view.outcome && undoneOf(view)
  const { head } = endFactsOf(view.message, view.summary?.text ?? "")
  return [head || endLine(view, word), ...(undone ? [word(`undone.${undone}`)] : [])].join(head === "" ? "; " : "\n- ")
}

function endLine({ outcome, state }: RunView, word: Word): string {
  if (!outcome) return `${state} (${word("running")})`
  if (outcome.status === "done") return `${outcome.status} (${word(outcome.verified ? "verified" : "unverified")})`
  return `${outcome.status}: ${lineInMarkdown(outcome.reason)}`
}

function figures(view: RunView, story: Story, word: Word): string[] {
  const { usage, environment } = view
  const limits = environment?.limits
  const rows: readonly (readonly [string, string])[] = [
    [word("strategy"), view.strategy],
    [word("model"), environment?.model ?? ""],
    [word("time"), `${(activeAt(story.time, view.updatedAt) / 1000).toFixed(1)} s`],
    [word("iterations"), `${view.iterations}${limits ? `/${limits.max_iterations}` : ""}`],
    [word("calls"), `${usage.calls}${limits ? `/${limits.max_model_calls}` : ""}`],
    [word("tokens"), `${usage.prompt} + ${usage.completion}`],
    [word("cached"), usage.prompt > 0 ? `${Math.round((usage.cached / usage.prompt) * 100)}%` : "–"],
    ...(view.summary?.quality ? [[word("quality"), view.summary.quality] as const] : []),
    [word("cost"), usage.cost === null ? word("unknown") : `$${usage.cost.toFixed(4)}`],
  ]
  return ["| | |", "|---|---|", ...rows.map(([name, value]) => `| ${name} | ${cell(value)} |`)]
}

/** Stages with their tasks, as deep as they stand. */
function workLines(view: RunView, story: Story): string[] {
  const language = view.environment?.language ?? "en"
  const byStage = Map.groupBy(view.tasks, ({ key }) => parentOf(key))
  return view.stages.flatMap((stage) => {
    const { id, status } = stage
    const indent = "  ".repeat(namesOf(id).length - 1)
    const tasks = (byStage.get(id) ?? []).map(
      (task) =>
        `${indent}  - ${task.number} ${task.status}: ${nameAsCode(task.tool)} ${lineInMarkdown(task.title)} (${Math.round(task.ms)} ms)`,
    )
    const ruling = story.rulings[id]
    const rate = ruling?.verdict?.phase_completion_rate
    return [
      `${indent}- **${lineInMarkdown(stageTitle(stage, language))}** (${status})`,
      ...tasks,
      ...(ruling
        ? [`${indent}  - ${rate === undefined ? "" : `${Math.round(rate * 100)}%: `}${lineInMarkdown(ruling.text)}`]
        : []),
    ]
  })
}

/** The model's words are quoted, so that no heading and no list of its own stands beside ours. */
function summaryLines(view: RunView): string[] {
  const { rest: facts } = endFactsOf(view.message, view.summary?.text ?? "")
  if (facts === "") return view.message === "" ? [] : [view.message]
  return [...quoted(view.summary?.text ?? ""), "", facts]
}

function fileLines(view: RunView, language: Language): string[] {
  const changes = [...view.tasks.flatMap((task) => task.changes), ...view.changes]
  const paths = new Set(changes.map(({ path }) => path).sort())
  const files = runLaterFirst([...paths].map((path) => ({ path })))
  return files.map(({ path }) => {
    const mark = runLaterMark(language, path)
    return `- ${nameAsCode(path)}${mark === undefined ? "" : ` – **${mark}**`}`
  })
}

/** Always as code: it stands in lists and beside other words. */
function nameAsCode(name: string): string {
  return codeSpan(quotedName(name))
}

function quoted(text: string): string[] {
  return text.split("\n").map((line) => `> ${line}`)
}

function cell(text: string): string {
  return lineInMarkdown(text).replaceAll("|", "\\|")
}
