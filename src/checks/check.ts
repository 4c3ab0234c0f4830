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
}

export type CheckCounts = { readonly passed: number; readonly failed: number }

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
  /** The lines that say what fails, the most telling first; of a broken check the first one is the reason. At most 20, each at most 300 characters. */
  readonly failing: readonly string[]
  /** All that has a name in the output; none where it has no names. Not cut to what is shown. */
  readonly failures: readonly Failure[]
  /** How many tests ran, where the output says so. */
  readonly tests?: number
  /** Of tests or findings, where the output has them. */
  readonly counts: CheckCounts | null
  /** Without terminal codes; head and tail where it is long. */
  readonly output: string
  /** Of the tool behind the check, for the key of a cache; empty where it is unknown. */
  readonly version: string
}
