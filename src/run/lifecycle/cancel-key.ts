import { factKey, numbered } from "../../protocol/log/key.ts"

/** Each epoch of a run can be cancelled once. */
export function cancelKey(epoch: number): string {
  return factKey(numbered("epoch", epoch), "cancel.requested")
}
