/** Folders that move. Packs are compressed already, so that they are stored as they are. */
export const PACKS = `CREATE TABLE keelson.folders (
    run_id text PRIMARY KEY REFERENCES keelson.runs (id) ON DELETE CASCADE,
    base text NOT NULL,
    tree text NOT NULL,
    packs integer NOT NULL,
    bytes bigint NOT NULL
  );
  CREATE TABLE keelson.packs (
    run_id text NOT NULL REFERENCES keelson.runs (id) ON DELETE CASCADE,
    pack integer NOT NULL,
    part integer NOT NULL,
    data bytea NOT NULL,
    PRIMARY KEY (run_id, pack, part)
  );
  ALTER TABLE keelson.packs ALTER COLUMN data SET STORAGE EXTERNAL;`
