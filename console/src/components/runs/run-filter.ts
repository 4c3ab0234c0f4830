import type { Address } from "../../state/address.ts"
import type { WordKey } from "../../words/en.ts"

/** What the list is narrowed to, as the address has it; empty means not at all. */
export type RunFilter = Readonly<Record<(typeof NAMES)[number], string>>

const NAMES = ["search", "state", "strategy", "workspace", "model", "days"] as const

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

export function isFiltered(filter: RunFilter): boolean {
  return NAMES.some((name) => filter[name] !== "")
}

export const UNFILTERED = Object.fromEntries(NAMES.map((name) => [name, ""])) as RunFilter

/** What the server is asked with. Days begin at midnight, so that the same question is asked all day long. */
export function queryFor({ state, days, ...same }: RunFilter, now: number): Readonly<Record<string, string>> {
  const [, , group = {}] = STATE_GROUPS.find(([name]) => name === state) ?? []
  const midnight = new Date(now).setHours(0, 0, 0, 0)
  const since = days === "" ? {} : { since: String(midnight - (Number(days) - 1) * DAY) }
  return { ...same, ...group, ...since }
}
