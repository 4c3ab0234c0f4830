import type { Address } from "../../state/address.ts"
import type { WordKey } from "../../words/en.ts"

/** What the list is narrowed to, as the address has it; empty means not at all. */
export type RunFilter = Readonly<Record<(typeof NAMES)[number], string>>

const NAMES = ["search", "state", "strategy", "workspace", "model", "days", "sort"] as const

const WORKING = "INTAKE,PLANNING,EXECUTING,VERIFYING,RECOVERING"

/** What can be asked for: states, and what of them is told apart. */
export const STATE_GROUPS: readonly (readonly [
  name: string,
  word: WordKey,
  query: Readonly<Record<string, string>>,
])[] = [
  ["", "runs.state.any", {}],
  ["working", "runs.state.working", { state: WORKING }],
  ["waiting", "state.WAITING", { state: "WAITING" }],
  ["verified", "state.VERIFIED", { verified: "true" }],
  ["done", "state.DONE", { verified: "false" }],
  ["finished", "runs.state.finished", { state: "DONE" }],
  ["incomplete", "state.INCOMPLETE", { state: "INCOMPLETE" }],
  ["failed", "state.FAILED", { state: "FAILED" }],
  ["blocked", "state.BLOCKED", { state: "BLOCKED" }],
  ["cancelled", "state.CANCELLED", { state: "CANCELLED" }],
  ["archived", "runs.state.archived", { archived: "true" }],
]

const DAY = 86_400_000

export function filterIn({ get }: Address): RunFilter {
  return Object.fromEntries(NAMES.map((name) => [name, get(name)])) as RunFilter
}

/** The same from a query that was kept, and the query. */
export function filterOf(query: URLSearchParams): RunFilter {
  return Object.fromEntries(NAMES.map((name) => [name, query.get(name) ?? ""])) as RunFilter
}

export function queryText(filter: RunFilter): string {
  const said = NAMES.flatMap((name) => (filter[name] === "" ? [] : [[name, filter[name]]]))
  return new URLSearchParams(said).toString()
}

export function isFiltered(filter: RunFilter): boolean {
  return NAMES.some((name) => filter[name] !== "")
}

/** Whether it leaves runs out. */
export function isNarrowed({ sort: _order, ...filter }: RunFilter): boolean {
  return Object.values(filter).some((value) => value !== "")
}

export const UNFILTERED = Object.fromEntries(NAMES.map((name) => [name, ""])) as RunFilter

/** What the server is asked with. Days begin at midnight, so that the same question is asked all day long. */
export function queryFor({ state, days, ...same }: RunFilter, now: number): Readonly<Record<string, string>> {
  const [, , group = {}] = STATE_GROUPS.find(([name]) => name === state) ?? []
  const midnight = new Date(now).setHours(0, 0, 0, 0)
  const since = days === "" ? {} : { since: String(midnight - (Number(days) - 1) * DAY) }
  return { ...same, ...group, ...since }
}
