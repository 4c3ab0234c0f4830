import type { JudgeVerdict, PlannedTask } from "../protocol/log/control.ts"
import type {
  ArtifactFile,
  CheckComparison,
  CheckStatus,
  DurableEvent,
  FileChange,
  LoggedEvent,
} from "../protocol/log/event.ts"
import { callOf as nameOfCall, stageOfCall } from "../protocol/log/key.ts"
import { NO_USAGE, type Usage } from "../protocol/log/usage.ts"
import { type ActiveTime, foldActiveTime, NO_TIME } from "./active-time.ts"
import { COPYING, type Lists, OwnLists } from "./lists.ts"
import { type Moment, momentOf } from "./moment.ts"

export type PlanView = { readonly tasks: readonly PlannedTask[]; readonly reasoning: string }

/** What was concluded of a stage: a judge's verdict, or a thought. */
export type RulingView = {
  readonly text: string
  readonly verdict: JudgeVerdict | null
  readonly corrections: readonly string[]
  readonly next: string
}

/** One call of the model; it began `ms` before its event. */
export type CallView = {
  readonly key: string
  readonly stage: string
  readonly control: string
  readonly rung: string
  readonly attempt: number
  readonly from: number
  readonly to: number
  readonly usage: Usage
  readonly cost: number | null
  /** It gave no answer. */
  readonly failure?: CallFailure
}

export type CallFailure = {
  readonly kind: string
  readonly status: number | null
  readonly reason: string
  /** `null`: it was not tried again. */
  readonly waitMs: number | null
}

/** One run of a check; it began `ms` before its event. */
export type CheckRun = {
  readonly key: string
  readonly stage: string
  readonly name: string
  readonly command: string
  readonly status: CheckStatus
  readonly failing: readonly string[]
  readonly from: number
  readonly to: number
  /** Without the run's changes, to compare with. */
  readonly isOnBase: boolean
  /** Of one that is not green: what the base says of it. */
  readonly compared?: CheckComparison
}

/** A question to a person, from when it was asked to when it was answered; `null` while it is open. */
export type AskedView = {
  readonly id: string
  /** The tool that it is about; empty for a question in words. */
  readonly tool: string
  readonly text: string
  readonly from: number
  readonly to: number | null
}

export type ContextPoint = { readonly at: number; readonly tokens: number; readonly limit: number }

export type CheckpointView = {
  readonly key: string
  readonly stage: string
  readonly when: "before" | "after"
  readonly at: number
  readonly changes: readonly FileChange[]
}

/** How a run went: what the picture of its present (`RunView`) leaves out. A fold over the events, like that. */
export type Story = {
  readonly plans: Readonly<Record<string, PlanView>>
  readonly rulings: Readonly<Record<string, RulingView>>
  /** What the model wrote beside the tools that it called, by the stage. */
  readonly said: Readonly<Record<string, string>>
  readonly calls: readonly CallView[]
  readonly checks: readonly CheckRun[]
  readonly asked: readonly AskedView[]
  readonly moments: readonly Moment[]
  readonly context: readonly ContextPoint[]
  readonly compactions: readonly { readonly at: number; readonly before: number; readonly after: number }[]
  readonly checkpoints: readonly CheckpointView[]
  /** Images and other files that tasks made, by the task's key. */
  readonly artifacts: Readonly<Record<string, readonly ArtifactFile[]>>
  readonly time: ActiveTime
}

export const EMPTY_STORY: Story = {
  plans: {},
  rulings: {},
  said: {},
  calls: [],
  checks: [],
  asked: [],
  moments: [],
  context: [],
  compactions: [],
  checkpoints: [],
  artifacts: {},
  time: NO_TIME,
}

/** Adds one fact to the story; pure. */
export function foldStory(story: Story, logged: LoggedEvent): Story {
  return foldStoryWith(COPYING, story, logged)
}

/** The same with lists of one's own. */
export function foldStoryWith(lists: Lists, story: Story, logged: LoggedEvent): Story {
  const moment = momentOf(logged)
  return {
    ...story,
    ...changeBy(story, logged, lists),
    ...(moment ? { moments: lists.append(story.moments, moment) } : {}),
    time: foldActiveTime(story.time, logged),
  }
}

export function storyOf(events: Iterable<LoggedEvent>): Story {
  const lists = new OwnLists()
  let story = EMPTY_STORY
  for (const logged of events) story = foldStoryWith(lists, story, logged)
  return story
}

function changeBy(story: Story, { event, key, at }: LoggedEvent, lists: Lists): Partial<Story> {
  switch (event.type) {
    case "task.ended":
      return event.artifacts ? { artifacts: lists.assign(story.artifacts, event.task, event.artifacts) } : {}
    case "plan.made":
      return { plans: lists.assign(story.plans, event.stage, { tasks: event.tasks, reasoning: event.reasoning }) }
    case "judge.ruled":
    case "thought.made":
      return { rulings: lists.assign(story.rulings, event.stage, rulingOf(event)) }
    case "model.called":
      return {
        calls: lists.append(story.calls, callOf(event, key, at)),
        ...(event.said === undefined ? {} : { said: lists.assign(story.said, stageOfCall(key), event.said) }),
      }
    case "model.failed":
      return { calls: lists.append(story.calls, failedCall(event, key, at)) }
    case "check.ended":
      return { checks: lists.append(story.checks, checkOf(event, key, at)) }
    case "clarification.asked":
      return { asked: withAsked(story.asked, asked(event.question, "", event.questions.join(" "), at), lists) }
    case "approval.asked":
      return { asked: withAsked(story.asked, asked(event.question, event.tool, event.summary, at), lists) }
    case "clarification.answered":
    case "approval.answered":
      return { asked: answered(story.asked, event.question, at, lists) }
    case "context.measured":
      return { context: lists.append(story.context, { at, tokens: event.tokens, limit: event.limit }) }
    case "context.compacted":
      return { compactions: lists.append(story.compactions, { at, before: event.before, after: event.after }) }
    case "checkpoint.made":
      return { checkpoints: lists.append(story.checkpoints, checkpointOf(event, key, at)) }
    default:
      return {}
  }
}

type EventOf<Type extends DurableEvent["type"]> = Extract<DurableEvent, { type: Type }>

function rulingOf(event: EventOf<"judge.ruled" | "thought.made">): RulingView {
  if (event.type === "thought.made") {
    return { text: event.user_summary, verdict: null, corrections: [], next: event.next_steps_preview ?? "" }
  }
  return { text: event.verdict.user_summary, verdict: event.verdict, corrections: event.corrections, next: "" }
}

function checkpointOf(
  { stage, when, changes = [] }: EventOf<"checkpoint.made">,
  key: string,
  at: number,
): CheckpointView {
  return { key, stage, when, at, changes }
}

function callOf(event: EventOf<"model.called">, key: string, at: number): CallView {
  const { control, rung, attempt, usage, cost, ms } = event
  return { key, stage: stageOfCall(key), control, rung, attempt, from: at - ms, to: at, usage, cost }
}

function failedCall(event: EventOf<"model.failed">, key: string, at: number): CallView {
  const { control, n, kind, status = null, reason, ms, wait_ms: waitMs } = event
  const stage = stageOfCall(nameOfCall(key))
  const failure = { kind, status, reason, waitMs }
  return { key, stage, control, rung: "", attempt: n, from: at - ms, to: at, usage: NO_USAGE, cost: 0, failure }
}

function checkOf(event: EventOf<"check.ended">, key: string, at: number): CheckRun {
  const { stage, name, command, status, failing, ms, compared } = event
  const isOnBase = event.moment === "base"
  return {
    key,
    stage,
    name,
    command,
    status,
    failing,
    from: at - ms,
    to: at,
    isOnBase,
    ...(compared ? { compared } : {}),
  }
}

function asked(id: string, tool: string, text: string, from: number): AskedView {
  return { id, tool, text, from, to: null }
}

/** A resumed run asks again what nobody had answered: that is the same wait. */
function withAsked(questions: Story["asked"], question: AskedView, lists: Lists): Story["asked"] {
  return lists.lastOf(questions, question.id, ({ id }) => id) < 0 ? lists.append(questions, question) : questions
}

function answered(questions: Story["asked"], id: string, to: number, lists: Lists): Story["asked"] {
  const at = lists.lastOf(questions, id, (question) => question.id)
  const question = questions[at]
  return question ? lists.replace(questions, at, { ...question, to }) : questions
}
