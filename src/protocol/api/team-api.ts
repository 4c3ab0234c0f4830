import { z } from "zod"

/* Several people on one server. */

/** What a person may do; each includes those before it. */
export const Role = z.enum(["view", "run", "approve", "administer"])
export type Role = z.infer<typeof Role>

/** Whose a token is. */
export const Person = z.object({
  name: z.string(),
  /** Whose runs are seen, counted and paid for together. */
  tenant: z.string(),
  role: Role,
  /** Folders that they may use; none said: all of the server's. */
  places: z.array(z.string()),
})
export type Person = z.infer<typeof Person>

/** The tenant of runs that nobody's token asked for. */
export const DEFAULT_TENANT = "default"

/** Whether a role is the least that something needs, or above it. */
export function mayAs({ role }: Pick<Person, "role">, least: Role): boolean {
  return Role.options.indexOf(role) >= Role.options.indexOf(least)
}

/** Why a run is not under way yet: all workers are busy, there is none, or its tenant has what it may have at once or today. */
export const QueueReason = z.enum(["busy", "no_workers", "workspace", "tenant_runs", "tenant_cost", "tenant_tokens"])
export type QueueReason = z.infer<typeof QueueReason>

/** Where a run stands that waits for a worker; 1 is next. */
export const QueueStanding = z.object({ place: z.int(), reason: QueueReason })
export type QueueStanding = z.infer<typeof QueueStanding>
