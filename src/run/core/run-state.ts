import type { RunState } from "../../protocol/log/outcome.ts"

const ENDS: readonly RunState[] = ["INCOMPLETE", "FAILED", "BLOCKED", "CANCELLED"]
const PAUSES: readonly RunState[] = ["WAITING", ...ENDS]
const WORKING: readonly RunState[] = ["INTAKE", "PLANNING", "EXECUTING", "VERIFYING", "RECOVERING"]

/** Which state may follow which; from an end other than DONE a resumed run goes back to work. */
const MAY_FOLLOW: Readonly<Record<RunState, readonly RunState[]>> = {
  INTAKE: ["PLANNING", "EXECUTING", "DONE", ...PAUSES],
  PLANNING: ["EXECUTING", "DONE", ...PAUSES],
  EXECUTING: ["PLANNING", "VERIFYING", "RECOVERING", "DONE", ...PAUSES],
  VERIFYING: ["EXECUTING", "RECOVERING", "DONE", ...PAUSES],
  RECOVERING: ["PLANNING", "EXECUTING", "VERIFYING", ...PAUSES],
  WAITING: [...WORKING, ...ENDS],
  DONE: [],
  INCOMPLETE: WORKING,
  FAILED: WORKING,
  BLOCKED: WORKING,
  CANCELLED: WORKING,
}

export function mayFollow(from: RunState, to: RunState): boolean {
  return MAY_FOLLOW[from].includes(to)
}

export function isWorking(state: RunState): boolean {
  return WORKING.includes(state)
}
