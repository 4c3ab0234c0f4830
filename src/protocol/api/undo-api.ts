import { z } from "zod"

/* What is said of taking changes back. */

/** What is taken back; the whole run unless told otherwise. */
export const UndoRequest = z.strictObject({
  /** This round and all after it. */
  to: z.string().optional(),
  /** This round alone. */
  round: z.string().optional(),
  /** Also where somebody changed the files since. */
  force: z.boolean().optional(),
  /** Takes the last undo back instead. */
  redo: z.boolean().optional(),
  /** This file alone, by its path in the folder. */
  file: z.string().min(1).max(4000).optional(),
  /** Only says what it would do. */
  preview: z.boolean().optional(),
})
export type UndoRequest = z.infer<typeof UndoRequest>

/** What an undo came to. */
export const UndoReply = z.looseObject({
  run_id: z.string(),
  /** The key of its record; `null` where there was nothing to do. */
  undo: z.string().nullable(),
  /** The rounds that are taken back as a whole. */
  stages: z.array(z.string()),
  files: z.array(z.looseObject({ path: z.string(), deed: z.string() })),
  /** Files that were left as they are. */
  conflicts: z.array(z.looseObject({ path: z.string(), reason: z.string() })),
  /** Files that checkpoints don't hold. */
  left_out: z.array(z.looseObject({ path: z.string() })),
  /** Of a preview: what would change, as a unified diff. */
  diff: z.string().optional(),
})
export type UndoReply = z.infer<typeof UndoReply>
