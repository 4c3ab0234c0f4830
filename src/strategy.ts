/**
 * What strategies are made of, for one of your own: loops of turns, lists, plans, answers in a fixed shape, looking back, ending.
 * The built-in ones stand on the same pieces.
 */
export type { PlannedTask, Todo } from "./protocol/log/control.ts"
export type { Note } from "./protocol/log/event.ts"
export type { OwnStage } from "./protocol/log/stage-kind.ts"
export type { Conclusion } from "./run/conclusion.ts"
export { constraintsNote } from "./run/constraints/constrain.ts"
export type { Constraints } from "./run/constraints/constraints.ts"
export { planBreaches } from "./run/constraints/plan-breaches.ts"
export { type Recognition, recognise } from "./run/constraints/recognise.ts"
export { Conversation } from "./run/context/conversation.ts"
export { firstMessage, systemPrompt } from "./run/context/prompts.ts"
export type { Carried, ControlQuestion } from "./run/controls/ask.ts"
export { type Control, controlSpec, FREE_REPLY } from "./run/controls/control.ts"
export { envelopePanel, offeredPanel, type Panel, separatePanel } from "./run/controls/panel.ts"
export type { Deciding } from "./run/core/decide.ts"
export type { PlaceLog } from "./run/core/place-log.ts"
export { toldOfResult } from "./run/finish/gate/result-due.ts"
export { askSummarizer, summarizer } from "./run/finish/summary/summarizer.ts"
export type { Summariser, Summary } from "./run/finish/summary/summary.ts"
export { numberTasks, PLAN_TASKS, type Plan, type PlanRules, planControl, planIssues } from "./run/plans/plan.ts"
export { planChanged } from "./run/questions/review-prompts.ts"
export { type Advice, reflect } from "./run/reflection/reflect.ts"
export { ReflectionSetting, ReflectionThresholds } from "./run/reflection/settings.ts"
export type { RunContext } from "./run/run-context.ts"
export type { Stage, StageEnd } from "./run/stage.ts"
export type { AnyStrategy, Strategy } from "./run/strategy.ts"
export type { Executed, ExecuteOptions } from "./run/tasks/execute.ts"
export type { TaskOutcome } from "./run/tasks/run-task.ts"
export type { TodoWrite } from "./run/todo/ledger.ts"
export { TodoList, todoControl, todoWrite } from "./run/todo/todo-write.ts"
export { closingSummary, endingControl, TURN_CONTROLS } from "./run/tool-loop/closing.ts"
export { confirmEnd } from "./run/tool-loop/confirm.ts"
export { offeredTools, toolSpec } from "./run/tool-loop/offer.ts"
export { underRules } from "./run/tool-loop/prompts.ts"
export { MAX_EMPTY_REPLIES } from "./run/tool-loop/silence.ts"
export {
  type Beside,
  type CallLimit,
  type Turn,
  type TurnControl,
  type TurnEnd,
  type Turns,
  takeTurn,
} from "./run/tool-loop/turn.ts"
export { type LoopTurn, type Opening, openTurns, type TurnLoop } from "./run/tool-loop/turn-loop.ts"
export { type CheckReport, type CheckResult, stillFailing } from "./run/verification/check-report.ts"
export { type Claim, checkClaim } from "./run/verification/claim.ts"
export { say, type Word } from "./text/words/words.ts"
