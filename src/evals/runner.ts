import type { LoggedEvent } from "../protocol/log/event.ts"
import type { RunResult } from "../protocol/log/run.ts"
import type { EvalCell } from "./cell.ts"
import type { Job } from "./job.ts"

/** A run of a cell under way; see `Run` of the library. */
export type EvalRun = {
  readonly id: string
  readonly result: Promise<RunResult>
  onEvent(listener: (event: LoggedEvent) => void): () => void
  reachLimit(limit: string, used: number, allowed: number): void
  cancel(reason?: string): Promise<void>
  detach(): Promise<void>
}

/** A run that another process began in a folder. */
export type FoundRun = { readonly id: string; readonly isOver: boolean }

/** Carries out the runs of an eval. It knows nothing of what they are judged by. */
export type Runner = {
  /** What can change the result of a cell and is not the job's: settings of the user's, our version. */
  settings(cell: EvalCell, job: Job): Promise<unknown>
  begin(cell: EvalCell, job: Job, folder: string): Promise<EvalRun>
  /** The newest run that works in this folder. */
  find(folder: string): Promise<FoundRun | undefined>
  resume(cell: EvalCell, job: Job, folder: string, runId: string): Promise<EvalRun>
  /** What an ended run came to. */
  result(runId: string): Promise<RunResult>
  /** What a run changed, as a unified diff; empty where nothing of it was kept. */
  diff(cell: EvalCell, job: Job, folder: string, runId: string): Promise<string>
}
