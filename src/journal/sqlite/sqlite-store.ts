import { sharedWrites } from "../shared-writes.ts"
import { type StoreOptions, TableStore } from "../table-store.ts"
import { unlocked } from "../unlocked.ts"
import { openDatabase } from "./sqlite-database.ts"
import { guard } from "./sqlite-error.ts"
import { SqliteTables } from "./sqlite-tables.ts"

/** Keeps all runs in one SQLite file. Any number of processes on one machine may have it open. */
export class SqliteStore extends TableStore {
  /** Makes the file and its folder when they are not there. Throws `StoreUnusableError` or `LogUnreadableError`. */
  static async open(path: string, options: StoreOptions = {}, onLocked = () => {}): Promise<SqliteStore> {
    const tables = await unlocked(() => guard(path, () => new SqliteTables(path, openDatabase(path))), onLocked)
    return new SqliteStore(tables, options, sharedWrites(tables))
  }
}
