import { LogUnreadableError } from "../store-error.ts"
import type { SqlSession } from "./connections.ts"
import { PACKS } from "./tables/packs.ts"
import { RUNS } from "./tables/runs.ts"
import { TEAMS } from "./tables/teams.ts"

/** Where everything of ours is; a database may hold other things beside it. */
export const SCHEMA = "keelson"

/** Any two numbers that nobody else locks; the second says for what. */
export const LOCK_CLASS = 0x4b4c534e
const SCHEMA_LOCK = 1

/** The first makes a new schema; each later one changes what the one before it left. Once released, never edit, only add. */
const MIGRATIONS = [[RUNS, PACKS, TEAMS].join("\n")]

/** The version that this Keelson writes, kept in `keelson.about`. */
export const SCHEMA_VERSION = MIGRATIONS.length

/** Brings a new or older database to the current schema. Touches nothing in one that is newer. */
export async function migrate(session: SqlSession, place: string): Promise<void> {
  if ((await versionOf(session, place)) === SCHEMA_VERSION) return
  await session.query("SELECT pg_advisory_xact_lock($1, $2)", [LOCK_CLASS, SCHEMA_LOCK])
  // Read again: another process may have migrated it while this one waited for the lock.
  const version = await versionOf(session, place)
  if (version === SCHEMA_VERSION) return
  await session.query(`CREATE SCHEMA IF NOT EXISTS ${SCHEMA}`)
  await session.query(`CREATE TABLE IF NOT EXISTS ${SCHEMA}.about (version integer NOT NULL)`)
  for (const migration of MIGRATIONS.slice(version)) await session.query(migration)
  await session.query(`DELETE FROM ${SCHEMA}.about`)
  await session.query(`INSERT INTO ${SCHEMA}.about (version) VALUES ($1)`, [SCHEMA_VERSION])
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
