/**
 * How an error is to be met, whoever meets it.
 * `refused`: it can't be carried out as it was asked for, and nothing was started; `forbidden`: somebody has to allow it
 * first; `missing`: what was named is not there;
 * `conflict`: the present state stands against it; `unavailable`: it can't be had just now; `lost`: it was taken away meanwhile;
 * `fault`: something is wrong with us.
 */
export type ErrorKind = "refused" | "forbidden" | "missing" | "conflict" | "unavailable" | "lost" | "fault"

/** What would help, where the engine knows. How it is done is for each surface to say. */
export type Remedy =
  /** The run goes on as it is. */
  | "resume"
  /** The run has ended and is resumed; it asks its question again. */
  | "ask_again"
  /** It is waited for or cancelled. */
  | "cancel"
  /** Another name, from the list of runs. */
  | "list"
  /** Its question is allowed or denied. */
  | "approval"
  /** Its question is answered in words. */
  | "words"
  /** What checkpoints need is put in place. */
  | "checkpoints"
  /** The model's address is given. */
  | "base_url"

/** A way out of an error: what would help, and the run that it is about. */
export type WayOut = { readonly remedy: Remedy; readonly runId?: string }

/**
 * What every error of ours has beside its message: `code` for programs, which does not change, and `kind` for surfaces, which
 * make an exit code or a status of it. Whoever throws says how the error is to be met, so no surface keeps a list.
 */
export class KeelsonError extends Error {
  /** Written out in each class: bundling renames them. */
  override name = "KeelsonError"
  readonly code: string
  readonly kind: ErrorKind
  readonly wayOut: WayOut | undefined

  constructor(code: string, kind: ErrorKind, message: string, wayOut?: WayOut) {
    super(message)
    this.code = code
    this.kind = kind
    this.wayOut = wayOut
  }
}
