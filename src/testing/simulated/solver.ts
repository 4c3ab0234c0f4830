import type { Seen } from "./seen.ts"

/** One call of a working tool. */
export type Action = { readonly tool: string; readonly arguments: Readonly<Record<string, unknown>> }

/** What is to be done next, and for which part of the work: an index into `parts`. */
export type Wanted = Action & { readonly part: number }

/** A part of the work, as the solver would cut it. */
export type WorkPart = {
  readonly title: string
  readonly goal: string
  /** A call that harms nothing and shows how the part stands: for whoever must plan where nothing is left to do. */
  readonly proof: Action
}

/**
 * What a simulated model has in its head for one piece of work. It knows the request, how such work is done, and what it is
 * shown; never the disk.
 */
export interface Solver {
  readonly goal: string
  readonly complexity: "simple" | "medium" | "complex"
  /** What the work is going to change, in the words of the controls. */
  readonly changes: "files" | "none"
  readonly parts: readonly WorkPart[]
  /** Everything that can be decided by now, in its order; nothing: the work is done. */
  next(seen: Seen): readonly Wanted[]
  /** What it would tell the user now. */
  answer(seen: Seen): string
  /** What it writes down for itself while it works, since it may be shown no more of it later. */
  notes?(seen: Seen): string
}
