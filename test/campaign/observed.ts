import type { FolderState } from "../../bench/jobs/folder-state.ts"
import type { LogEntry } from "../../src/journal/run-store.ts"
import type { End } from "./life.ts"
import type { TrialPlace } from "./place.ts"
import type { Trial } from "./trial.ts"

/** What a server told of a run. */
export type Told = {
  readonly result: unknown
  /** The numbers of the facts that somebody got who followed the run over all restarts. */
  readonly followed: readonly number[]
  readonly isOver: boolean
}

/** What was seen of a trial from outside. */
export type Observed = {
  readonly trial: Trial
  readonly place: TrialPlace
  /** How each process ended that carried the run on, in their order; none where a server did. */
  readonly ends: readonly End[]
  /** What processes said, apart from those ends. */
  readonly said: string
  /** The log after each of them; the last one is how it stands. */
  readonly logs: readonly (readonly LogEntry[])[]
  readonly heard: readonly string[]
  readonly before: FolderState
  readonly after: FolderState
  readonly told?: Told
}
