import type { CheckStatus } from "../log/event.ts"
import type { TaskStatus } from "../log/vocabulary.ts"

/** One task of a run, opened: what it was given and its whole result. */
export type OpenedTask = {
  /** One for each task of a run: lines and answers call it by this. */
  readonly number: number
  readonly key: string
  readonly tool: string
  readonly title: string
  readonly status: TaskStatus | "running"
  readonly at: number
  /** `null` while it runs. */
  readonly ms: number | null
  /** Why the model wanted it; empty where it did not say. */
  readonly why: string
  /** `null` where the log does not have them. */
  readonly arguments: Readonly<Record<string, unknown>> | null
  readonly output: string
}

/** A check as it came out last, with all that it printed; of one that passed nothing is kept. */
export type OpenedCheck = {
  readonly name: string
  readonly command: string
  readonly status: CheckStatus
  readonly ms: number
  readonly exit: number | null
  readonly output: string
}
