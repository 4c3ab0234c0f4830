import { configuredDatabase, configuredStateFolder } from "../config.ts"
import { openStore } from "../journal/open-store.ts"
import type { RunStore } from "../journal/run-store.ts"
import type { Notify } from "./model/configured-model.ts"
import { announceLocks, lockNotice } from "./workspace/lock-notice.ts"
import { missingLogWarning } from "./workspace/missing-log-warning.ts"

/** The store of the configured database or state folder. `notify` is told what was taken away from it, and what locks it. */
export async function openRuns(
  notify: Notify,
  folder = configuredDatabase() ?? configuredStateFolder(),
): Promise<RunStore> {
  const met = lockNotice(notify)
  const store = await openStore(folder, met)
  announceLocks(store, met)
  const lost = missingLogWarning(await store.missing())
  if (lost !== "") notify(lost)
  return store
}
