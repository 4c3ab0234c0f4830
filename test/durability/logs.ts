import { MemoryStore } from "../../src/journal/memory-store.ts"
import type { NewEntry } from "../../src/journal/run-store.ts"
import type { RunHeader } from "../../src/protocol/log/run.ts"

const OWNER = { host: "elsewhere", pid: 1, startedAt: "1" }

/** A store in which somebody else left this run. */
export async function storeWith(header: RunHeader, entries: readonly NewEntry[]): Promise<MemoryStore> {
  const store = new MemoryStore()
  const copied = entries.map(({ key, at, record }) => ({ key, at, record }))
  await store.release(await store.createRun(header, { owner: OWNER, entries: copied }))
  return store
}
