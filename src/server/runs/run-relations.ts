import { loggedEvent } from "../../journal/journal.ts"
import type { LogEntry } from "../../journal/run-store.ts"
import type { RunListItem } from "../../protocol/api/api.ts"

/** What a run has to do with others, from the first entry of its log. */
export function companyOf([first]: readonly LogEntry[]): Pick<RunListItem, "comparison" | "demo"> {
  const event = first && loggedEvent(first)?.event
  if (event?.type !== "run.started") return {}
  const { comparison, demo } = event.environment
  return { ...(comparison ? { comparison } : {}), ...(demo ? { demo } : {}) }
}
