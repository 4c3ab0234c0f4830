import type { RequestAnalysis } from "../protocol/control.ts"
import type { Environment } from "../protocol/environment.ts"
import type { FileChange, LoggedEvent, StageStatus, SummaryLayer, TaskStatus } from "../protocol/event.ts"
import type { Outcome, RunState } from "../protocol/outcome.ts"
import type { OpenQuestion } from "../protocol/run.ts"
import { addUsage, NO_USAGE, type Usage } from "../protocol/usage.ts"

export type StageView = {
  /** The stage's key; `phase-1/round-2` stands inside `phase-1`. */
  readonly id: string
  readonly kind: string
  readonly title: string
  readonly status: StageStatus | "running"
  readonly summary: string
  readonly startedAt: number
  readonly endedAt: number | null
}

export type TaskView = {
  readonly key: string
  readonly id: number
  readonly tool: string
  readonly title: string
  readonly status: TaskStatus | "running"
  readonly ms: number
  readonly digest: string
  readonly changes: readonly FileChange[]
  readonly startedAt: number
}

export type SummaryView = {
  readonly layer: SummaryLayer
  readonly text: string
  readonly highlights: readonly string[]
  readonly quality: string | null
}

/** Everything that a surface shows of a run; a fold over its events and nothing else. */
export type RunView = {
  readonly request: string
  readonly strategy: string
  readonly environment: Environment | null
  readonly state: RunState
  readonly epoch: number
  readonly startedAt: number
  readonly updatedAt: number
  readonly analysis: RequestAnalysis | null
  /** Structured request's tokens over the raw one's. */
  readonly compression: number | null
  readonly stages: readonly StageView[]
  readonly tasks: readonly TaskView[]
  /** What judges told the user, newest last. */
  readonly summaries: readonly { readonly stage: string; readonly text: string }[]
  readonly questions: readonly OpenQuestion[]
  /** Tools that the user allowed for the rest of the run. */
  readonly allowedTools: readonly string[]
  readonly usage: Usage & { readonly calls: number; readonly cost: number | null; readonly repeated: number }
  readonly lastPrompt: number
  readonly iterations: number
  readonly violations: number
  /** How often a detector fired. */
  readonly alarms: number
  /** How full the newest context is; `null` before the first measure. */
  readonly context: { readonly tokens: number; readonly limit: number } | null
  /** Tokens that compaction took out of contexts. */
  readonly saved: number
  readonly limits: readonly { readonly limit: string; readonly used: number; readonly allowed: number }[]
  readonly cancelled: string | null
  readonly summary: SummaryView | null
  readonly outcome: Outcome | null
  readonly message: string
}

export const EMPTY_RUN: RunView = {
  request: "",
  strategy: "",
  environment: null,
  state: "INTAKE",
  epoch: 0,
  startedAt: 0,
  updatedAt: 0,
  analysis: null,
  compression: null,
  stages: [],
  tasks: [],
  summaries: [],
  questions: [],
  allowedTools: [],
  usage: { ...NO_USAGE, calls: 0, cost: 0, repeated: 0 },
  lastPrompt: 0,
  iterations: 0,
  violations: 0,
  alarms: 0,
  context: null,
  saved: 0,
  limits: [],
  cancelled: null,
  summary: null,
  outcome: null,
  message: "",
}

/** Adds one fact to the picture; pure, so that live, replayed and reported runs look the same. */
export function foldRun(view: RunView, logged: LoggedEvent): RunView {
  return { ...view, ...changeBy(view, logged), updatedAt: logged.at }
}

export function viewOf(events: Iterable<LoggedEvent>): RunView {
  let view = EMPTY_RUN
  for (const logged of events) view = foldRun(view, logged)
  return view
}

function changeBy(view: RunView, { event, at }: LoggedEvent): Partial<RunView> {
  switch (event.type) {
    case "run.started":
      return {
        request: event.request,
        strategy: event.strategy,
        environment: event.environment,
        epoch: 1,
        startedAt: at,
      }
    case "run.resumed":
      return { environment: event.environment, epoch: event.epoch, stages: view.stages.map(reopened), ...REOPENED }
    case "state.changed":
      return { state: event.state }
    case "cancel.requested":
      return { cancelled: event.reason }
    case "limit.reached":
      return { limits: [...view.limits, { limit: event.limit, used: event.used, allowed: event.allowed }] }
    case "summary.made":
      return {
        summary: {
          layer: event.layer,
          text: event.text,
          highlights: event.highlights,
          quality: event.quality ?? null,
        },
      }
    case "run.ended":
      return { outcome: event.outcome, message: event.message }
    case "clarification.asked":
      return withQuestion(view, { kind: "clarification", id: event.question, questions: event.questions })
    case "approval.asked":
      return withQuestion(view, {
        kind: "approval",
        id: event.question,
        tool: event.tool,
        summary: event.summary,
        detail: event.detail,
      })
    case "clarification.answered":
      return withoutQuestion(view, event.question)
    case "approval.answered":
      return approvalAnswered(view, event.question, event.decision === "allow_always")
    case "request.analysed":
      return {
        analysis: event.analysis,
        compression: event.raw_tokens > 0 ? event.structured_tokens / event.raw_tokens : null,
      }
    case "phases.planned":
      return { iterations: view.iterations + 1 }
    case "stage.started":
      return {
        iterations: view.iterations + event.iterations,
        stages: [
          ...view.stages,
          {
            id: event.stage,
            kind: event.kind,
            title: event.title,
            status: "running",
            summary: "",
            startedAt: at,
            endedAt: null,
          },
        ],
      }
    case "stage.ended":
      return {
        stages: view.stages.map((stage) =>
          stage.id === event.stage ? { ...stage, status: event.status, summary: event.summary, endedAt: at } : stage,
        ),
      }
    case "judge.ruled":
      return { summaries: [...view.summaries, { stage: event.stage, text: event.verdict.user_summary }] }
    case "task.started":
      return { tasks: [...view.tasks.filter((task) => task.key !== event.task), startedTask(event, at)] }
    case "task.ended":
      return { tasks: endTask(view, event, at) }
    case "violation.recorded":
      return { violations: view.violations + 1 }
    case "model.called":
      return { lastPrompt: event.usage.prompt, usage: addCall(view.usage, event) }
    case "reflection.raised":
      return { alarms: view.alarms + 1 }
    case "context.measured":
      return { context: { tokens: event.tokens, limit: event.limit } }
    case "context.compacted":
      return { saved: view.saved + (event.before - event.after) }
    case "constraints.set":
    case "exception.asked":
    case "exception.decided":
    case "run.forked":
    case "plan.made":
    case "plan.rejected":
      return {}
  }
}

/** A resumed run has neither end nor limit nor cancellation until the next one. */
const REOPENED = { summary: null, outcome: null, message: "", limits: [], cancelled: null } as const

const UNDONE: readonly string[] = ["failed", "forced", "incomplete", "unproven", "skipped"]

/** What was left undone is open again; rounds and turns are history. */
function reopened(stage: StageView): StageView {
  const isOpen = stage.kind !== "round" && stage.kind !== "turn" && UNDONE.includes(stage.status)
  return isOpen ? { ...stage, status: "running", endedAt: null } : stage
}

type EventOf<Type extends LoggedEvent["event"]["type"]> = Extract<LoggedEvent["event"], { type: Type }>

function startedTask(event: EventOf<"task.started">, at: number): TaskView {
  const { id, tool, title } = event
  return { key: event.task, id, tool, title, status: "running", ms: 0, digest: "", changes: [], startedAt: at }
}

function endTask(view: RunView, event: EventOf<"task.ended">, at: number): TaskView[] {
  const known = view.tasks.find((task) => task.key === event.task)
  const ended: TaskView = {
    ...(known ?? { key: event.task, id: event.id, tool: event.tool, title: event.tool, startedAt: at }),
    status: event.status,
    ms: event.ms,
    digest: event.digest,
    changes: event.changes,
  }
  return known ? view.tasks.map((task) => (task === known ? ended : task)) : [...view.tasks, ended]
}

function withQuestion(view: RunView, question: OpenQuestion): Partial<RunView> {
  return { questions: [...view.questions, question] }
}

function withoutQuestion(view: RunView, id: string): Partial<RunView> {
  return { questions: view.questions.filter((question) => question.id !== id) }
}

function approvalAnswered(view: RunView, id: string, always: boolean): Partial<RunView> {
  const question = view.questions.find((open) => open.id === id)
  if (!always || question?.kind !== "approval") return withoutQuestion(view, id)
  const { tool } = question
  return {
    questions: view.questions.filter((open) => open.id !== id && !(open.kind === "approval" && open.tool === tool)),
    allowedTools: [...view.allowedTools, tool],
  }
}

function addCall(usage: RunView["usage"], event: EventOf<"model.called">): RunView["usage"] {
  return {
    ...addUsage(usage, event.usage),
    calls: usage.calls + 1,
    cost: usage.cost === null || event.cost === null ? null : usage.cost + event.cost,
    repeated: usage.repeated + event.repeated,
  }
}
