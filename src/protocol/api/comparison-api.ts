import { z } from "zod"
import { StartRequest } from "./api.ts"

/** The same request under several strategies, each in a copy of the folder. */
export const CompareRequest = StartRequest.omit({ strategy: true, follows: true }).extend({
  strategies: z
    .array(z.string().min(1).max(100))
    .min(2)
    .max(8)
    .refine((names) => new Set(names).size === names.length, "each strategy once"),
})
export type CompareRequest = z.infer<typeof CompareRequest>

export const CompareReply = z.object({
  comparison: z.string(),
  runs: z.array(z.object({ run_id: z.string(), strategy: z.string() })),
})
export type CompareReply = z.infer<typeof CompareReply>
