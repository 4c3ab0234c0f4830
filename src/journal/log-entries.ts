import { type EntryRow, fromRow, saysTheSame, toRow } from "./entry-row.ts"
import { foldHeader } from "./run-header.ts"
import type { LogEntry, NewEntry } from "./run-store.ts"
import type { RunTables, StoredRun } from "./run-tables.ts"
import { KeyConflictError } from "./store-error.ts"

/**
 * Adds entries to a run's log. Answers with what the log has under each key, which is what a later `load` gives: live and replayed runs
 * see the same.
 */
export function logEntries(tables: RunTables, run: StoredRun, entries: readonly NewEntry[], token: number): LogEntry[] {
  const [{ lastSeq }, { id }] = [run, run.header]
  const added = new Map<string, EntryRow>()
  const rows = entries.map((entry) => {
    const earlier = added.get(entry.key) ?? tables.findEntry(id, entry.key)
    if (earlier && !saysTheSame(earlier, entry.record)) throw new KeyConflictError(id, entry.key)
    if (earlier) return earlier
    const row = toRow(entry, { seq: lastSeq + added.size + 1, lease: token })
    added.set(entry.key, row)
    return row
  })

  const logged = rows.map(fromRow)
  for (const row of added.values()) tables.insertEntry(id, row)
  // A key that is there twice in one call is one entry: it must not count again behind what came after it.
  const fresh = [...added.values()].map(fromRow)
  if (fresh.length > 0) tables.updateHeader(fresh.reduce(foldHeader, run.header))
  return logged
}
