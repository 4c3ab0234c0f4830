import { z } from "zod"
import type { ApprovalRule } from "./approval.ts"
import type { Language } from "./environment.ts"
import type {
  ApprovalSubject,
  AskedNetwork,
  CheckStatus,
  CommandRisk,
  Estimate,
  FileChange,
  FileRisk,
} from "./event.ts"
import { type OutcomeStatus, RunState } from "./outcome.ts"
import type { Usage } from "./usage.ts"

/** What a list of runs shows of one; kept up to date by the store as events arrive. */
export const RunHeader = z.object({
  id: z.string(),
  workspace: z.string(),
  title: z.string(),
  strategy: z.string(),
  model: z.string(),
  state: RunState,
  created_at: z.number(),
  updated_at: z.number(),
  /** Lists leave it out unless they are asked for such runs. */
  archived: z.literal(true).optional(),
  /** Whose it is, and who asked for it, where several people share a database. */
  tenant: z.string().optional(),
  asked_by: z.string().optional(),
})
export type RunHeader = z.infer<typeof RunHeader>

/** Something that the run waits for; `answer` it by its id. */
export type OpenQuestion =
  | { readonly kind: "clarification"; readonly id: string; readonly questions: readonly string[] }
  | {
      readonly kind: "approval"
      readonly id: string
      /** Of what the answer decides; nothing said: a call of `tool`. */
      readonly about?: ApprovalSubject | undefined
      readonly tool: string
      readonly summary: string
      readonly detail: string
      /** The command line, where the call runs one. */
      readonly command?: string | undefined
      /** What in that line deserves a second look, as far as its text tells. */
      readonly risks?: readonly CommandRisk[] | undefined
      /** The same for the files that it changes. */
      readonly file_risks?: readonly FileRisk[] | undefined
      /** What `remember` would allow from now on. */
      readonly rule?: ApprovalRule | undefined
      /** What of the network it asks for, where it does. */
      readonly network?: AskedNetwork | undefined
    }

/** What a run came to. `message` is never empty. */
export type RunResult = {
  readonly run_id: string
  readonly success: boolean
  /** `running`: it has neither ended nor a question; only results that are looked up say so. */
  readonly outcome: OutcomeStatus | "running"
  /** Why, in a sentence; empty for `done`. */
  readonly reason: string
  /** The limit that ended an `incomplete` run. */
  readonly limit?: string
  /** What the request asks for and an `incomplete` run did not do, and what was refused, as far as that is known. */
  readonly missing?: readonly string[]
  readonly refused?: readonly string[]
  /** Where code and log disagree, if that is what blocked it: it goes on as a fork. */
  readonly blocked_at?: string
  /** How a run that a limit of its own ended can go on with as much again: the options of a resume. */
  readonly resume_with?: { readonly limits: Readonly<Record<string, number>> }
  /** The language that the run speaks to its user. */
  readonly language: Language
  /** The summary and, under a rule, the facts; of a run that waits its questions. */
  readonly message: string
  /** What the run says of itself, without the facts. */
  readonly summary: string
  /** What the engine knows: outcome, tasks, files, checks, as a Markdown list. Empty before the end. */
  readonly facts: string
  /** Nothing beside the summary is worth a word: done, nothing changed, nothing remarkable. Surfaces leave the facts out. */
  readonly plain: boolean
  readonly summary_layer: string
  /** The answer in the shape that was asked for (`answerSchema`); absent where none was, or none could be had. */
  readonly answer?: unknown
  readonly phases_completed: number
  readonly total_tasks: number
  readonly total_rounds: number
  readonly highlights: readonly string[]
  readonly need_clarification: boolean
  readonly questions: readonly OpenQuestion[]
  /** What was asked for, numbered, and how it stands; empty for a run by the seeds' own rules. */
  readonly requirements?: readonly {
    readonly number: number
    readonly text: string
    readonly status: "met" | "open" | "dropped"
    /** The tasks that show that it is met. */
    readonly tasks: readonly number[]
    /** What keeps it open, or why it was dropped; in the user's language. */
    readonly why: readonly string[]
  }[]
  /** True only for a run that is done and whose checks all passed. */
  readonly verified: boolean
  /** How much of what it changed was taken back since; absent where nothing was. */
  readonly undone?: "all" | "part"
  /** Of a run that names a source: the branch that it left there, or why there is only the patch. */
  readonly delivered?: { readonly branch: string | null; readonly commit: string | null; readonly reason: string }
  /** Each check of the project as it came out last. */
  readonly checks: readonly {
    readonly name: string
    readonly status: CheckStatus
    readonly passed: boolean
    readonly failing: readonly string[]
  }[]
  readonly files: readonly FileChange[]
  readonly usage: Usage & { readonly calls: number; readonly cost: number | null }
  readonly figures: {
    /** Share of prompt tokens that the provider served from its cache. */
    readonly cache_share: number
    /** Share of prompt tokens (estimated) that repeat the previous request of the same conversation. */
    readonly prefix_share: number
    readonly deviation: number
    readonly alarms: number
    /** Structured request's tokens over the raw request's; `null` before the analysis, and where it got no shorter. */
    readonly compression: number | null
    /** Tokens (estimated) that contexts did without, once each: by the analysis, by digests of results, by compaction. */
    readonly saved: { readonly structuring: number; readonly digesting: number; readonly compacting: number }
  }
  readonly limits: {
    readonly used: Readonly<Record<string, number>>
    readonly allowed: Readonly<Record<string, number | null>>
    /** What was expected once the phases were planned, and the most that the limits would have allowed; `null` before. */
    readonly estimate: Estimate | null
    readonly worst: Estimate | null
  }
}
