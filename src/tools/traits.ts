/** What kind of work a tool is for; the rules of task types speak of kinds, never of names. */
export type ToolKind = "read" | "write" | "command" | "search" | "page" | "data" | "code" | "document" | "note"

/** What a tool says of itself, for whoever has to decide without knowing it by name. */
export type Traits = {
  /** A tool of no kind is no task type's business: it may always be used. */
  readonly kind?: ToolKind
  /** It makes what a request asked for: a task that has to make something may end with it. */
  readonly makes?: true
  /** It waits for something outside: calling it again and again is no loop. */
  readonly waits?: true
  /**
   * Its commands go to the engine's own shell, in its sandbox where there is one. What a rule allows one such tool it allows
   * the others, and a command that only reads needs nobody's leave. Rules that hold back go for every tool that runs commands.
   */
  readonly shell?: true
}

/** The one thing that a call is about, as far as rules can look at it. */
export type ToolSubject =
  | { readonly kind: "command"; readonly command: string }
  | { readonly kind: "url"; readonly url: string }
  /** In the workspace. */
  | { readonly kind: "paths"; readonly paths: readonly string[] }
