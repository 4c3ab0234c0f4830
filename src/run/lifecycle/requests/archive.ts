import type { RunStore } from "../../../journal/run-store.ts"
import { KeyConflictError } from "../../../journal/store-error.ts"
import { factKey, isFact, numbered } from "../../../protocol/log/key.ts"

/** Takes a run out of lists, or puts it back; nothing else of it changes. Without effect where it is so already. */
export async function archiveRun(store: RunStore, runId: string, archived: boolean, now: number): Promise<void> {
  for (;;) {
    const earlier = (await store.load(runId)).filter(({ key }) => isFact(key, "run.archived"))
    const last = earlier.at(-1)?.record
    const isArchived = last?.kind === "event" && last.event.type === "run.archived" && last.event.archived
    if (isArchived === archived) return
    const key = factKey(numbered("archive", earlier.length + 1), "run.archived")
    const event = { type: "run.archived", archived } as const
    try {
      await store.signal(runId, { key, at: now, record: { kind: "event", event } })
      return
    } catch (error) {
      // Somebody else said something of it in this very moment.
      if (!(error instanceof KeyConflictError)) throw error
    }
  }
}
