import { StoreUnreachableError, StoreUnusableError } from "../store-error.ts"

/** Two transactions met in a way that one of them has to give way: another try may do. */
const CLASHES = new Set(["40001", "40P01"])
/** Somebody else made the same row in the same moment. */
const UNIQUE_VIOLATION = "23505"

const NETWORK = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "ENOTFOUND",
  "EAI_AGAIN",
  "ENOENT",
  "EHOSTUNREACH",
])

/** SQLSTATE classes and codes under which a server is there but takes nothing now: it starts, stops, was told to let go, or is full. */
const AWAY = /^(?:08|57P|53300)/

type Fault = { readonly problem: string; readonly remedy: string }

/** By SQLSTATE: https://www.postgresql.org/docs/current/errcodes-appendix.html. */
const FAULTS: readonly (readonly [RegExp, Fault])[] = [
  [/^28/, { problem: "it does not let this user in", remedy: "Check user and password in its address." }],
  [/^3D000/, { problem: "there is no such database", remedy: "Create it (createdb), or correct the address." }],
  [
    /^42501/,
    { problem: "this user may not do that", remedy: "Let its owner start Keelson once, or grant the schema keelson." },
  ],
  [/^53/, { problem: "the server is out of disk or memory", remedy: "Free some, then resume the run." }],
  [/^25006/, { problem: "it can only be read", remedy: "Use the address of the primary server." }],
]

export function isClash(error: unknown): boolean {
  return CLASHES.has(codeOf(error)) || isDuplicate(error)
}

export function isDuplicate(error: unknown): boolean {
  return codeOf(error) === UNIQUE_VIOLATION
}

/** What goes wrong with the server itself, in the store's words; all else as it is. */
export function toStoreError(place: string, error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof StoreUnusableError) return error
  const code = codeOf(error)
  if (NETWORK.has(code) || AWAY.test(code) || isLostConnection(error)) return new StoreUnreachableError(place)
  const fault = FAULTS.find(([codes]) => codes.test(code))?.[1]
  return fault ? new StoreUnusableError(place, fault.problem, fault.remedy) : error
}

/** The driver's own words, for which it has no codes. */
function isLostConnection({ message }: Error): boolean {
  return /Connection terminated|Client has encountered a connection error|not queryable|timeout exceeded when trying to connect|Query read timeout|timeout expired/.test(
    message,
  )
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : ""
}
