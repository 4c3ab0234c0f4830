import type { MovingFolder } from "../../checkouts/moving-folder.ts"
import type { Checkpoints } from "../../checkpoints/checkpoints.ts"
import type { RunStore } from "../../journal/run-store.ts"
import type { Model } from "../../model/seam/model.ts"
import type { Clock } from "../../tools/clock.ts"
import type { Sandbox } from "../../tools/sandbox/sandbox.ts"
import type { Secrets } from "../../tools/secrets/secrets.ts"
import type { AnyTool } from "../../tools/tool.ts"
import type { Workspace } from "../../tools/workspace/workspace.ts"
import type { Responder, RuleMemory } from "../core/run-parts.ts"
import type { Tracing } from "../core/tracing.ts"
import type { AnyStrategy } from "../strategy.ts"

/** What a process brings to a run; everything else is in the log. */
export type RunSetup = {
  readonly store: RunStore
  readonly clock: Clock
  readonly workspace: Workspace
  readonly strategy: AnyStrategy
  readonly model: Model
  readonly tools: readonly AnyTool[]
  readonly secrets: Secrets
  readonly passVariables?: readonly string[] | undefined
  readonly sandbox?: Sandbox | null | undefined
  readonly checkpoints?: Checkpoints | undefined
  /** The folder of a run that names a source, where this process can carry such runs out. */
  readonly moving?: MovingFolder | undefined
  /** What the folder tells those who work in it, for a folder whose files come later. */
  readonly readInstructions?: (() => Promise<string>) | undefined
  readonly responder?: Responder | undefined
  /** Somebody looks after runs that wait. */
  readonly attended?: boolean | undefined
  readonly remember?: RuleMemory | undefined
  readonly onFault?: ((error: unknown) => void) | undefined
  readonly tracing?: Tracing | undefined
}
