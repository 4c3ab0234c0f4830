import type { RunHeader } from "../../protocol/run.ts"
import type { EntryRow } from "../entry-row.ts"
import type { HeldLease } from "../lease.ts"
import type { StoredRun } from "../run-tables.ts"
import type { Row } from "./connections.ts"

/** A run as its row has it; `claim` is the number of the attempt that last claimed it. */
export type RunRow = StoredRun & { readonly lastSeq: number; readonly claim: string | null }

export function runOf(row: Row): RunRow {
  return {
    header: headerOf(row),
    lease: leaseOf(row),
    lastSeq: Number(row.last_seq),
    claim: row.lease_claim === null ? null : String(row.lease_claim),
  }
}

export function headerOf(row: Row): RunHeader {
  return {
    id: String(row.id),
    workspace: String(row.workspace),
    title: String(row.title),
    strategy: String(row.strategy),
    model: String(row.model),
    state: row.state as RunHeader["state"],
    created_at: Number(row.created_at),
    updated_at: Number(row.updated_at),
    ...(row.archived ? { archived: true } : {}),
  }
}

function leaseOf(row: Row): HeldLease {
  const owner = { host: String(row.lease_host), pid: Number(row.lease_pid), startedAt: String(row.lease_started_at) }
  return {
    token: Number(row.lease_token),
    owner: row.lease_host === null ? null : owner,
    expiresAt: Number(row.lease_expires_at),
  }
}

export function entryOf(row: Row): EntryRow {
  return {
    seq: Number(row.seq),
    key: String(row.key),
    at: Number(row.at),
    lease: Number(row.lease),
    version: Number(row.version),
    kind: String(row.kind),
    body: String(row.body),
  }
}

/** Entries as seven parameters after the first, a list for each column: one statement, however many there are. */
export const ENTRY_COLUMNS = "unnest($2::int[], $3::text[], $4::float8[], $5::int[], $6::int[], $7::text[], $8::text[])"

export function columnsOf(rows: readonly EntryRow[]): readonly unknown[][] {
  return (["seq", "key", "at", "lease", "version", "kind", "body"] as const).map((name) => rows.map((row) => row[name]))
}
