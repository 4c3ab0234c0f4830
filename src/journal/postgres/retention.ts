import type { RunHeader } from "../../protocol/log/run.ts"
import { headerOf } from "../stored-row.ts"
import type { SqlSession } from "./connections.ts"

/** Which runs that have ended may go: those that ended so long ago, and all beside the newest so many of each tenant. */
export type OldRuns = { readonly olderThanMs?: number | undefined; readonly keep?: number | undefined }

/** Few at a time: a long transaction would keep everybody's dead rows from being vacuumed. */
const BATCH = 50

const OLD = `SELECT run.* FROM (
    SELECT *, row_number() OVER (PARTITION BY tenant ORDER BY created_at DESC, ordinal DESC) AS nth FROM keelson.runs
  ) AS run
  WHERE state IN ('DONE', 'INCOMPLETE', 'FAILED', 'BLOCKED', 'CANCELLED') AND lease_host IS NULL
    AND (updated_at < extract(epoch FROM now()) * 1000 - $1::float8 OR nth > $2::bigint)
  ORDER BY created_at LIMIT ${BATCH}`

/** The oldest of those that may go. */
export async function oldRuns(session: SqlSession, { olderThanMs, keep }: OldRuns): Promise<RunHeader[]> {
  const rows = await session.query(OLD, [olderThanMs ?? null, keep ?? null])
  return rows.map(headerOf)
}

/** With their logs and files; those that somebody took up meanwhile stay. Returns how many went. */
export async function removeRuns(session: SqlSession, runs: readonly RunHeader[]): Promise<number> {
  const gone = await session.query("DELETE FROM keelson.runs WHERE id = ANY ($1) AND lease_host IS NULL RETURNING id", [
    runs.map(({ id }) => id),
  ])
  return gone.length
}

/** What nobody asks for any more: spending of long ago, and counts of processes that are gone, which are kept as one. */
export async function tidy(session: SqlSession, lockClass: number): Promise<void> {
  await session.query("DELETE FROM keelson.spending WHERE day < (now() AT TIME ZONE 'utc')::date - 400")
  await session.query(
    `WITH gone AS (
       DELETE FROM keelson.counters WHERE process <> 0 AND process NOT IN (
         SELECT objid::int FROM pg_locks WHERE locktype = 'advisory' AND classid = $1 AND granted AND objid < 2147483648)
       RETURNING name, labels, value
     ) INSERT INTO keelson.counters AS kept (process, name, labels, value)
       SELECT 0, name, labels, sum(value) FROM gone GROUP BY name, labels
       ON CONFLICT (process, name, labels) DO UPDATE SET value = kept.value + excluded.value`,
    [lockClass],
  )
}
