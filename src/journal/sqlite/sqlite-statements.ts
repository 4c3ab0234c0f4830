import type { DatabaseSync } from "node:sqlite"

/** Whatever is asked of the file, prepared once. */
export function prepareStatements(database: DatabaseSync) {
  return {
    begin: database.prepare("BEGIN IMMEDIATE"),
    commit: database.prepare("COMMIT"),
    // Each append asks for both: one question is cheaper than two.
    findRun: database.prepare(
      "SELECT *, (SELECT max(seq) FROM entries WHERE run_id = runs.id) AS last_seq FROM runs WHERE id = ?",
    ),
    lastSeq: database.prepare(
      "SELECT (SELECT max(seq) FROM entries WHERE run_id = runs.id) AS last_seq FROM runs WHERE id = ?",
    ),
    listAll: database.prepare("SELECT * FROM runs ORDER BY created_at DESC, rowid DESC LIMIT ?"),
    listWorkspace: database.prepare(
      "SELECT * FROM runs WHERE workspace = ? ORDER BY created_at DESC, rowid DESC LIMIT ?",
    ),
    insertRun: database.prepare(
      `INSERT INTO runs (id, workspace, title, strategy, model, state, created_at, updated_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    ),
    updateHeader: database.prepare("UPDATE runs SET state = ?, updated_at = ?, archived = ? WHERE id = ?"),
    updateLease: database.prepare(
      `UPDATE runs SET lease_token = ?, lease_host = ?, lease_pid = ?, lease_started_at = ?, lease_expires_at = ?
       WHERE id = ?`,
    ),
    deleteRun: database.prepare("DELETE FROM runs WHERE id = ?"),
    sizes: database.prepare(
      `SELECT run_id, sum(bytes) AS bytes FROM (
         SELECT run_id, length(CAST(body AS BLOB)) + length(key) AS bytes FROM entries
         UNION ALL SELECT run_id, length(data) FROM blobs
       ) GROUP BY run_id`,
    ),
    slot: database.prepare("SELECT rowid AS slot FROM runs WHERE id = ?"),
    deleteEntries: database.prepare("DELETE FROM entries WHERE run_id = ?"),
    deleteLocks: database.prepare("DELETE FROM workspace_locks WHERE run_id = ?"),
    deleteBlobs: database.prepare("DELETE FROM blobs WHERE run_id = ?"),
    insertBlob: database.prepare("INSERT OR IGNORE INTO blobs (run_id, id, mime, data) VALUES (?, ?, ?, ?)"),
    findBlob: database.prepare("SELECT mime, data FROM blobs WHERE run_id = ? AND id = ?"),
    listBlobs: database.prepare(
      "SELECT id, length(data) AS bytes FROM blobs WHERE run_id = ? AND substr(id, 1, ?) = ? ORDER BY id",
    ),
    // Without the run's id, which would be read, and made a text of, for every entry of a long log.
    loadEntries: database.prepare(
      "SELECT seq, key, at, lease, version, kind, body FROM entries WHERE run_id = ? AND seq > ? ORDER BY seq LIMIT ?",
    ),
    findEntry: database.prepare("SELECT * FROM entries WHERE run_id = ? AND key = ?"),
    insertEntry: database.prepare(
      `INSERT INTO entries (run_id, seq, key, at, lease, version, kind, body) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    ),
    // Another one as soon as another connection has written.
    version: database.prepare("PRAGMA data_version"),
    findLock: database.prepare("SELECT run_id, token FROM workspace_locks WHERE workspace = ?"),
    putLock: database.prepare("INSERT OR REPLACE INTO workspace_locks (workspace, run_id, token) VALUES (?, ?, ?)"),
  }
}
