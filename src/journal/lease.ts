import { describeOwner, isDead } from "./owner.ts"
import type { Lease, Owner } from "./run-store.ts"
import { LeaseLostError, RunBusyError } from "./store-error.ts"

/** How long a lease lives after it was claimed or last renewed, in milliseconds. */
export const LEASE_MS = 15_000

/**
 * A run's newest claim. `owner` is `null` when nobody holds it: never claimed, given back, or taken away.
 *
 * A lease past `expiresAt` is free for the taking, but until somebody takes it its holder may still write and renew:
 * a laptop that slept must not lose a run that nobody else wanted.
 */
export type HeldLease = { readonly token: number; readonly owner: Owner | null; readonly expiresAt: number }

/** Of a new run. */
export const NEVER_CLAIMED: HeldLease = { token: 0, owner: null, expiresAt: 0 }

/** Whether the holder must be left alone. */
export function isLive(held: HeldLease, now: number): boolean {
  return held.owner !== null && now < held.expiresAt && !isDead(held.owner)
}

/** The next claim on a run; throws `RunBusyError` while the last one is live, even if this very process holds it. */
export function claimLease(runId: string, held: HeldLease, claim: { owner: Owner; now: number }): HeldLease {
  if (held.owner !== null && isLive(held, claim.now)) throw new RunBusyError(runId, describeOwner(held.owner))
  return { token: held.token + 1, owner: claim.owner, expiresAt: claim.now + LEASE_MS }
}

/** Lives for another full term. */
export function renewLease(held: HeldLease, now: number): HeldLease {
  return { ...held, expiresAt: now + LEASE_MS }
}

/** Nobody's from now on. The token stays, so that the next claim gets a higher one. */
export function freeLease(held: HeldLease): HeldLease {
  return { ...NEVER_CLAIMED, token: held.token }
}

/** Whether the lease is still the run's newest claim and was not given back. */
export function holds(lease: Lease, held: HeldLease): boolean {
  return held.owner !== null && held.token === lease.token
}

/** Throws `LeaseLostError` unless the lease still holds. */
export function requireLease(lease: Lease, held: HeldLease): void {
  if (!holds(lease, held)) throw new LeaseLostError(lease.runId)
}
