import { chmodSync, closeSync, existsSync, openSync } from "node:fs"
import { dirname } from "node:path"
import type { DatabaseSync } from "node:sqlite"
import { makeFolder } from "../make-folder.ts"
import { migrate } from "./sqlite-schema.ts"

/**
 * Opens or makes the database file, readable by its owner only.
 *
 * `synchronous = FULL`: surviving kill -9 of the process needs only NORMAL, because a committed page is in the kernel by then.
 * FULL also survives a power cut, for one fsync per append: 0.2 ms against 0.05 ms where it was measured (ext4 on a virtual disk,
 * 1 to 3 entries of 1 KB). Beside a model call that is nothing; where nothing is lost without it, `SqliteTables.write` does without.
 */
export function openDatabase(path: string): DatabaseSync {
  keepPrivate(path)
  const { DatabaseSync } = loadSqlite()
  const database = new DatabaseSync(path)
  try {
    // Nothing else of this process can go on while SQLite waits: `unlocked` tries again.
    database.exec("PRAGMA busy_timeout = 100")
    migrate(database, path)
    database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL")
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

/** SQLite gives its -wal and -shm files the mode of the main file, so that one is made before SQLite sees it. */
function keepPrivate(path: string): void {
  makeFolder(dirname(path), 0o700)
  closeSync(openSync(path, "a", 0o600))
  for (const file of [path, `${path}-wal`, `${path}-shm`]) if (existsSync(file)) chmodSync(file, 0o600)
}

/** Loaded late, as only a part of the commands needs it, and without the warning that Node 22 prints when it is loaded. */
function loadSqlite(): typeof import("node:sqlite") {
  const { emitWarning } = process
  process.emitWarning = () => {}
  try {
    return process.getBuiltinModule("node:sqlite")
  } finally {
    process.emitWarning = emitWarning
  }
}
