import type { SqlSession } from "../journal/postgres/connections.ts"
import { WORKER_MARK } from "../journal/postgres/presence.ts"
import { LOCK_CLASS } from "../journal/postgres/schema.ts"
import { QueueReason, type QueueStanding } from "../protocol/api/team-api.ts"

/** The name of the queue that all runs stand in. */
export const QUEUE = "runs"

/** Two workers that pick at once could pass a cap together. */
const PICK_LOCK = 2

const ENDED = "('DONE', 'INCOMPLETE', 'FAILED', 'BLOCKED', 'CANCELLED')"

/**
 * The one order of the queue. The nth waiting run of a tenant has turn (what the tenant has under way + n - 1) / weight; lower turns go
 * first. Of a tenant's runs those that have begun go first: they lost their worker, or were answered, and hold a folder. What is above a cap of
 * its tenant has no turn, but a `cap`; nor has what found its folder taken by a run that is still at it. A run that has ended, or is gone, is looked at at once: nothing is spent on it.
 */
const ORDER = `jobs AS (
    SELECT job.id, job.singleton_key AS run_id, job.state, job.created_on, job.start_after, run.tenant,
      coalesce(run.state IN ${ENDED}, true) AS is_over,
      job.state = 'retry' OR (run.state <> 'INTAKE' AND NOT job.data ? 'isInTheWay') AS is_begun,
      job.data ? 'isInTheWay' AND EXISTS (SELECT 1 FROM keelson.workspace_locks AS lock JOIN keelson.runs AS holder ON holder.id = lock.run_id
        WHERE lock.workspace = run.workspace AND lock.run_id <> run.id AND holder.lease_token = lock.token
          AND holder.lease_expires_at > extract(epoch FROM now()) * 1000) AS is_behind
    FROM keelson_queue.job AS job LEFT JOIN keelson.runs AS run ON run.id = job.singleton_key
    WHERE job.name = $1 AND job.state <= 'active'
  ), running AS (
    SELECT tenant, count(*) AS runs FROM jobs WHERE state = 'active' AND NOT is_over GROUP BY tenant
  ), waiting AS (
    SELECT jobs.*, row_number() OVER (PARTITION BY tenant, is_over ORDER BY is_begun DESC, created_on, id) AS nth
    FROM jobs WHERE state < 'active' AND start_after <= now()
      AND run_id NOT IN (SELECT run_id FROM jobs WHERE state = 'active')
  ), ordered AS (
    SELECT waiting.id, waiting.run_id, waiting.created_on, is_over, is_begun,
      CASE WHEN is_over THEN 0 ELSE (coalesce(running.runs, 0) + nth - 1) / coalesce(weight, 1) END AS turn,
      CASE WHEN is_over THEN NULL
        WHEN is_behind THEN 'workspace'
        WHEN today.cost >= max_cost OR max_cost = 0 THEN 'tenant_cost'
        WHEN today.tokens >= max_tokens OR max_tokens = 0 THEN 'tenant_tokens'
        WHEN coalesce(running.runs, 0) + nth > max_runs THEN 'tenant_runs' END AS cap
    FROM waiting
    LEFT JOIN running USING (tenant)
    LEFT JOIN keelson.tenants ON tenants.name = waiting.tenant
    LEFT JOIN keelson.spending AS today ON today.tenant = waiting.tenant AND today.day = (now() AT TIME ZONE 'utc')::date
  )`

const PICK = `WITH ${ORDER} SELECT id FROM ordered WHERE cap IS NULL ORDER BY turn, is_begun DESC, created_on, id LIMIT $2`

/** Those that are next, which nobody else can pick before this transaction is over. */
export async function pickNext(session: SqlSession, most: number): Promise<string[]> {
  await session.query("SELECT pg_advisory_xact_lock($1, $2)", [LOCK_CLASS, PICK_LOCK])
  const rows = await session.query(PICK, [QUEUE, most], "pick-next")
  return rows.map(({ id }) => String(id))
}

const WORKERS = `EXISTS (SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND classid = $3 AND objid = $4 AND granted
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))`

const STAND = `WITH ${ORDER}, placed AS (
    SELECT run_id, cap, row_number() OVER (ORDER BY cap IS NOT NULL, turn, is_begun DESC, created_on, id) AS place FROM ordered WHERE NOT is_over
  ) SELECT run_id, cap, place, ${WORKERS} AS has_workers FROM placed WHERE run_id = ANY ($2)`

/** Where these runs stand; those that don't wait are left out. */
export async function standingsOf(
  session: SqlSession,
  runIds: readonly string[],
): Promise<ReadonlyMap<string, QueueStanding>> {
  if (runIds.length === 0) return new Map()
  const rows = await session.query(STAND, [QUEUE, runIds, LOCK_CLASS, WORKER_MARK], "stand-in-queue")
  return new Map(
    rows.map(({ run_id, cap, place, has_workers }) => {
      const reason = QueueReason.parse(cap ?? (has_workers ? "busy" : "no_workers"))
      return [String(run_id), { place: Number(place), reason }]
    }),
  )
}
