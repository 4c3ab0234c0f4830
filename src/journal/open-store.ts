import { join } from "node:path"
import { MemoryStore } from "./memory-store.ts"
import type { RunStore } from "./run-store.ts"
import { SqliteStore } from "./sqlite-store.ts"
import { IN_MEMORY } from "./state-folder.ts"

/**
 * The store of a state folder (see `stateFolder`), or one that ends with the process for `:memory:`. `onLocked` hears of each time that
 * somebody else's lock keeps it from being opened.
 */
export async function openStore(folder: string, onLocked?: () => void): Promise<RunStore> {
  if (folder === IN_MEMORY) return new MemoryStore()
  return SqliteStore.open(join(folder, "keelson.db"), {}, onLocked)
}
