import { isEnd } from "../protocol/outcome.ts"
import type { RunHeader } from "../protocol/run.ts"
import type { RunHost } from "./run-host.ts"

/** Whether somebody carries the run out, or is going to without being asked. */
export async function isLive(
  { store, handOver }: Pick<RunHost, "store" | "handOver">,
  { id, state }: Pick<RunHeader, "id" | "state">,
): Promise<boolean> {
  if (isEnd(state)) return false
  if (handOver && state !== "WAITING") return true
  return store.isHeld(id)
}
