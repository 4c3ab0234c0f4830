import type { ApprovalRule } from "../protocol/log/approval.ts"
import type { Changes, Phase, PlanStep, RequestAnalysis, Todo } from "../protocol/log/control.ts"
import type { Environment } from "../protocol/log/environment.ts"
import type { AskedHost, DurableEvent, Estimate, FileChange, LoggedEvent, SummaryLayer } from "../protocol/log/event.ts"
import type { Outcome, RunState } from "../protocol/log/outcome.ts"
import type { OpenQuestion } from "../protocol/log/run.ts"
import { NO_USAGE, type Usage } from "../protocol/log/usage.ts"
import { changeBy } from "./apply/apply-event.ts"
import type { ProcessView } from "./apply/apply-process.ts"
import { COPYING, type Lists, OwnLists } from "./lists.ts"
import type { CheckView, StageView, TaskView } from "./part-views.ts"

export type { CheckView, StageView, TaskView } from "./part-views.ts"

export type ConstraintsView = Omit<Extract<DurableEvent, { type: "constraints.set" }>, "type">

/** What a strategy laid open, and in which stage. */
export type NoteView = Omit<Extract<DurableEvent, { type: "note.made" }>, "type">

export type GateView = Omit<Extract<DurableEvent, { type: "gate.ruled" }>, "type">

/** What settled one finding of the gate. */
export type SettledView = GateView["settled"][number]

/** Steps that a plan was too long for, and the place of that plan. */
export type CutSteps = Pick<Extract<DurableEvent, { type: "plan.cut" }>, "stage" | "dropped">

/** Something that was said to the run on its way; `heardIn` is the stage that heard it first. */
export type WordView = {
  readonly number: number
  readonly text: string
  readonly by: string
  readonly at: number
  readonly heardIn: string | null
}

export type SummaryView = {
  readonly layer: SummaryLayer
  readonly text: string
  readonly highlights: readonly string[]
  readonly quality: string | null
  readonly answer?: unknown
}

/** Everything that a surface shows of a run; a fold over its events and nothing else. */
export type RunView = {
  readonly request: string
  /** Who asked, where several people have tokens of their own. */
  readonly askedBy?: string
  readonly strategy: string
  /** The kinds of stages that its strategy said it opens; logs of before say nothing. */
  readonly opens: readonly string[]
  readonly environment: Environment | null
  readonly state: RunState
  readonly epoch: number
  readonly startedAt: number
  readonly updatedAt: number
  readonly analysis: RequestAnalysis | null
  /** Structured request's tokens over the raw one's; `null` where it got no shorter. */
  readonly compression: number | null
  /** What the run may use and change; `null` before it is known. */
  readonly constraints: ConstraintsView | null
  readonly phases: readonly Phase[]
  /** The steps of the newest plan graph. */
  readonly steps: readonly PlanStep[]
  /** What that plan had to leave out, because it was too long. */
  readonly cutSteps: CutSteps | null
  readonly todos: readonly Todo[]
  /** Items that were taken off the list while they were open. */
  readonly lostItems: readonly Todo[]
  /** Items that came onto the list completed, before anything was done; by their words. */
  readonly bornItems: readonly string[]
  /** The strategy that `auto` took, and why. */
  readonly chosen: { readonly strategy: string; readonly reason: string } | null
  /** The checks that the workspace has; `null` before anybody looked. */
  readonly knownChecks: readonly { readonly name: string; readonly command: string }[] | null
  readonly checks: readonly CheckView[]
  readonly estimate: { readonly expected: Estimate; readonly worst: Estimate } | null
  readonly stages: readonly StageView[]
  readonly tasks: readonly TaskView[]
  readonly processes: readonly ProcessView[]
  /** Every file's first state and its last, as tasks and checkpoints tell. */
  readonly changes: readonly FileChange[]
  /** Stages whose workspace was not kept in time. */
  readonly uncovered: readonly { readonly stage: string; readonly ms: number; readonly why?: string | undefined }[]
  /** What judges and thoughts told the user, newest last. */
  readonly summaries: readonly { readonly stage: string; readonly text: string }[]
  readonly notes: readonly NoteView[]
  readonly questions: readonly OpenQuestion[]
  /** What was said to the run on its way, in order. */
  readonly words: readonly WordView[]
  /** Lists leave it out. */
  readonly archived: boolean
  /** Tools that the user allowed for the rest of the run. */
  readonly allowedTools: readonly string[]
  /** Where the user lets commands go for the rest of the run. */
  readonly allowedHosts: readonly AskedHost[]
  /** What else is not asked about any more in this run. */
  readonly unasked: readonly ("plan" | "check")[]
  /** What the user allowed in this folder from now on, since the run began. */
  readonly rememberedRules: readonly ApprovalRule[]
  readonly usage: Usage & { readonly calls: number; readonly cost: number | null; readonly repeated: number }
  /** Tries of calls that gave no answer. */
  readonly failedTries: number
  /** What the endpoint was found to take at most; `null` where it took all that it was sent. */
  readonly learnedWindow: number | null
  readonly lastPrompt: number
  readonly iterations: number
  readonly violations: number
  /** How often a detector fired. */
  readonly alarms: number
  /** How full the newest context is; `null` before the first measure. */
  readonly context: { readonly tokens: number; readonly limit: number } | null
  /** Tokens that contexts did without, by what kept them out. */
  readonly saved: { readonly structuring: number; readonly digesting: number; readonly compacting: number }
  readonly limits: readonly { readonly limit: string; readonly used: number; readonly allowed: number }[]
  readonly cancelled: string | null
  /** What the closing gate found last; `null` before it looked. */
  readonly gate: GateView | null
  /** What settled the findings of the gate, over the whole run. */
  readonly settled: readonly SettledView[]
  /** What must be green at the end: tests, test files, check commands. What the model took back is not among them. */
  readonly mustPass: readonly string[]
  /** Whether the request wants anything changed, as its analysis or a first plan has it. */
  readonly wanted: Changes | null
  readonly summary: SummaryView | null
  readonly outcome: Outcome | null
  readonly message: string
  /** How many undos stand; a redo takes one back. */
  readonly undos: number
  /** Of a run that names a source: the commit that it began with, and what it left there last. */
  readonly base?: string
  readonly delivered?: DeliveredView
}

/** What a run with a source left there, or why there is only its patch. */
export type DeliveredView = Omit<Extract<DurableEvent, { type: "work.delivered" }>, "type">

/** A run of which nothing has been told yet: where a fold begins. */
export const EMPTY_RUN: RunView = {
  request: "",
  strategy: "",
  opens: [],
  environment: null,
  state: "INTAKE",
  epoch: 0,
  startedAt: 0,
  updatedAt: 0,
  analysis: null,
  compression: null,
  constraints: null,
  phases: [],
  steps: [],
  cutSteps: null,
  todos: [],
  lostItems: [],
  bornItems: [],
  chosen: null,
  knownChecks: null,
  checks: [],
  estimate: null,
  stages: [],
  tasks: [],
  processes: [],
  changes: [],
  uncovered: [],
  summaries: [],
  notes: [],
  questions: [],
  words: [],
  archived: false,
  allowedTools: [],
  allowedHosts: [],
  unasked: [],
  rememberedRules: [],
  usage: { ...NO_USAGE, calls: 0, cost: 0, repeated: 0 },
  failedTries: 0,
  learnedWindow: null,
  lastPrompt: 0,
  iterations: 0,
  violations: 0,
  alarms: 0,
  context: null,
  saved: { structuring: 0, digesting: 0, compacting: 0 },
  limits: [],
  cancelled: null,
  gate: null,
  settled: [],
  mustPass: [],
  wanted: null,
  summary: null,
  outcome: null,
  message: "",
  undos: 0,
}

/** Adds one fact to the picture; pure, so that live, replayed and reported runs look the same. */
export function foldRun(view: RunView, logged: LoggedEvent): RunView {
  return foldRunWith(COPYING, view, logged)
}

/** The same with lists of one's own. */
export function foldRunWith(lists: Lists, view: RunView, logged: LoggedEvent): RunView {
  return { ...view, ...changeBy(view, logged, lists), updatedAt: logged.at }
}

/** The same for a picture that is in nobody's hands: it is changed in place. */
export function foldRunInto(lists: Lists, view: RunView, logged: LoggedEvent): void {
  Object.assign(view, changeBy(view, logged, lists), { updatedAt: logged.at })
}

/** Folds a run's events, from the first on, into what is shown of it. */
export function viewOf(events: Iterable<LoggedEvent>): RunView {
  const lists = new OwnLists()
  const view = { ...EMPTY_RUN }
  for (const logged of events) foldRunInto(lists, view, logged)
  return view
}
