import { join } from "node:path"
import { MemoryStore } from "./memory-store.ts"
import type { RunStore } from "./run-store.ts"
import { SqliteStore } from "./sqlite/sqlite-store.ts"
import { IN_MEMORY } from "./state-folder.ts"

/**
 * The store of a state folder (see `stateFolder`), one that ends with the process for `:memory:`, or that of a database for its address
 * (`postgres://…`). `onLocked` hears of each time that somebody else's lock keeps it from being opened.
 */
export async function openStore(folder: string, onLocked?: () => void): Promise<RunStore> {
  if (folder === IN_MEMORY) return new MemoryStore()
  if (isDatabaseAddress(folder)) {
    const { PostgresStore } = await import("./postgres/postgres-store.ts")
    return PostgresStore.open(folder, {}, onLocked)
  }
  return SqliteStore.open(join(folder, "keelson.db"), {}, onLocked)
}

/** Whether it names a database server rather than a folder. */
export function isDatabaseAddress(place: string): boolean {
  return /^postgres(?:ql)?:\/\//.test(place)
}
