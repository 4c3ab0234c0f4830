/** What a check proves: behaviour, types, style, that it builds, or something the project knows. */
export type CheckKind = "test" | "types" | "lint" | "build" | "other"

/** One check of a project. */
export type Check = {
  /** Short, stable and unique in its project: `test`, `types`, `lint`. */
  readonly name: string
  readonly kind: CheckKind
  /** A shell command, run in the workspace root. */
  readonly command: string
  /** Where it comes from: `package.json scripts.test`, `config`. */
  readonly source: string
  /** Which reader of output fits it; `auto` goes by the output itself. */
  readonly parser: string
  /** The folder that it says something of, relative to the workspace; absent for all of it. */
  readonly covers?: string
  /** The languages that it says something of, as `languageOf` names them; absent for any. */
  readonly languages?: readonly string[]
}

/** `skipped` is absent where none was, or the output doesn't say. */
export type CheckCounts = { readonly passed: number; readonly failed: number; readonly skipped?: number }

/** One thing that fails. It has the same name each time it does, wherever its lines have moved to. */
export type Failure = {
  readonly name: string
  /** In the workspace, as far as the output says. */
  readonly files: readonly string[]
}

/** What a check said. `broken` proves nothing either way: a program is missing, time ran out, there was nothing to check. */
export type CheckOutcome = {
  readonly status: "passed" | "failed" | "broken"
  readonly ms: number
  /** Null where it was killed, or could not be started. */
  readonly exitCode: number | null
  /** Of a failed chain of npm scripts the one that failed: `posttest`. */
  readonly script?: string
  /**
   * The lines that say what fails, the most telling first; of a broken check the first one is the reason. Where nothing is reported as
   * failing: command and exit code, then the last 40 lines. Each at most 300 characters, never one that tells of something that passed.
   */
  readonly failing: readonly string[]
  /** All that has a name in the output; none where it has no names. Not cut to what is shown. */
  readonly failures: readonly Failure[]
  /** How many tests ran, where the output says so. */
  readonly tests?: number
  /** Of tests or findings, where the output has them. */
  readonly counts: CheckCounts | null
  /** Why it is broken. */
  readonly hindrance?: "cut" | "empty" | "unable"
  /** The scripts of npm that it ran one after the other, by name. */
  readonly scripts: readonly string[]
  /** The lines that sum up tests and coverage, of a green check too. */
  readonly summary: readonly string[]
  /**
   * What the script that failed printed, each line once, with numbers, times and absolute paths masked, without passing tests and counts:
   * to be compared with what it prints on the base, where nothing has a name. Empty if it did not fail.
   */
  readonly said: readonly string[]
  /** Without terminal codes; its middle is missing above a megabyte. */
  readonly output: string
  /** Of the tool behind the check, for the key of a cache; empty where it is unknown. */
  readonly version: string
}
