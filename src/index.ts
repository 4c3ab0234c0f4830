/** Keelson as a library: agents that stay on course and always report back. */
export { type Agent, type AgentOptions, createAgent, type Run, type StartOptions } from "./agent.ts"
export { type Checkpoints, openCheckpoints, type TreeId } from "./checkpoints/checkpoints.ts"
export { CheckpointsUnavailable } from "./checkpoints/shadow/unavailable.ts"
export type { ChecksOption } from "./checks/checks-option.ts"
export type { EvalDocument } from "./evals/document.ts"
export { JobError } from "./evals/job-error.ts"
export type { EvalProgress } from "./evals/run-eval.ts"
export { type EvaluatedAgent, type EvaluateOptions, evaluate } from "./evaluate.ts"
export { openStore } from "./journal/open-store.ts"
export type { Lease, LogEntry, LogRecord, NewEntry, Owner, RunStore } from "./journal/run-store.ts"
export {
  KeyConflictError,
  LeaseLostError,
  LogUnreadableError,
  RunBusyError,
  RunEndedError,
  RunNotFoundError,
  StoreUnusableError,
  WorkspaceBusyError,
} from "./journal/store-error.ts"
export { McpServers } from "./mcp/mcp-servers.ts"
export { type OpenedServers, openServers } from "./mcp/open-servers.ts"
export { PRICES_AS_OF } from "./model/endpoints/price-table.ts"
export { findPrice } from "./model/endpoints/prices.ts"
export { InMemoryLearned, type LearnedMemory, withLearned } from "./model/learned/learned.ts"
export { openLearned } from "./model/learned/learned-file.ts"
export { type OpenAICompatibleSettings, openAICompatible } from "./model/openai-compatible.ts"
export { recorded, rehearsal } from "./model/rehearsal/recording.ts"
export { type Rehearsal, type RehearsalLine, readRehearsal, renderRehearsal } from "./model/rehearsal/rehearsal-file.ts"
export { ModelSetupError, type ModelSpec, resolveModel } from "./model/resolve-model.ts"
export type {
  EndpointTraits,
  FinishReason,
  JsonSchema,
  LearnedFact,
  Model,
  ModelPart,
  ModelReply,
  ModelRequest,
  Rung,
  ToolChoice,
  ToolSpec,
} from "./model/seam/model.ts"
export { ModelError, type ModelErrorKind } from "./model/seam/model-error.ts"
export { type FallbackSettings, routed, withFallback } from "./model/wrappers/route.ts"
export type { CallLine, CallReply, OpenedCall, SentSection } from "./protocol/api/call-api.ts"
export { ApprovalRule, type RuleDecision } from "./protocol/log/approval.ts"
export { ConstraintOptions, ExceptionPolicy } from "./protocol/log/constraints.ts"
export type { ApprovalPolicy, Environment, Language, Price, VerifyMoment } from "./protocol/log/environment.ts"
export type {
  ApprovalDecision,
  DurableEvent,
  FileChange,
  LiveEvent,
  LoggedEvent,
  TaskStatus,
} from "./protocol/log/event.ts"
export { type ErrorKind, KeelsonError, type Remedy, type WayOut } from "./protocol/log/keelson-error.ts"
export type { LimitOptions, Limits } from "./protocol/log/limits.ts"
export type { Message, ToolCall } from "./protocol/log/message.ts"
export { exitCode, type Outcome, type OutcomeStatus, type RunState } from "./protocol/log/outcome.ts"
export type { OpenQuestion, RunHeader, RunResult } from "./protocol/log/run.ts"
export type { AskedTrace, RunTrace, TraceHeaders } from "./protocol/log/trace.ts"
export type { ToolKind, Traits } from "./protocol/log/traits.ts"
export type { Usage } from "./protocol/log/usage.ts"
export type { Conclusion } from "./run/conclusion.ts"
export { Conversation } from "./run/context/conversation.ts"
export type { Control } from "./run/controls/control.ts"
export { offeredPanel, type Panel, separatePanel } from "./run/controls/panel.ts"
export { RunOptionsError } from "./run/core/options-error.ts"
export type { Answer, Responder, RuleMemory } from "./run/core/run-parts.ts"
export type { Summariser, Summary } from "./run/finish/summary/summary.ts"
export { KeyReusedError, RunStartedError } from "./run/lifecycle/requests/start-once.ts"
export { RunOverError } from "./run/lifecycle/requests/tell.ts"
export type { DiffOptions, UndoOptions, UndoReport } from "./run/lifecycle/requests/undo.ts"
export type { ResumeOptions } from "./run/lifecycle/resume-rules.ts"
export { RunRequestError } from "./run/lifecycle/run-request-error.ts"
export { AnsweredElsewhere } from "./run/questions/answered-elsewhere.ts"
export type { Proposal, Reviewed } from "./run/questions/review.ts"
export type { ReflectionSetting, ReflectionThresholds } from "./run/reflection/settings.ts"
export {
  type PolicyReplay,
  type PolicySettings,
  type RecordedPolicy,
  recordedPolicy,
  replayPolicies,
} from "./run/replay/replay-policies.ts"
export type { RunContext } from "./run/run-context.ts"
export type { AnyStrategy, Strategy } from "./run/strategy.ts"
export type { Executed, ExecuteOptions } from "./run/tasks/execute.ts"
export type { TaskOutcome } from "./run/tasks/run-task.ts"
export type { CheckReport, CheckResult } from "./run/verification/check-report.ts"
export { type AutoSettings, auto } from "./strategies/auto/auto.ts"
export { type PhasedSettings, phased } from "./strategies/phased/phased.ts"
export { type ReactSettings, react } from "./strategies/react/react.ts"
export { type RoundsSettings, rounds } from "./strategies/rounds/rounds.ts"
export { type StepwiseSettings, stepwise } from "./strategies/stepwise/stepwise.ts"
export { type TasksSettings, tasks } from "./strategies/tasks/tasks.ts"
export { type TodoSettings, todo } from "./strategies/todo/todo.ts"
export { telemetrySent } from "./telemetry/pending.ts"
export { codingTools } from "./tools/code/index.ts"
export { creationTools } from "./tools/creation/index.ts"
export { dataTools } from "./tools/data/index.ts"
export { memoryTool } from "./tools/memory/index.ts"
export { type ResearchOptions, researchTools } from "./tools/research/index.ts"
export {
  findSandbox,
  type Sandbox,
  type SandboxOptions,
  type SandboxPlace,
  type SandboxSearch,
} from "./tools/sandbox/sandbox.ts"
export {
  type Access,
  type AnyTool,
  defineTool,
  type PreparedChange,
  type Repeat,
  type Tool,
  type ToolContext,
  ToolFailure,
  type ToolOutput,
} from "./tools/tool.ts"
export type { ToolSubject } from "./tools/tool-subject.ts"
export { type Workspace, WorkspaceError } from "./tools/workspace/workspace.ts"
export { EMPTY_RUN, foldRun, type RunView, viewOf } from "./view/run-view.ts"
