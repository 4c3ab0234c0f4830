import { openRuns as openHere } from "../../host/open-runs.ts"
import type { RunStore } from "../../journal/run-store.ts"
import { notify } from "../terminal/long-running.ts"

/** The store of the configured database or state folder. What was taken away from it is said, whatever the command. */
export function openRuns(folder?: string): Promise<RunStore> {
  return openHere(notify, folder)
}
