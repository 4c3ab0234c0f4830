import { resolve } from "node:path"
import type { People, SpendingTenant, Tenant } from "../../journal/postgres/people.ts"
import { DEFAULT_TENANT, type Person, type Role } from "../../protocol/api/team-api.ts"
import { parseSource, sourcePlace } from "../../protocol/log/source.ts"
import { pad, widthOf } from "../paint/text.ts"
import { UsageError } from "../terminal/failure.ts"
import { print, printJson } from "../terminal/output.ts"
import { type DatabaseFlag, databaseAddress } from "./cluster.ts"

export type TokenFlags = DatabaseFlag & {
  readonly role?: Role
  readonly tenant?: string
  readonly workspace?: string[]
  readonly source?: string[]
  readonly json?: boolean
}

/** `none` takes a limit away. */
type LimitFlag = number | "none"

export type TenantFlags = DatabaseFlag & {
  readonly weight?: number
  readonly maxRuns?: LimitFlag
  readonly maxCost?: LimitFlag
  readonly maxTokens?: LimitFlag
  readonly json?: boolean
}

/** A name is shown in logs and headers: nothing that could be taken for something else. */
const NAME = /^[\p{L}\p{N}][\p{L}\p{N}._@-]{0,63}$/u
/** Whoever runs the machine is called so in logs. */
const TAKEN = ["user", "policy"]

/** Gives tokens to people and takes them away. A new one goes to standard output, alone and once. */
export async function tokenCommand(
  what: "add" | "list" | "remove",
  name: string | undefined,
  flags: TokenFlags,
): Promise<number> {
  return withPeople(flags, async (people) => {
    if (what === "list") {
      const all = await people.list()
      if (flags.json) printJson(all)
      else if (all.length === 0) process.stderr.write("Nobody has a token but the server itself.\n")
      else print(table(all.map((person) => cellsOf(person))))
      return 0
    }
    if (name === undefined) throw new UsageError(`keelson token ${what} needs a name.`)
    if (what === "remove") {
      await people.remove(name)
      process.stderr.write(`${name} is out; servers know within two seconds.\n`)
      return 0
    }
    const person = personFrom(named(name), flags)
    const token = await people.add(person)
    if (flags.json) printJson({ ...person, token })
    else print(token)
    process.stderr.write(`That is the token of ${name}; it can't be read again.\n`)
    return 0
  })
}

/** Shows tenants, or changes one. */
export async function tenantCommand(name: string | undefined, flags: TenantFlags): Promise<number> {
  const { weight, maxRuns, maxCost, maxTokens } = flags
  const says = [weight, maxRuns, maxCost, maxTokens].some((said) => said !== undefined)
  if (says && name === undefined) throw new UsageError("say which tenant: keelson tenant NAME --max-runs 4")
  return withPeople(flags, async (people) => {
    if (name !== undefined && says) await people.setTenant({ name: named(name), ...changesIn(flags) })
    const all = (await people.tenants()).filter((tenant) => name === undefined || tenant.name === name)
    if (all.length === 0)
      throw new UsageError(`there is no tenant "${name}"; give it a --weight or a limit to make it.`)
    if (flags.json) printJson(all)
    else print(table(all.map(tenantCells)))
    return 0
  })
}

function changesIn({ weight, maxRuns, maxCost, maxTokens }: TenantFlags): Partial<Tenant> {
  const limits = Object.entries({ maxRuns, maxCost, maxTokens }).filter(([, limit]) => limit !== undefined)
  const changed = Object.fromEntries(limits.map(([key, limit]) => [key, limit === "none" ? null : limit]))
  return { ...changed, ...(weight === undefined ? {} : { weight }) }
}

function personFrom(name: string, flags: TokenFlags): Person {
  const { role = "run", tenant = DEFAULT_TENANT, workspace = [], source = [] } = flags
  for (const place of source) parseSource(place)
  const places = [...workspace.map((folder) => resolve(folder)), ...source.map(sourcePlace)]
  return { name, tenant: named(tenant), role, places }
}

function named(name: string): string {
  if (NAME.test(name) && !TAKEN.includes(name)) return name
  throw new UsageError(`"${name}" is no name for it: letters, digits, and . _ @ - after the first; not user or policy.`)
}

async function withPeople(flags: DatabaseFlag, work: (people: People) => Promise<number>): Promise<number> {
  const address = databaseAddress(flags)
  if (address === undefined)
    throw new UsageError(
      "teams share a database: give --database, or KEELSON_DATABASE. On one machine there is one token.",
    )
  const { PostgresStore } = await import("../../journal/postgres/postgres-store.ts")
  const { People } = await import("../../journal/postgres/people.ts")
  const store = await PostgresStore.open(address)
  try {
    return await work(new People(store.connections))
  } finally {
    await store.close()
  }
}

function cellsOf({ name, role, tenant, places }: Person): string[] {
  return [name, role, tenant, places.length === 0 ? "all folders and sources" : places.join(", ")]
}

function tenantCells({ name, weight, maxRuns, maxCost, maxTokens, cost, tokens }: SpendingTenant): string[] {
  return [
    name,
    `weight ${weight}`,
    maxRuns === null ? "any number of runs" : `${maxRuns} at once`,
    `today $${cost.toFixed(2)}${maxCost === null ? "" : ` of $${maxCost}`}`,
    `${tokens}${maxTokens === null ? "" : ` of ${maxTokens}`} tokens`,
  ]
}

function table(rows: readonly string[][]): string {
  const widths = rows.reduce<number[]>((most, row) => row.map((cell, i) => Math.max(most[i] ?? 0, widthOf(cell))), [])
  return rows
    .map((row) =>
      row
        .map((cell, i) => pad(cell, widths[i] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n")
}
