import type { DatabaseSync } from "node:sqlite"
import { LogUnreadableError, StoreUnusableError } from "../store-error.ts"

/** "KLSN", which marks the file as Keelson's. */
const APPLICATION_ID = 0x4b4c534e

/** The first makes a new database; each later one changes the schema that the one before it left. Once released, never edit, only add. */
const MIGRATIONS = [
  `CREATE TABLE runs (
     id TEXT NOT NULL PRIMARY KEY,
     workspace TEXT NOT NULL,
     title TEXT NOT NULL,
     strategy TEXT NOT NULL,
     model TEXT NOT NULL,
     state TEXT NOT NULL,
     created_at REAL NOT NULL,
     updated_at REAL NOT NULL,
     archived INTEGER NOT NULL DEFAULT 0,
     lease_token INTEGER NOT NULL DEFAULT 0,
     lease_host TEXT,
     lease_pid INTEGER,
     lease_started_at TEXT,
     lease_expires_at REAL NOT NULL DEFAULT 0
   ) STRICT;
   CREATE INDEX runs_by_age ON runs (created_at);
   CREATE INDEX runs_by_workspace ON runs (workspace, created_at);

   CREATE TABLE entries (
     run_id TEXT NOT NULL REFERENCES runs (id),
     seq INTEGER NOT NULL,
     key TEXT NOT NULL,
     at REAL NOT NULL,
     lease INTEGER NOT NULL,
     version INTEGER NOT NULL,
     kind TEXT NOT NULL,
     body TEXT NOT NULL,
     PRIMARY KEY (run_id, seq),
     UNIQUE (run_id, key)
   ) STRICT;

   CREATE TABLE workspace_locks (
     workspace TEXT NOT NULL PRIMARY KEY,
     run_id TEXT NOT NULL REFERENCES runs (id),
     token INTEGER NOT NULL
   ) STRICT;

   CREATE TABLE blobs (
     run_id TEXT NOT NULL REFERENCES runs (id),
     id TEXT NOT NULL,
     mime TEXT NOT NULL,
     data BLOB NOT NULL,
     PRIMARY KEY (run_id, id)
   ) STRICT;`,
]

/** The schema version that this Keelson writes, kept in `PRAGMA user_version`. */
const SCHEMA_VERSION = MIGRATIONS.length

/** Brings a new or older database to the current schema. Touches nothing in one that is newer or not Keelson's. */
export function migrate(database: DatabaseSync, path: string): void {
  if (versionOf(database, path) === SCHEMA_VERSION) return
  database.exec("BEGIN IMMEDIATE")
  try {
    // Read again: another process may have migrated it while this one waited for the lock.
    for (const migration of MIGRATIONS.slice(versionOf(database, path))) database.exec(migration)
    database.exec(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${SCHEMA_VERSION}`)
    database.exec("COMMIT")
  } catch (error) {
    if (database.isTransaction) database.exec("ROLLBACK")
    throw error
  }
}

function versionOf(database: DatabaseSync, path: string): number {
  const application = readNumber(database, "SELECT application_id FROM pragma_application_id")
  const version = readNumber(database, "SELECT user_version FROM pragma_user_version")
  const tables = readNumber(database, "SELECT count(*) FROM sqlite_schema")
  if (application !== APPLICATION_ID && tables > 0) {
    throw new StoreUnusableError(path, "it belongs to another program", "Set KEELSON_STATE to another folder.")
  }
  if (version > SCHEMA_VERSION) {
    throw new LogUnreadableError(
      `${path} was written by a newer Keelson (schema ${version}). Update Keelson to read it.`,
    )
  }
  return version
}

function readNumber(database: DatabaseSync, query: string): number {
  return Number(Object.values(database.prepare(query).get() ?? {})[0])
}
