import type { DurableEvent } from "../../../protocol/log/event.ts"
import { tellingLines } from "../../../view/telling-lines.ts"
import { onOneLine } from "../../paint/text.ts"

/** How a check ended, with the first line that tells why it is red. */
export function describeCheck(ended: Extract<DurableEvent, { type: "check.ended" }>): string {
  const { name, status, failing, moment, compared, script } = ended
  const [line = failing[0]] = tellingLines(ended)
  const why = line === undefined || status === "passed" ? "" : `: ${onOneLine(line)}`
  const red = compared === "as_before" ? "is red as before" : status
  const where =
    status === "failed" && script !== undefined && script !== name ? `, in its script ${onOneLine(script)}` : ""
  return `check ${onOneLine(name)} ${red}${moment === "base" ? " without the change" : ""}${where}${why}`
}
