import { z } from "zod"

/* What only whoever runs the server may do over it: their own config, their keys, what is kept on the disk. */

/** Why somebody may not: they came over the network, or nobody had to show a token. */
export const OwnerRefusal = z.enum(["remote", "open"])
export type OwnerRefusal = z.infer<typeof OwnerRefusal>

/** One setting as it is in force for new runs, and who said so. */
export const HeldSetting = z.object({
  /** As `keelson config` names it: `approve`, `limits.max_cost`. */
  key: z.string(),
  value: z.unknown(),
  from: z.enum(["command line", "environment", "project", "user", "default", "remembered"]),
})
export type HeldSetting = z.infer<typeof HeldSetting>

export const ConfigReply = z.object({
  settings: z.array(HeldSetting),
  /** What the user's own config says of those that can be changed here; absent where it says nothing. */
  own: z.record(z.string(), z.unknown()),
  /** The user's own config, and the folder's, which is not written from here. */
  user_file: z.string(),
  project_file: z.string(),
  /** Providers that a key can be pasted for, and the names of their models that are known. */
  providers: z.array(
    z.object({
      id: z.string(),
      label: z.string(),
      home_page: z.string(),
      is_set: z.boolean(),
      models: z.array(z.string()),
    }),
  ),
  /** Why whoever asks may not change anything; absent where they may. */
  refusal: OwnerRefusal.optional(),
})
export type ConfigReply = z.infer<typeof ConfigReply>

/** One setting of the user's own; without a value it is taken out. `confirmed`: yes, also if that allows runs more than now. */
export const ConfigRequest = z.strictObject({
  key: z.string().min(1).max(200),
  value: z.unknown().optional(),
  confirmed: z.boolean().optional(),
  /** Beside a model: the address of the user's own server that has it. */
  base_url: z
    .url({ protocol: /^https?$/, error: "expected an address that begins with http:// or https://" })
    .max(500)
    .optional(),
})
export type ConfigRequest = z.infer<typeof ConfigRequest>

/** A provider's key. It is kept for this user alone and never told again. */
export const KeyRequest = z.strictObject({
  provider: z.string().min(1).max(100),
  key: z
    .string()
    .trim()
    .min(1)
    .max(1000)
    .regex(/^[\x21-\x7e]+$/, "expected one word without spaces"),
})

export const KeyReply = z.object({
  /** The variable that it counts as. */
  variable: z.string(),
  models: z.array(z.string()),
})
export type KeyReply = z.infer<typeof KeyReply>

/** Which runs shall go; those that have not ended stay in any case. At least one of the three says something. */
export const PruneRequest = z.strictObject({
  /** Those that ended so long ago. */
  older_than_ms: z.number().min(0).optional(),
  /** All beside the newest so many. */
  keep: z.int().min(0).optional(),
  /** Those that were shown before: nothing else goes. Without it nothing is removed, only told. */
  runs: z.array(z.string().max(200)).max(100_000).optional(),
})
export type PruneRequest = z.infer<typeof PruneRequest>

export const PruneReply = z.object({
  runs: z.array(z.object({ id: z.string(), title: z.string(), updated_at: z.number(), bytes: z.number() })),
  /** Of those runs together. */
  bytes: z.number(),
  /** Of checkpoints that only they needed; known once they are gone. */
  checkpoints: z.number().optional(),
})
export type PruneReply = z.infer<typeof PruneReply>
