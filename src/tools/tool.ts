import type { z } from "zod"
import type { FileChange } from "../protocol/log/event.ts"
import type { TraceHeaders } from "../protocol/log/trace.ts"
import type { Traits } from "../protocol/log/traits.ts"
import { isNamedSo } from "../protocol/zod/same-class.ts"
import type { Background } from "./background/background.ts"
import type { ChildPool } from "./child/child-pool.ts"
import type { Clock } from "./clock.ts"
import { nameIssue } from "./engine-names.ts"
import type { NetworkAccess } from "./network/network-access.ts"
import type { Sandbox } from "./sandbox/sandbox.ts"
import type { Sharing } from "./sandbox/shared-space.ts"
import type { ToolSubject } from "./tool-subject.ts"
import type { PathRules } from "./workspace/path-rules.ts"
import type { Workspace } from "./workspace/workspace.ts"

/** What a tool touches; approval, constraints and time limits go by it. */
export type Access = "read" | "write" | "execute" | "network" | "control"

/**
 * What may happen after a crash hid the outcome: `safe` runs again, `check` looks at the workspace first,
 * `never` is reported as unknown instead.
 */
export type Repeat = "safe" | "check" | "never"

/** What a tool is handed; everything it may touch comes through here. */
export interface ToolContext {
  readonly workspace: Workspace
  readonly signal: AbortSignal
  /** Confines commands; none where the platform has none, or where the user turned it off. */
  readonly sandbox?: Sandbox | null
  /** Whether confined commands may use the network, or what of it. */
  readonly network?: boolean | NetworkAccess
  /** What the user says of single paths. */
  readonly paths?: PathRules | undefined
  /** Names of variables that commands see on top of the usual ones. */
  readonly passVariables?: readonly string[]
  /** The run that the call belongs to; absent where a tool is called outside of one. */
  readonly runId?: string
  /**
   * The call's own key, the same after a crash and a resume, and no other call's in any run: give it to a service outside as its
   * idempotency key, and what is done again there counts once.
   */
  readonly callKey?: string
  /** What whoever started the run gave along: who asks, for which tenant. Recorded with the run, and so no place for secrets. */
  readonly caller?: Readonly<Record<string, unknown>>
  /** A text as the model is shown it: with placeholders for secrets. */
  redact?(text: string): string
  /** For a tool that waits or has a time limit of its own; the machine's where there is none. */
  readonly clock?: Clock
  /** The trace that the call belongs to, for whoever is asked on the way; absent where runs are not traced. */
  readonly trace?: TraceHeaders
  /** The run's processes for parsers; without them a call has one of its own. */
  readonly children?: ChildPool | undefined
  /** What the run has in the background, and what its commands have in common; without it each stands alone. */
  readonly background?: Background | undefined
  /** What a command has in common with others where `background` does not say. */
  readonly shared?: Sharing | undefined
  /** All that a command prints, as it comes. */
  readonly onOutput?: (chunk: Buffer) => void
  /** Shows progress live; nothing of it is kept. */
  report(text: string): void
}

/** A file for people that a tool made: an image above all. The model is told only its name and size. */
export type MadeFile = {
  readonly name: string
  readonly mime: string
  readonly data: Uint8Array
  /** A picture that the model is to see, where it can. */
  readonly isShown?: boolean
}

/** What a tool gives back: the text is for the model, the rest for the log. */
export type ToolOutput = {
  readonly text: string
  readonly changes?: readonly FileChange[]
  /** Kept beside the log; see `withinLimits` for how many and how large. */
  readonly artifacts?: readonly MadeFile[]
  /** What goes on in the background from now on. */
  readonly started?: { readonly id: string; readonly command: string }
}

/** A change of files that is worked out but not made: its hashes are recorded first, so that a crash can be told apart from a finished write. */
export interface PreparedChange {
  readonly changes: readonly FileChange[]
  /** A unified diff, for the user who has to approve it. */
  readonly preview: string
  /** What the model is told once it is applied. */
  readonly output: string
  apply(): Promise<void>
}

/** `ms`: absent where the input says nothing. `more`: how to ask for another limit, for whoever reads that this one was reached. */
export type AskedTime = { readonly ms?: number | undefined; readonly more: string }

interface ToolBase<Input> {
  /** snake_case: models see it. */
  readonly name: string
  /**
   * What it does, what comes back, its limits, what it is not for: with the schema it is all the model knows of the tool. The
   * first sentence has to do by itself, where there is room for no more.
   */
  readonly description: string
  /** True: results that call for it say how to call it, so a plan's list of tools need not. */
  readonly isToldByResults?: boolean
  readonly input: z.ZodType<Input>
  readonly access: Access
  /** Overrides the limit that goes with `access`. */
  readonly timeoutMs?: number
  /** The call's own limit, where its input sets one: it stands in place of any other, but for the run's. */
  timeoutOf?(input: Input): AskedTime
  /** True: never beside another task of its batch. */
  readonly exclusive?: boolean
  /** True: somebody else's program does it, on this machine; that it changes no files is its own word and no more. */
  readonly isForeign?: boolean
  /** Workspace paths that the call reads or writes; tasks that meet on one are kept in plan order. */
  paths?(input: Input): readonly string[]
  /**
   * The command, the address or the paths that the call is about: rules look at them, and a call that runs a command is held to
   * what is said of commands. Without it a call is known by its `paths`, else by its arguments.
   */
  subject?(input: Input): ToolSubject | undefined
  /** What the tool is, for the rules of task types; none of them speaks of a tool that says nothing. */
  readonly traits?: Traits
  /** Of a result that is cut: whether a line of it is what was asked for, and to be shown before others. */
  isAskedFor?(line: string): boolean
  /** How to go on behind the first so many lines of the result, where the model was not shown all of it; a few words for it. */
  readOn?(input: Input, lines: number): string | undefined
  /** One short line for people: what this call does. */
  title?(input: Input): string
}

export interface EffectTool<Input> extends ToolBase<Input> {
  readonly repeat: "safe" | "never"
  execute(input: Input, context: ToolContext): Promise<string | ToolOutput>
}

export interface ChangeTool<Input> extends ToolBase<Input> {
  readonly repeat: "check"
  prepare(input: Input, context: ToolContext): Promise<PreparedChange>
  /**
   * For changes of several files: prepares what is left to do after a crash in the middle, when `finished` files are as they
   * should be and the others as they were. Without it such a crash is reported as unknown.
   */
  complete?(input: Input, context: ToolContext, finished: readonly string[]): Promise<PreparedChange>
}

/** Something a task runs: it has an effect, or works out a change first and applies it then. */
export type Tool<Input> = EffectTool<Input> | ChangeTool<Input>

// Tools of different inputs live in one list; the input is checked against the tool's own schema before each use.
/** A tool, whatever its input is. */
// biome-ignore lint/suspicious/noExplicitAny: see above.
export type AnyTool = Tool<any>

/** An expected failure. Its message is shown to the model, which may try another way. */
export class ToolFailure extends Error {
  /** True: the tool did its work, and this is what it found: a test that fails, a page that is not there. */
  readonly isVerdict: boolean

  constructor(message: string, { verdict = false }: { readonly verdict?: boolean } = {}) {
    super(message)
    this.isVerdict = verdict
    this.name = "ToolFailure"
  }

  static override [Symbol.hasInstance](value: unknown): boolean {
    return isNamedSo(value, "ToolFailure", "isVerdict")
  }
}

/** Declares a tool; the input's type follows from its schema. Throws for a name that a tool can't have. */
export function defineTool<Input>(tool: Tool<Input>): Tool<Input> {
  const issue = nameIssue(tool.name)
  if (issue !== undefined) throw new TypeError(issue)
  return tool
}

/** The same for the engine's own tools, and for those that stand in a log: their names are what they are. */
export function declareTool<Input>(tool: Tool<Input>): Tool<Input> {
  return tool
}
