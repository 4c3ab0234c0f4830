import type { JsonSchema } from "../model/seam/model.ts"
import type { GivenLimits } from "../protocol/log/limits.ts"

/** A file outside of the workspace and its place in it. */
export type PlacedFile = { readonly from: string; readonly to: string }

/** Where the files of a job come from. `without`: paths that its run does not get. */
export type JobSource =
  | { readonly kind: "folder"; readonly path: string; readonly without: readonly string[] }
  | { readonly kind: "git"; readonly repository: string; readonly ref: string }
  | { readonly kind: "nothing" }

/** Changes that are made to a workspace: files put into it, a patch in git's form, a command. */
export type JobChange = {
  readonly files: readonly PlacedFile[]
  readonly patch?: string | undefined
  readonly command?: string | undefined
}

/** Tests that are judged by their names in what the checks print. */
export type NamedTests = { readonly failToPass: readonly string[]; readonly passToPass: readonly string[] }

/** What the answer must be; `schema` is shown to the run, the rest is not. */
export type ExpectedAnswer = {
  readonly schema?: JsonSchema | undefined
  readonly equals?: unknown
  /** A regular expression that the answer's text must match. */
  readonly pattern?: string | undefined
}

/** What a run is asked for, and what decides whether it did it. */
export type Job = {
  readonly name: string
  readonly request: string
  readonly source: JobSource
  /** Put into the workspace before its set-up. */
  readonly start?: readonly PlacedFile[] | undefined
  /** Runs before the run, in its workspace and with the network; what it makes is not the run's work. */
  readonly setup?: string | undefined
  readonly limits: GivenLimits
  /** Put over the result before the checks run. */
  readonly hidden: JobChange
  /** Commands by name; each must end with 0. */
  readonly checks: Readonly<Record<string, string>>
  readonly checkMs: number
  readonly tests?: NamedTests | undefined
  readonly answer?: ExpectedAnswer | undefined
  /** What solves it; a control. */
  readonly solution?: JobChange | undefined
  /** Doing nothing is right: then the checks pass before the run. */
  readonly isDone: boolean
  /** Why it can't be run here. */
  readonly unfit?: string | undefined
}

/** Jobs that belong together. `hide`: where they are kept, which no run is to see. */
export type JobSet = { readonly name: string; readonly jobs: readonly Job[]; readonly hide: readonly string[] }

/** So long a check may take unless its job says otherwise. */
export const CHECK_MS = 600_000

export const NO_CHANGE: JobChange = { files: [] }
