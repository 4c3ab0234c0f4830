import type { Connections } from "./connections.ts"
import { LOCK_CLASS } from "./schema.ts"

/** A lease whose holder is gone, or has not renewed it in time. */
export type LostLease = { readonly runId: string; readonly token: number; readonly isGone: boolean }

const NOW = "extract(epoch FROM clock_timestamp()) * 1000"

/** Presences are locks: where nobody holds it, there is no such process. */
const LOST = `SELECT id, lease_token, NOT is_there AS is_gone FROM (
    SELECT id, lease_token, lease_expires_at, EXISTS (
      SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND classid = $1 AND objid = lease_presence::bigint AND granted
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
    ) AS is_there
    FROM keelson.runs
    WHERE lease_host IS NOT NULL AND state NOT IN ('DONE', 'INCOMPLETE', 'FAILED', 'BLOCKED', 'CANCELLED')
  ) AS held WHERE NOT is_there OR lease_expires_at < ${NOW}`

export async function lostLeases(connections: Connections): Promise<LostLease[]> {
  const rows = await connections.query(LOST, [LOCK_CLASS], "lost-leases")
  return rows.map((row) => ({
    runId: String(row.id),
    token: Number(row.lease_token),
    isGone: row.is_gone === true,
  }))
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
