import { numbered } from "../../../protocol/log/key.ts"
import type { RunContext } from "../../run-context.ts"

/** Whether the gate has looked at the strategy's own end: then that stands. */
export function hasClosed({ log }: RunContext): boolean {
  return log.fact("closing-0/gate", "gate.ruled") !== undefined
}

/** What ended an earlier epoch is looked at again: by now somebody may have mended it. */
export function placeOf(run: RunContext, attempt: number): RunContext {
  const first = run.at(numbered("closing", attempt))
  const later = Array.from({ length: run.epoch - 1 }, (_, index) => first.at(numbered("epoch", index + 2)))
  const last = [first, ...later].findLast(({ log }) => log.has("verify-end") || log.fact("gate", "gate.ruled")) ?? first
  const ruled = last.log.fact("gate", "gate.ruled")
  const isOld = last.log.isOfEarlierEpoch("gate", "gate.ruled") || (!ruled && last.log.isOfEarlierEpoch("verify-end"))
  return isOld && ruled?.next !== "mend" ? first.at(numbered("epoch", run.epoch)) : last
}
