import type { RunHeader } from "../../protocol/log/run.ts"
import { fromRow, toRow } from "../entry-row.ts"
import { foldHeader } from "../run-header.ts"
import type { Lease, LogEntry, NewEntry, RunBlob } from "../run-store.ts"
import type { SqlSession } from "./connections.ts"
import { isDuplicate } from "./fault.ts"
import { columnsOf, ENTRY_COLUMNS } from "./rows.ts"

/** What is written together. */
type Addition = { readonly entries: readonly NewEntry[]; readonly blobs: readonly RunBlob[] }

/** New keys in one statement; `undefined` where the lease is not the newest or a key is there already. */
export async function appendNew(
  session: SqlSession,
  { runId, token }: Lease,
  { entries, blobs }: Addition,
): Promise<LogEntry[] | undefined> {
  // What archives a run is rare, and comes from outside.
  if (entries.length === 0 || entries.some(archives)) return undefined
  const rows = entries.map((entry, index) => toRow(entry, { seq: index + 1, lease: token }))
  const { state, updated_at } = rows.map(fromRow).reduce(foldHeader, NO_HEADER)
  try {
    const [row] = await session.query(
      APPEND,
      [runId, ...columnsOf(rows), rows.length, token, state, updated_at, ...blobColumns(blobs)],
      "append",
    )
    const before = row && Number(row.last_seq) - rows.length
    return before === undefined ? undefined : rows.map((each) => fromRow({ ...each, seq: before + each.seq }))
  } catch (error) {
    if (isDuplicate(error)) return undefined
    throw error
  }
}

/** A stale lease updates no row, and nothing is inserted. */
const APPEND = `WITH held AS (
    UPDATE keelson.runs SET last_seq = last_seq + $9, state = coalesce(nullif($11, ''), state), updated_at = greatest(updated_at, $12)
    WHERE id = $1 AND lease_token = $10 AND lease_host IS NOT NULL RETURNING last_seq
  ), added AS (
    INSERT INTO keelson.entries (run_id, seq, key, at, lease, version, kind, body)
    SELECT $1, held.last_seq - $9 + row.seq, row.key, row.at, row.lease, row.version, row.kind, row.body
    FROM held, ${ENTRY_COLUMNS} AS row (seq, key, at, lease, version, kind, body)
  ), kept AS (
    INSERT INTO keelson.blobs (run_id, id, mime, data)
    SELECT $1, file.* FROM held, unnest($13::text[], $14::text[], $15::bytea[]) AS file (id, mime, data) ON CONFLICT DO NOTHING
  ) SELECT last_seq FROM held`

function blobColumns(blobs: readonly RunBlob[]): readonly unknown[][] {
  return [blobs.map(({ id }) => id), blobs.map(({ mime }) => mime), blobs.map(({ data }) => Buffer.from(data))]
}

/** What is folded into a header that only the database knows. */
const NO_HEADER = { state: "", updated_at: 0 } as unknown as RunHeader

function archives({ record }: NewEntry): boolean {
  return record.kind === "event" && record.event.type === "run.archived"
}
