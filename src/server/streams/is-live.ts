import { isEnd } from "../../protocol/log/outcome.ts"
import type { RunHeader } from "../../protocol/log/run.ts"
import type { RunHost } from "../runs/run-host.ts"

/** Whether somebody carries the run out, or is going to without being asked. */
export async function isLive(
  { store, handOver }: Pick<RunHost, "store" | "handOver">,
  { id, state }: Pick<RunHeader, "id" | "state">,
): Promise<boolean> {
  if (isEnd(state)) return false
  if (handOver && state !== "WAITING") return true
  return store.isHeld(id)
}
