import type { EntryRow } from "../entry-row.ts"
import type { StoredRun } from "../run-tables.ts"
import { headerOf, leaseOf } from "../stored-row.ts"
import type { Row } from "./connections.ts"

/** A run as its row has it; `claim` is the number of the attempt that last claimed it. */
export type RunRow = StoredRun & { readonly claim: string | null }

export function runOf(row: Row): RunRow {
  return {
    header: headerOf(row),
    lease: leaseOf(row),
    lastSeq: Number(row.last_seq),
    claim: row.lease_claim === null ? null : String(row.lease_claim),
  }
}

/** Entries as seven parameters after the first, a list for each column: one statement, however many there are. */
export const ENTRY_COLUMNS = "unnest($2::int[], $3::text[], $4::float8[], $5::int[], $6::int[], $7::text[], $8::text[])"

export function columnsOf(rows: readonly EntryRow[]): readonly unknown[][] {
  return (["seq", "key", "at", "lease", "version", "kind", "body"] as const).map((name) => rows.map((row) => row[name]))
}
