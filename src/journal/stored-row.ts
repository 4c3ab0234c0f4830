import { DEFAULT_TENANT } from "../protocol/api/team-api.ts"
import type { RunHeader } from "../protocol/log/run.ts"
import type { EntryRow } from "./entry-row.ts"
import type { HeldLease } from "./lease.ts"

/** A row as a database gives it: each column has the type that it was declared with, whichever database it is. */
export type StoredRow = Readonly<Record<string, unknown>>

/** Each append looks at the header, so it is read by hand. */
export function headerOf(row: StoredRow): RunHeader {
  return {
    id: String(row.id),
    workspace: String(row.workspace),
    title: String(row.title),
    strategy: String(row.strategy),
    model: String(row.model),
    state: row.state as RunHeader["state"],
    created_at: Number(row.created_at),
    updated_at: Number(row.updated_at),
    ...archivedOf(row),
    ...teamOf(row),
  }
}

/** Nothing is said of a run that is where it was. */
export function archivedOf({ archived }: StoredRow): Pick<RunHeader, "archived"> {
  return archived ? { archived: true } : {}
}

/** Only databases that people share know whose a run is; nothing is said of what is nobody's in particular. */
function teamOf({ tenant, asked_by }: StoredRow): Pick<RunHeader, "tenant" | "asked_by"> {
  return {
    ...(typeof tenant === "string" && tenant !== DEFAULT_TENANT ? { tenant } : {}),
    ...(typeof asked_by === "string" ? { asked_by } : {}),
  }
}

export function leaseOf(row: StoredRow): HeldLease {
  const owner = { host: String(row.lease_host), pid: Number(row.lease_pid), startedAt: String(row.lease_started_at) }
  return {
    token: Number(row.lease_token),
    owner: row.lease_host === null ? null : owner,
    expiresAt: Number(row.lease_expires_at),
  }
}

export function entryOf(row: StoredRow): EntryRow {
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
