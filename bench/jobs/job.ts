import type { Solver } from "keelson/testing"

/** What stands on the disk when a run has ended, whatever it says of itself. */
export type Truth = {
  /** The work is done, and nothing else was harmed. */
  readonly isDone: boolean
  /** A check that counts, or a command that the request names, fails. */
  readonly isRed: boolean
}

/** A piece of work in a folder, with the truth about it. */
export type Job = {
  readonly name: string
  readonly request: string
  /** The project's checks by name; none: there are none. */
  readonly checks: Readonly<Record<string, string>>
  /** Whether the files of a run that does it are changed. */
  readonly wantsChange: boolean
  /** Whether its checks are green once it is done. */
  readonly canBeVerified: boolean
  /** Whether a check or a command that the request names can refute a false end. */
  readonly canBeRefuted: boolean
  readonly contextWindow?: number
  /** The folder at the beginning; another seed has other contents. */
  files(seed: number): Readonly<Record<string, string>>
  /** How one goes about it who knows the request alone. */
  readonly solver: Solver
  truth(look: Look): Promise<Truth>
}

/** The folder at the end, and what the run said. */
export type Look = {
  readonly seed: number
  readonly answer: string
  /** A file's content; empty where there is none. */
  read(path: string): Promise<string>
  /** Whether a command succeeds in the folder. */
  succeeds(command: string): Promise<boolean>
}
