import type { KeptFolder, Pack, PackStore } from "../pack-store.ts"
import type { Lease } from "../run-store.ts"
import { LeaseLostError } from "../store-error.ts"
import type { Connections, SqlSession } from "./connections.ts"

/** The last step, and the only one that counts: a stale lease finds no row. */
const MAKE_NEWEST = `INSERT INTO keelson.folders (run_id, base, tree, packs, bytes)
  SELECT id, $3, $4, $5, $6 FROM keelson.runs WHERE id = $1 AND lease_token = $2 AND lease_host IS NOT NULL FOR SHARE
  ON CONFLICT (run_id) DO UPDATE SET tree = $4, packs = $5, bytes = $6 RETURNING run_id`

/** Folders that move, in the database of the log. */
export class PostgresPacks implements PackStore {
  readonly #connections: Connections

  constructor(connections: Connections) {
    this.#connections = connections
  }

  async findFolder(runId: string): Promise<KeptFolder | undefined> {
    return this.#connections.patiently(() => folderOf(this.#connections, runId))
  }

  async keepFolder(lease: Lease, { base, tree }: Pick<KeptFolder, "base" | "tree">, pack: Pack): Promise<void> {
    const { runId, token } = lease
    await this.#connections.patiently((again) =>
      this.#connections.transaction(async (session) => {
        const before = await folderOf(session, runId)
        // An earlier try may have come through although its answer was lost.
        if (again && before?.tree === tree) return
        const number = (before?.packs ?? 0) + 1
        await insertParts(session, runId, number, pack)
        const bytes = (before?.bytes ?? 0) + pack.bytes
        const rows = await session.query(MAKE_NEWEST, [runId, token, base, tree, number, bytes])
        if (rows.length === 0) throw new LeaseLostError(runId)
      }),
    )
  }

  async *loadPack(runId: string, number: number): AsyncIterable<Uint8Array> {
    for (let part = 1; ; part++) {
      const [row] = await this.#connections.patiently(() =>
        this.#connections.query("SELECT data FROM keelson.packs WHERE run_id = $1 AND pack = $2 AND part = $3", [
          ...[runId, number, part],
        ]),
      )
      if (!row) return
      yield row.data as Buffer
    }
  }
}

async function insertParts(session: SqlSession, runId: string, number: number, pack: Pack): Promise<void> {
  let part = 0
  for await (const data of pack.parts()) {
    part += 1
    await session.query("INSERT INTO keelson.packs (run_id, pack, part, data) VALUES ($1, $2, $3, $4)", [
      ...[runId, number, part, data],
    ])
  }
}

async function folderOf(session: SqlSession, runId: string): Promise<KeptFolder | undefined> {
  const [row] = await session.query("SELECT base, tree, packs, bytes FROM keelson.folders WHERE run_id = $1", [runId])
  return row && { base: String(row.base), tree: String(row.tree), packs: Number(row.packs), bytes: Number(row.bytes) }
}
