import type { SqlSession } from "../journal/postgres/connections.ts"
import { StoreLockedError } from "../journal/store-error.ts"

/** A run under way that can be told of a limit. */
export type CappedRun = {
  readonly id: string
  readonly result: Promise<unknown>
  reachLimit(limit: string, used: number, allowed: number): void
}

const LOOK_MS = 1000

/** What each tenant has spent today, where that is as much as it may. */
const REACHED = `SELECT run.id, tenant.max_cost, tenant.max_tokens, today.cost, today.tokens
  FROM keelson.runs AS run JOIN keelson.tenants AS tenant ON tenant.name = run.tenant
  JOIN keelson.spending AS today ON today.tenant = run.tenant AND today.day = (now() AT TIME ZONE 'utc')::date
  WHERE run.id = ANY ($1) AND (today.cost >= tenant.max_cost OR today.tokens >= tenant.max_tokens)`

/** Tells runs that are under way in this process when their tenant has spent what it may. */
export class CapWatch {
  readonly #session: SqlSession
  readonly #onFault: (error: unknown) => void
  readonly #runs = new Map<string, CappedRun>()
  readonly #timer: NodeJS.Timeout

  constructor(session: SqlSession, onFault: (error: unknown) => void) {
    this.#session = session
    this.#onFault = onFault
    this.#timer = setInterval(() => void this.#look().catch((error: unknown) => this.#tell(error)), LOOK_MS).unref()
  }

  watch(run: CappedRun): void {
    this.#runs.set(run.id, run)
    const forget = () => {
      if (this.#runs.get(run.id) === run) this.#runs.delete(run.id)
    }
    run.result.then(forget, forget)
  }

  close(): void {
    clearInterval(this.#timer)
  }

  async #look(): Promise<void> {
    if (this.#runs.size === 0) return
    for (const row of await this.#session.query(REACHED, [[...this.#runs.keys()]], "reached-caps")) {
      const { id, max_cost, max_tokens, cost, tokens } = row
      const isCost = max_cost !== null && Number(cost) >= Number(max_cost)
      const [limit, used, allowed] = isCost ? ["tenant_cost", cost, max_cost] : ["tenant_tokens", tokens, max_tokens]
      this.#runs.get(String(id))?.reachLimit(String(limit), Number(used), Number(allowed))
    }
  }

  #tell(error: unknown): void {
    if (!(error instanceof StoreLockedError)) this.#onFault(error)
  }
}
