/** A public repository with a known fix, and one subtly wrong. Nothing of its code is kept here. */
export type Repository = {
  /** `owner/name` on GitHub. */
  readonly name: string
  /** The upstream commit that fixes something, with its tests. */
  readonly commit: string
  readonly language: string
  /** Which of the changed files are tests; the mistake is made in another one. */
  readonly tests: RegExp
  /** Installs packages of other people, if it needs any. */
  readonly setup?: readonly string[]
  readonly wrong: Mistake
  /** The user's own check, in place of what is found, where all tests take hours. */
  readonly check?: string
}

/** In the first line that the fix adds and that has it, this becomes that. The tests of the fix were seen to fail with it, but for two that could not be run (jsoup, decimal). */
export type Mistake = { readonly find: RegExp; readonly put: string }
