/** Small tables are vacuumed soon and side by side. */
const PARTITIONS = 8

/**
 * Runs and their logs. `ordinal` tells runs of one moment apart; `lease_claim` and `lease_presence` say by which attempt and by which
 * process a run was claimed.
 */
export const RUNS = `CREATE TABLE keelson.runs (
     id text PRIMARY KEY,
     ordinal bigint GENERATED ALWAYS AS IDENTITY,
     workspace text NOT NULL,
     title text NOT NULL,
     strategy text NOT NULL,
     model text NOT NULL,
     state text NOT NULL,
     created_at double precision NOT NULL,
     updated_at double precision NOT NULL,
     archived boolean NOT NULL DEFAULT false,
     tenant text NOT NULL DEFAULT 'default',
     asked_by text,
     last_seq integer NOT NULL DEFAULT 0,
     lease_token integer NOT NULL DEFAULT 0,
     lease_host text,
     lease_pid integer,
     lease_started_at text,
     lease_expires_at double precision NOT NULL DEFAULT 0,
     lease_claim uuid,
     lease_presence integer
   ) WITH (fillfactor = 70);
   CREATE INDEX runs_by_age ON keelson.runs (created_at, ordinal);
   CREATE INDEX runs_by_workspace ON keelson.runs (workspace, created_at, ordinal);
   CREATE INDEX runs_open ON keelson.runs (created_at)
     WHERE state NOT IN ('DONE', 'INCOMPLETE', 'FAILED', 'BLOCKED', 'CANCELLED');

   CREATE TABLE keelson.entries (
     run_id text NOT NULL REFERENCES keelson.runs (id) ON DELETE CASCADE,
     seq integer NOT NULL,
     key text NOT NULL,
     at double precision NOT NULL,
     lease integer NOT NULL,
     version integer NOT NULL,
     kind text NOT NULL,
     body text NOT NULL,
     PRIMARY KEY (run_id, seq),
     UNIQUE (run_id, key)
   ) PARTITION BY HASH (run_id);
   ${Array.from(
     { length: PARTITIONS },
     (_, part) => `CREATE TABLE keelson.entries_${part} PARTITION OF keelson.entries
       FOR VALUES WITH (MODULUS ${PARTITIONS}, REMAINDER ${part})
       WITH (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.1,
         autovacuum_analyze_scale_factor = 0.05);`,
   ).join("\n")}

   CREATE TABLE keelson.blobs (
     run_id text NOT NULL REFERENCES keelson.runs (id) ON DELETE CASCADE,
     id text NOT NULL,
     mime text NOT NULL,
     data bytea NOT NULL,
     PRIMARY KEY (run_id, id)
   );

   CREATE TABLE keelson.workspace_locks (
     workspace text PRIMARY KEY,
     run_id text NOT NULL REFERENCES keelson.runs (id) ON DELETE CASCADE,
     token integer NOT NULL
   );`
