import type { DurableEvent } from "../../../protocol/log/event.ts"
import { lackingOf } from "../../../view/lacking.ts"
import { onOneLine } from "../../paint/text.ts"

/** What the gate found, and whether the model is told of it. */
export function describeGate(ruled: Extract<DurableEvent, { type: "gate.ruled" }>): string {
  if (ruled.next === "done") return "nothing is missing"
  const lacking = lackingOf(ruled).map(onOneLine).join("; ")
  return ruled.next === "mend" ? `working on what is missing: ${lacking}` : `ends without: ${lacking}`
}
