import { z } from "zod"

/** Settings as `key=value`, laid over what the run had: `max_iterations=9`, `reflection.slow_turns=3`. */
export const ReplayRequest = z.strictObject({ set: z.array(z.string().min(1).max(2000)).max(100) })
export type ReplayRequest = z.infer<typeof ReplayRequest>

const Counts = z.object({ fired: z.int(), recorded: z.int(), added: z.int(), dropped: z.int() })

/** What other guards would have said of a run; `+`: only they, `-`: only those that it had. */
export const ReplayReply = z.object({
  turns: z.int(),
  counts: z.object({ alarms: Counts, limits: Counts, violations: Counts }),
  rows: z.array(
    z.object({
      mark: z.enum(["+", "-", " "]),
      place: z.string(),
      name: z.string(),
      kind: z.string(),
      text: z.string(),
    }),
  ),
})
export type ReplayReply = z.infer<typeof ReplayReply>
