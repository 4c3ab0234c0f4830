import type { z } from "zod"
import type { MovingFolder } from "../checkouts/moving-folder.ts"
import type { Checkpoints } from "../checkpoints/checkpoints.ts"
import type { ChecksOption } from "../checks/checks-option.ts"
import type { RunStore } from "../journal/run-store.ts"
import type { Model } from "../model/seam/model.ts"
import type { RecordedOptions } from "../options/schema.ts"
import type { ApprovalRule } from "../protocol/log/approval.ts"
import type { ConstraintOptions } from "../protocol/log/constraints.ts"
import type { ApprovalPolicy, Language, Price } from "../protocol/log/environment.ts"
import type { LimitOptions } from "../protocol/log/limits.ts"
import type { Source } from "../protocol/log/source.ts"
import type { Responder, RuleMemory } from "../run/core/run-parts.ts"
import type { AnyStrategy } from "../run/strategy.ts"
import type { Clock } from "../tools/clock.ts"
import type { Sandbox } from "../tools/sandbox/sandbox.ts"
import type { SecretGrants } from "../tools/secrets/secrets.ts"
import type { AnyTool } from "../tools/tool.ts"

/** What an agent is made of; everything but the model and the workspace has a default. Those of a run are declared in `options`. */
export type AgentOptions = RecordedOptions & {
  /** Who thinks. See `openAICompatible`, or implement `Model`. */
  readonly model: Model
  /** The model's base URL, recorded so that a resumed run finds it again; without secrets. */
  readonly endpoint?: string | null
  /** The folder that runs may touch. */
  readonly workspace: string
  /** Where in the workspace commands start, a path in it; its root unless told otherwise. */
  readonly stand?: string
  /** `phased` unless told otherwise. A built-in one may be named. */
  readonly strategy?: AnyStrategy | string
  /** The strategy's own settings, checked against its schema. */
  readonly settings?: Readonly<Record<string, unknown>>
  /** The coding tools unless told otherwise; their order is the order that the model sees. */
  readonly tools?: readonly AnyTool[]
  /** Where logs live; in memory unless told otherwise. See `openStore`. */
  readonly store?: RunStore
  /** How much a run may do without asking; unless told otherwise `edits` with a sandbox, `ask` without, and in a folder that is or contains the home. */
  readonly approve?: ApprovalPolicy
  /** Words on single tools and calls, on top of `approve`. */
  readonly rules?: readonly ApprovalRule[]
  /** Keeps what the user allows for good in this folder; the caller gives it back as `rules` of later runs. */
  readonly remember?: RuleMemory
  /**
   * Confines commands; none unless told otherwise. See `findSandbox`. `required`: this platform's sandbox; without one the agent is not
   * made, and it does not go on with runs that began unconfined.
   */
  readonly sandbox?: Sandbox | "required" | null
  readonly limits?: LimitOptions
  /** JSON Schema: each run ends with an answer in this shape too (`result.answer`). */
  readonly answerSchema?: Readonly<Record<string, unknown>>
  /** Rules on top of those that go with the kind of task. */
  readonly constraints?: z.input<typeof ConstraintOptions>
  /** The project's checks by name; what the workspace has unless told otherwise. */
  readonly checks?: ChecksOption
  /** Keeps the workspace as it was before each round that writes, for `undo`; none unless given. See `openCheckpoints`. */
  readonly checkpoints?: Checkpoints
  /** Where the files of its runs come from, in place of the workspace, which is recorded then: they have it only where `moving` is given. */
  readonly source?: Source
  /** Makes the workspace what a run of the source left, wherever it is carried out; needs a store that keeps folders. */
  readonly moving?: MovingFolder | undefined
  /** What the model costs; without it costs are unknown, and `max_cost` can't be kept. */
  readonly price?: Price | null
  /** Text for the system prompt; each AGENTS.md (or CLAUDE.md) from the repository's root down to the workspace unless told otherwise. */
  readonly instructions?: string
  /** Files with instructions of the user's own; they come before the workspace's. */
  readonly ownInstructions?: readonly string[]
  readonly language?: Language
  /** Somebody to ask right now; without one a run that has a question waits for `answer`. */
  readonly responder?: Responder
  /** Nobody can be asked right now, but somebody looks after runs that wait. */
  readonly attended?: boolean | undefined
  /** What changed in the tools that others bring along, a sentence each; recorded with each run. */
  readonly toolChanges?: readonly string[]
  /** Values that must not reach the log or the model are taken from here; `process.env` unless told otherwise. */
  readonly secrets?: Readonly<Record<string, string | undefined>>
  /**
   * Variables of `secrets` that single tools may be given, by the tool's name: where a model writes `{{secret:NAME}}` into their
   * arguments, the value is put in. Not for built-in tools, nor for those that change files.
   */
  readonly secretsFor?: SecretGrants
  /** Names of variables that commands see on top of the usual ones (path, home, language, terminal, tool chains). */
  readonly passVariables?: readonly string[]
  /** The time that limits are counted in; the machine's unless told otherwise. For tests. */
  readonly clock?: Clock
  /**
   * OpenTelemetry's variables; those of `process.env` unless told otherwise, `false` for none. Traces and metrics go where they say, or
   * to the OpenTelemetry that the program has registered by now.
   */
  readonly telemetry?: Readonly<Record<string, string | undefined>> | false
  /** Hears what should be known and concerns no single run; a warning of the process unless told otherwise. */
  readonly onNotice?: (text: string) => void
  /** Hears of faults that should not happen: for logging. */
  readonly onFault?: (error: unknown) => void
}
