import { amount, dollars, duration, percent } from "@keelson/text/words/units.ts"
import type { RunView } from "@keelson/view/run-view.ts"
import type { Story } from "@keelson/view/story.ts"
import type { WordKey } from "../../words/en.ts"
import { countsOf } from "../run/summary/counts.ts"

export type Compared = { readonly id: string; readonly view: RunView; readonly story: Story; readonly time: number }

/** A figure of both runs; `value` is what their difference is taken of. */
export type FigureRow = {
  readonly word: WordKey
  readonly value: (run: Compared) => number | null
  readonly show: (value: number) => string
}

/** In the order in which people ask for them. */
export const FIGURES: readonly FigureRow[] = [
  { word: "runs.duration", value: ({ time }) => time, show: duration },
  { word: "spend.iterations", value: ({ view }) => view.iterations, show: String },
  { word: "spend.calls", value: ({ view }) => view.usage.calls, show: String },
  { word: "spend.prompt", value: ({ view }) => view.usage.prompt, show: amount },
  { word: "spend.completion", value: ({ view }) => view.usage.completion, show: amount },
  { word: "spend.cached", value: ({ view }) => cacheShare(view), show: percent },
  { word: "spend.cost", value: ({ view }) => view.usage.cost, show: dollars },
  { word: "summary.phases", value: ({ view }) => countsOf(view).phases, show: String },
  { word: "summary.rounds", value: ({ view }) => countsOf(view).rounds, show: String },
  { word: "summary.tasks", value: ({ view }) => countsOf(view).tasks, show: String },
  {
    word: "compare.failed",
    value: ({ view }) => view.tasks.filter(({ status }) => status === "failed").length,
    show: String,
  },
  {
    word: "compare.passed",
    value: ({ view }) => view.checks.filter(({ status }) => status === "passed").length,
    show: String,
  },
  {
    word: "compare.unpassed",
    value: ({ view }) => view.checks.filter(({ status }) => status === "failed").length,
    show: String,
  },
  { word: "compare.files", value: ({ view }) => filesOf(view), show: String },
  { word: "guards.reflections", value: ({ view }) => view.alarms, show: String },
  { word: "guards.violations", value: ({ view }) => view.violations, show: String },
]

/** `+12%`, or the plain difference where the first is zero; empty where they are equal or one is not known. */
export function difference(a: number | null, b: number | null, show: (value: number) => string): string {
  if (a === null || b === null || a === b) return ""
  const sign = b > a ? "+" : "−"
  const plain = `${sign}${show(Math.abs(b - a))}`
  return a === 0 ? plain : `${plain} (${sign}${Math.round((Math.abs(b - a) / a) * 100)}%)`
}

function cacheShare({ usage }: RunView): number {
  return usage.prompt > 0 ? usage.cached / usage.prompt : 0
}

function filesOf(view: RunView): number {
  return view.changes.filter(({ before, after }) => before !== after).length
}
