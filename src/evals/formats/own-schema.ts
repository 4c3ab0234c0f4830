import { z } from "zod"
import { GivenLimits } from "../../protocol/log/limits.ts"
import { madeOnce } from "../../protocol/zod/made-once.ts"

const change = () =>
  z.union([
    z.string().min(1),
    z.strictObject({
      files: z.string().min(1).optional(),
      patch: z.string().min(1).optional(),
      command: z.string().min(1).optional(),
    }),
  ])

/** A job as its file says it; paths are relative to that file. */
export const ownJob = madeOnce(() =>
  z.strictObject({
    $schema: z.string().optional(),
    name: z
      .string()
      .regex(/^[\w][\w.-]{0,99}$/, "expected letters, digits, dots, dashes and underscores, at most 100")
      .optional(),
    request: z.string().trim().min(1).optional(),
    workspace: z
      .union([
        z.string().min(1),
        z.strictObject({ git: z.string().min(1), ref: z.string().min(1).regex(/^[^-]/).default("HEAD") }),
      ])
      .optional(),
    setup: z.string().min(1).optional(),
    limits: GivenLimits.optional(),
    hidden: change().optional(),
    checks: z.record(z.string().min(1), z.string().min(1)).optional(),
    check_ms: z.number().int().positive().optional(),
    answer: z
      .strictObject({
        schema: z.record(z.string(), z.unknown()).optional(),
        equals: z.unknown().optional(),
        pattern: z.string().min(1).refine(isPattern, "expected a regular expression").optional(),
      })
      .optional(),
    solution: change().optional(),
    nothing_to_do: z.boolean().optional(),
  }),
)
export type OwnJob = z.infer<ReturnType<typeof ownJob>>

/** Several jobs in one file. */
export const ownJobs = madeOnce(() =>
  z.strictObject({
    $schema: z.string().optional(),
    name: z.string().min(1).optional(),
    jobs: z.array(ownJob()).min(1),
  }),
)

function isPattern(text: string): boolean {
  try {
    new RegExp(text)
    return true
  } catch {
    return false
  }
}
