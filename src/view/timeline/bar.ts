import type { StageView, TaskView } from "../run-view.ts"
import type { AskedView, CallView, CheckRun } from "../story.ts"

/** What a bar stands for. `folder`: a stage whose plan was made while another lane worked in the folder. */
export type BarOf =
  | { readonly kind: "model"; readonly call: CallView }
  | { readonly kind: "task"; readonly task: TaskView }
  | { readonly kind: "check"; readonly check: CheckRun }
  | { readonly kind: "wait"; readonly asked: AskedView }
  | { readonly kind: "wait"; readonly holder: string }
  /** What was heard of a call or a check that has left no fact yet. */
  | { readonly kind: "model" | "check"; readonly heard: string }

export type BarKind = BarOf["kind"]

/** The kinds of bars, in the order in which they are drawn on each other. */
export const BAR_KINDS = ["model", "task", "check", "wait"] as const satisfies readonly BarKind[]

/** A bar of the chart; times are milliseconds of active time, so that rest takes no room. */
export type Bar = {
  /** What a click on it opens. */
  readonly key: string
  readonly kind: BarKind
  readonly status: string
  readonly from: number
  /** `null` while it goes on. */
  readonly to: number | null
  readonly of: BarOf
}

/** A phase, step, item or closing; else what stands in none of them, or all bars of a kind. */
export type LaneOf = { readonly stage: StageView } | "run" | "model" | "tasks" | "checks" | "waits"

export type Lane = {
  readonly id: string
  readonly of: LaneOf
  /** In each row bars stand one behind the other, by their beginnings. */
  readonly rows: readonly (readonly Bar[])[]
}

/** Something that was noticed, as the chart marks it. */
export type TimeMark = {
  readonly at: number
  /** The moment by the clock. */
  readonly moment: number
  readonly kind: string
  readonly seq: number
  readonly place: string
  readonly name: string
  readonly text: string
}

export type Timeline = {
  readonly lanes: readonly Lane[]
  /** Where the run rested: active time at which it stopped, and how long it rested. */
  readonly rests: readonly { readonly at: number; readonly ms: number }[]
  readonly marks: readonly TimeMark[]
}
