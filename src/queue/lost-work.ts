import type { Connections } from "../journal/postgres/connections.ts"
import { LOCK_CLASS } from "../journal/postgres/schema.ts"
import { QUEUE } from "./queue-order.ts"

/** A lease whose holder is gone, or has not renewed it in time. */
export type LostLease = { readonly runId: string; readonly token: number; readonly isGone: boolean }

/** An attempt whose process is gone. It may have no lease: not yet, or not any more. */
export type LostJob = { readonly runId: string; readonly id: string; readonly tries: number }

export type LostWork = { readonly leases: readonly LostLease[]; readonly jobs: readonly LostJob[] }

const NOW = "extract(epoch FROM clock_timestamp()) * 1000"

/** Presences are locks: where nobody holds it, there is no such process. */
const LOST = `WITH there AS MATERIALIZED (
    SELECT objid::bigint AS presence FROM pg_locks WHERE locktype = 'advisory' AND classid = $1 AND granted
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
  ), held AS (
    SELECT id, lease_token, lease_expires_at, lease_presence::bigint IN (SELECT presence FROM there) AS is_there
    FROM keelson.runs
    WHERE lease_host IS NOT NULL AND state NOT IN ('DONE', 'INCOMPLETE', 'FAILED', 'BLOCKED', 'CANCELLED')
  )
  SELECT id AS run_id, lease_token, is_there IS NOT TRUE AS is_gone, NULL AS job, 0 AS tries FROM held
    WHERE is_there IS NOT TRUE OR lease_expires_at < ${NOW}
  UNION ALL
  SELECT singleton_key, NULL, true, id::text, retry_count FROM keelson_queue.job
    WHERE name = $2 AND state = 'active' AND (data ->> 'presence')::bigint NOT IN (SELECT presence FROM there)`

export async function lostWork(connections: Connections): Promise<LostWork> {
  const rows = await connections.query(LOST, [LOCK_CLASS, QUEUE], "lost-work")
  const [leases, jobs] = [rows.filter(({ job }) => job === null), rows.filter(({ job }) => job !== null)]
  return {
    leases: leases.map((row) => ({
      runId: String(row.run_id),
      token: Number(row.lease_token),
      isGone: row.is_gone === true,
    })),
    jobs: jobs.map((row) => ({ runId: String(row.run_id), id: String(row.job), tries: Number(row.tries) })),
  }
}

/** `false` where its holder came back in the last moment, or somebody else has the run by now. */
export async function freeLost(connections: Connections, { runId, token, isGone }: LostLease): Promise<boolean> {
  const rows = await connections.query(
    `UPDATE keelson.runs SET lease_host = NULL, lease_pid = NULL, lease_started_at = NULL, lease_expires_at = 0
     WHERE id = $1 AND lease_token = $2 AND lease_host IS NOT NULL AND ($3 OR lease_expires_at < ${NOW}) RETURNING id`,
    [runId, token, isGone],
  )
  return rows.length > 0
}
