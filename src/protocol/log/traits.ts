import { z } from "zod"

/** What kind of work a tool is for; the rules of task types speak of kinds, never of names. */
export const ToolKind = z.enum(["read", "write", "command", "search", "page", "data", "code", "document", "note"])
export type ToolKind = z.infer<typeof ToolKind>

/** What a tool says of itself, for whoever has to decide without knowing it by name. */
export const Traits = z.object({
  /** A tool of no kind is no task type's business: it may always be used. */
  kind: ToolKind.optional(),
  /** Its result is the text of the file that it names. */
  file: z.literal(true).optional(),
  /** It makes what a request asked for: a task that has to make something may end with it. */
  makes: z.literal(true).optional(),
  /** It waits for something outside: calling it again and again is no loop. */
  waits: z.literal(true).optional(),
  /**
   * Its commands go to the engine's own shell, in its sandbox where there is one. What a rule allows one such tool it allows
   * the others, and a command that only reads needs nobody's leave. Rules that hold back go for every tool that runs commands.
   */
  shell: z.literal(true).optional(),
})
export type Traits = Readonly<z.infer<typeof Traits>>
