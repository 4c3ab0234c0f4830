import type { Role } from "@keelson/protocol/api/team-api.ts"
import { useSyncExternalStore } from "react"

/** The server says with each reply what the one who asks may do; one that says nothing has one user, who may do everything. */
export const ROLE_HEADER = "keelson-role"

const ROLES: readonly Role[] = ["view", "run", "approve", "administer"]
const listeners = new Set<() => void>()
let role: Role | null = null

/** Hears what a reply says of whoever asked. */
export function hearRole({ headers }: Response): void {
  const said = ROLES.find((each) => each === headers.get(ROLE_HEADER)) ?? null
  if (said === role) return
  role = said
  for (const listener of listeners) listener()
}

/** Whether whoever looks may do what needs this role; what they may not do is not offered. */
export function useMay(least: Role): boolean {
  const known = useSyncExternalStore(subscribe, () => role)
  return known === null || ROLES.indexOf(known) >= ROLES.indexOf(least)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
