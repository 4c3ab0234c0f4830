import type { Checkpoints } from "../../checkpoints/checkpoints.ts"
import type { Journal } from "../../journal/journal.ts"
import type { Model } from "../../model/seam/model.ts"
import type { ApprovalRule } from "../../protocol/log/approval.ts"
import type { Environment } from "../../protocol/log/environment.ts"
import type { ApprovalDecision, LiveEvent } from "../../protocol/log/event.ts"
import type { OpenQuestion } from "../../protocol/log/run.ts"
import type { TraceHeaders } from "../../protocol/log/trace.ts"
import type { Background } from "../../tools/background/background.ts"
import type { ChildPool } from "../../tools/child/child-pool.ts"
import type { Clock } from "../../tools/clock.ts"
import type { Sandbox } from "../../tools/sandbox/sandbox.ts"
import type { Secrets } from "../../tools/secrets/secrets.ts"
import type { AnyTool } from "../../tools/tool.ts"
import type { Workspace } from "../../tools/workspace/workspace.ts"
import type { Budget } from "../budget/budget.ts"
import type { SentCalls } from "../model-call/sent-calls.ts"
import type { Overtaking } from "./overtaking.ts"
import type { Tally } from "./tally.ts"
import type { TimeLimit } from "./time-limit.ts"
import type { ReachedOut } from "./tracing.ts"
import type { Turnstile } from "./turnstile.ts"

/** An answer to an open question: words for a clarification, a decision for an approval. */
export type Answer =
  | { readonly kind: "clarification"; readonly text: string }
  | {
      readonly kind: "approval"
      readonly decision: ApprovalDecision
      readonly reason?: string
      /** For a question about a plan: what runs instead, to be checked like the plan itself. */
      readonly edited?: unknown
    }

/** Keeps a rule for later runs in the same folder; the run at hand knows it already. */
export type RuleMemory = (rule: ApprovalRule) => void | Promise<void>

/**
 * Somebody who may be asked right now. `undefined` means: not now, let the run wait durably. If another answer comes first, the
 * signal is aborted with `AnsweredElsewhere` as its reason, even after this one was given. Question ids are unique within their run only.
 */
export type Responder = (question: OpenQuestion, signal: AbortSignal, runId: string) => Promise<Answer | undefined>

/** Everything that one run stands on, wired together by the orchestrator. */
export interface RunParts {
  readonly runId: string
  readonly request: string
  readonly journal: Journal
  readonly clock: Clock
  readonly tally: Tally
  readonly budget: Budget
  readonly environment: Environment
  readonly model: Model
  readonly sentCalls: SentCalls
  readonly tools: ReadonlyMap<string, AnyTool>
  readonly workspace: Workspace
  readonly secrets: Secrets
  /** Names of variables that commands see on top of the usual ones. */
  readonly passVariables: readonly string[]
  /** Confines commands, as the environment says; none where it says `null`. */
  readonly sandbox?: Sandbox | null
  /** The processes that parsers run in; ended with the run. */
  readonly children?: ChildPool | undefined
  /** What the run has in the background; ended with it. */
  readonly background?: Background | undefined
  /** Keeps the workspace as it was before each round that writes; without it there is no undo. */
  readonly checkpoints?: Checkpoints | undefined
  /** Stops the work: cancellation, faults, the time limit. */
  readonly signal: AbortSignal
  /** Stops the calls of the model that are under way, when the user has something to say at once; the work goes on. */
  readonly overtaking: Overtaking
  /** Stops even the summary: cancellation and faults. */
  readonly endSignal: AbortSignal
  /** Starts of stages, one at a time: each checks the budget and records itself. */
  readonly stageGate: Turnstile
  /** Batches that write, one at a time: phases side by side take turns. */
  readonly workspaceGate: Turnstile
  /** Questions to the person here, one at a time. */
  readonly questionGate: Turnstile
  readonly responder: Responder | undefined
  /** Somebody can be asked, here or where runs that wait are looked after. */
  readonly mayAsk?: boolean
  readonly remember?: RuleMemory | undefined
  /** The limit of the round under way, where its strategy has one. */
  readonly roundLimit?: TimeLimit
  /** Done once before the first task of a batch that may change files takes effect. */
  readonly beforeWriting?: () => Promise<void>
  live(event: LiveEvent): void
  /** What goes out of the process under a key carries along, where runs are traced. */
  readonly reach?: ((key: string, about: ReachedOut) => TraceHeaders | undefined) | undefined
  /** Hears of faults that are no one's plan. */
  readonly onFault: ((error: unknown) => void) | undefined
}
