import type { Lease, NewEntry, RunBlob, RunStore } from "../../src/journal/run-store.ts"
import type { LoggedEvent } from "../../src/protocol/log/event.ts"
import { viewOf } from "../../src/view/run-view.ts"

/** Puts a told run into a store, as if a process had carried it out and gone. */
export async function keep(
  store: RunStore,
  id: string,
  workspace: string,
  events: readonly LoggedEvent[],
  blobs: readonly RunBlob[] = [],
): Promise<string> {
  const lease = await begin(store, id, workspace, events)
  for (const blob of blobs) await store.saveBlob(lease, blob)
  await store.release(lease)
  return id
}

/** The same while somebody carries it out. */
export async function begin(
  store: RunStore,
  id: string,
  workspace: string,
  events: readonly LoggedEvent[],
): Promise<Lease> {
  const view = viewOf(events)
  const [first, last] = [events[0], events.at(-1)]
  if (!first || !last) throw new Error("A run has at least one event.")
  const header = {
    id,
    workspace,
    title: view.request.split("\n")[0]?.slice(0, 200) ?? "",
    strategy: view.strategy,
    model: view.environment?.model ?? "",
    state: view.state,
    created_at: first.at,
    updated_at: last.at,
  }
  const owner = { host: "showcase", pid: 1, startedAt: "1" }
  return store.createRun(header, { owner, entries: entriesOf(events) })
}

export function entriesOf(events: readonly LoggedEvent[]): NewEntry[] {
  return events.map(({ key, at, event }) => ({ key, at, record: { kind: "event", event } }))
}
