import type { DurableEvent } from "../../../protocol/log/event.ts"
import { onOneLine } from "../../paint/text.ts"

type ProcessEvent = Extract<DurableEvent, { type: `process.${string}` }>

const ENDS = { exited: "ended", stopped: "was stopped", lost: "went with the run" } as const

/** What runs in the background, in one line. */
export function describeProcess(event: ProcessEvent): string {
  if (event.type === "process.started") return `${event.process} runs in the background: ${onOneLine(event.command)}`
  const code = event.code === null ? "" : ` with exit code ${event.code}`
  return `${event.process} ${ENDS[event.how]}${code}`
}
