import { createHash, randomBytes } from "node:crypto"
import { DEFAULT_TENANT, Person } from "../../protocol/api/team-api.ts"
import { KeelsonError } from "../../protocol/log/keelson-error.ts"
import type { Row, SqlSession } from "./connections.ts"

/** What a tenant may have; `null`: as much as there is. Cost (US dollars) and tokens are for a day. */
export type Tenant = {
  readonly name: string
  /** Twice the weight, twice the runs under way while others wait. */
  readonly weight: number
  readonly maxRuns: number | null
  readonly maxCost: number | null
  readonly maxTokens: number | null
}

/** A tenant, and what it has spent today. */
export type SpendingTenant = Tenant & { readonly cost: number; readonly tokens: number }

/** What can't be done with a name; the message says what can. */
export class TeamError extends KeelsonError {
  override name = "TeamError"
  constructor(message: string) {
    super("bad_team", "refused", message)
  }
}

/** The people who have tokens of their own, and their tenants. Tokens are known by their digests alone. */
export class People {
  readonly #session: SqlSession

  constructor(session: SqlSession) {
    this.#session = session
  }

  async find(token: string): Promise<Person | undefined> {
    const [row] = await this.#session.query(
      "SELECT name, tenant, role, places FROM keelson.tokens WHERE digest = $1",
      [digestOf(token)],
      "find-token",
    )
    return row && personOf(row)
  }

  async list(): Promise<Person[]> {
    const rows = await this.#session.query("SELECT name, tenant, role, places FROM keelson.tokens ORDER BY name")
    return rows.map(personOf)
  }

  /** Returns the token, which nobody can ever read again. Throws `TeamError` for a name that is taken. */
  async add({ name, tenant, role, places }: Person): Promise<string> {
    const token = randomBytes(32).toString("base64url")
    await this.#session.query("INSERT INTO keelson.tenants (name) VALUES ($1) ON CONFLICT DO NOTHING", [tenant])
    const added = await this.#session.query(
      `INSERT INTO keelson.tokens (name, tenant, role, places, digest) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (name) DO NOTHING RETURNING name`,
      [name, tenant, role, places, digestOf(token)],
    )
    if (added.length === 0) throw new TeamError(`There is a token "${name}" already; remove it first.`)
    return token
  }

  /** Throws `TeamError` where there is none. */
  async remove(name: string): Promise<void> {
    const removed = await this.#session.query("DELETE FROM keelson.tokens WHERE name = $1 RETURNING name", [name])
    if (removed.length === 0) throw new TeamError(`There is no token "${name}".`)
  }

  async tenants(): Promise<SpendingTenant[]> {
    const rows = await this.#session.query(
      `SELECT tenant.*, coalesce(today.cost, 0) AS cost, coalesce(today.tokens, 0) AS tokens FROM keelson.tenants AS tenant
       LEFT JOIN keelson.spending AS today ON today.tenant = tenant.name AND today.day = (now() AT TIME ZONE 'utc')::date
       ORDER BY tenant.name`,
    )
    return rows.map((row) => ({ ...tenantOf(row), cost: Number(row.cost), tokens: Number(row.tokens) }))
  }

  /** Makes a tenant, or changes what is given of one. */
  async setTenant({ name, weight, maxRuns, maxCost, maxTokens }: { readonly name: string } & Partial<Tenant>) {
    const columns = { weight, max_runs: maxRuns, max_cost: maxCost, max_tokens: maxTokens }
    const given = Object.entries(columns).filter(([, value]) => value !== undefined)
    await this.#session.query("INSERT INTO keelson.tenants (name) VALUES ($1) ON CONFLICT DO NOTHING", [name])
    for (const [column, value] of given)
      await this.#session.query(`UPDATE keelson.tenants SET ${column} = $2 WHERE name = $1`, [name, value])
  }
}

/** 256 bits of chance need no salt. */
function digestOf(token: string): Buffer {
  return createHash("sha256").update(token).digest()
}

function personOf(row: Row): Person {
  return Person.parse({ ...row, tenant: row.tenant ?? DEFAULT_TENANT })
}

function tenantOf(row: Row): Tenant {
  const orNull = (value: unknown) => (value === null ? null : Number(value))
  return {
    name: String(row.name),
    weight: Number(row.weight),
    maxRuns: orNull(row.max_runs),
    maxCost: orNull(row.max_cost),
    maxTokens: orNull(row.max_tokens),
  }
}
