import type {
  CheckComparison,
  CheckStatus,
  FileChange,
  StageStatus,
  StageWords,
  TaskStatus,
} from "../protocol/log/event.ts"

export type StageView = {
  /** The stage's key; `phase-1/round-2` stands inside `phase-1`. */
  readonly id: string
  readonly kind: string
  /** What its strategy calls its kind; none for those that everybody knows. */
  readonly words?: StageWords
  /** One of many of its sort, known by its number; else a part with a title of its own. */
  readonly isRepeated: boolean
  readonly title: string
  readonly status: StageStatus | "running"
  readonly summary: string
  readonly startedAt: number
  readonly endedAt: number | null
}

export type TaskView = {
  readonly key: string
  /** Its place in its round or turn. */
  readonly id: number
  /** Among all tasks of the run: what the model and people call it. */
  readonly number: number
  readonly tool: string
  readonly title: string
  readonly status: TaskStatus | "running"
  readonly ms: number
  readonly digest: string
  readonly changes: readonly FileChange[]
  /** Of a file tool: what it changed, as a unified diff. */
  readonly diff?: string
  readonly startedAt: number
}

/** How a check came out the last time it ran. */
export type CheckView = {
  readonly name: string
  readonly command: string
  readonly status: CheckStatus
  readonly ms: number
  readonly failing: readonly string[]
  readonly stage: string
  /** Of one that is not green: what the base says of it. */
  readonly compared?: CheckComparison
  /** How many tests ran, where it says so. */
  readonly tests?: number
  /** Of a chain of npm scripts the one that failed. */
  readonly script?: string
  /** Why it proves nothing. */
  readonly hindrance?: "cut" | "empty" | "unable" | "refused"
}
