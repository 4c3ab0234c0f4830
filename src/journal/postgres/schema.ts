import { LogUnreadableError } from "../store-error.ts"
import type { SqlSession } from "./connections.ts"
import { PACKS } from "./migrations/2-packs.ts"
import { TEAMS } from "./migrations/3-teams.ts"

/** Where everything of ours is; a database may hold other things beside it. */
export const SCHEMA = "keelson"

/** Any two numbers that nobody else locks; the second says for what. */
export const LOCK_CLASS = 0x4b4c534e
const MIGRATION_LOCK = 1

/** Small tables are vacuumed soon and side by side. */
const PARTITIONS = 8

/**
 * The first makes a new schema; each later one changes what the one before it left. Never edit, only add. `ordinal` tells runs of one
 * moment apart; `lease_claim` and `lease_presence` say by which attempt and by which process a run was claimed.
 */
export const FIRST = `CREATE TABLE keelson.runs (
     id text PRIMARY KEY,
     ordinal bigint GENERATED ALWAYS AS IDENTITY,
     workspace text NOT NULL,
     title text NOT NULL,
     strategy text NOT NULL,
     model text NOT NULL,
     state text NOT NULL,
     created_at double precision NOT NULL,
     updated_at double precision NOT NULL,
     archived boolean NOT NULL DEFAULT false,
     last_seq integer NOT NULL DEFAULT 0,
     lease_token integer NOT NULL DEFAULT 0,
     lease_host text,
     lease_pid integer,
     lease_started_at text,
     lease_expires_at double precision NOT NULL DEFAULT 0,
     lease_claim uuid,
     lease_presence integer
   ) WITH (fillfactor = 70);
   CREATE INDEX runs_by_age ON keelson.runs (created_at, ordinal);
   CREATE INDEX runs_by_workspace ON keelson.runs (workspace, created_at, ordinal);
   CREATE INDEX runs_open ON keelson.runs (created_at)
     WHERE state NOT IN ('DONE', 'INCOMPLETE', 'FAILED', 'BLOCKED', 'CANCELLED');

   CREATE TABLE keelson.entries (
     run_id text NOT NULL REFERENCES keelson.runs (id) ON DELETE CASCADE,
     seq integer NOT NULL,
     key text NOT NULL,
     at double precision NOT NULL,
     lease integer NOT NULL,
     version integer NOT NULL,
     kind text NOT NULL,
     body text NOT NULL,
     PRIMARY KEY (run_id, seq),
     UNIQUE (run_id, key)
   ) PARTITION BY HASH (run_id);
   ${Array.from(
     { length: PARTITIONS },
     (_, part) => `CREATE TABLE keelson.entries_${part} PARTITION OF keelson.entries
       FOR VALUES WITH (MODULUS ${PARTITIONS}, REMAINDER ${part});`,
   ).join("\n")}

   CREATE TABLE keelson.blobs (
     run_id text NOT NULL REFERENCES keelson.runs (id) ON DELETE CASCADE,
     id text NOT NULL,
     mime text NOT NULL,
     data bytea NOT NULL,
     PRIMARY KEY (run_id, id)
   );

   CREATE TABLE keelson.workspace_locks (
     workspace text PRIMARY KEY,
     run_id text NOT NULL REFERENCES keelson.runs (id) ON DELETE CASCADE,
     token integer NOT NULL
   );`

const MIGRATIONS = [FIRST, PACKS, TEAMS]

/** The version that this Keelson writes, kept in `keelson.about`. */
export const SCHEMA_VERSION = MIGRATIONS.length

/** Brings a new or older database to the current schema, or to an earlier one. Touches nothing in one that is newer. */
export async function migrate(session: SqlSession, place: string, to = SCHEMA_VERSION): Promise<void> {
  if ((await versionOf(session, place)) === SCHEMA_VERSION) return
  await session.query("SELECT pg_advisory_xact_lock($1, $2)", [LOCK_CLASS, MIGRATION_LOCK])
  // Read again: another process may have migrated it while this one waited for the lock.
  const version = await versionOf(session, place)
  if (version === SCHEMA_VERSION) return
  await session.query(`CREATE SCHEMA IF NOT EXISTS ${SCHEMA}`)
  await session.query(`CREATE TABLE IF NOT EXISTS ${SCHEMA}.about (version integer NOT NULL)`)
  for (const migration of MIGRATIONS.slice(version, to)) await session.query(migration)
  await session.query(`DELETE FROM ${SCHEMA}.about`)
  await session.query(`INSERT INTO ${SCHEMA}.about (version) VALUES ($1)`, [to])
}

/** 0 where there is nothing of ours. */
export async function versionOf(session: SqlSession, place: string): Promise<number> {
  // `to_regclass` would answer from a cache that does not know what was made while this session waited for the lock.
  const found = await session.query("SELECT 1 FROM pg_tables WHERE schemaname = $1 AND tablename = 'about'", [SCHEMA])
  if (found.length === 0) return 0
  const [about] = await session.query("SELECT version FROM keelson.about")
  const version = Number(about?.version ?? 0)
  if (version > SCHEMA_VERSION) {
    throw new LogUnreadableError(
      `${place} was written by a newer Keelson (schema ${version}, this one knows ${SCHEMA_VERSION}). Update Keelson to use it.`,
    )
  }
  return version
}
