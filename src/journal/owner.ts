import { readFileSync } from "node:fs"
import { hostname } from "node:os"
import type { Owner } from "./run-store.ts"

/** This process, told apart from a later one with the same id by the time it started. */
export function currentOwner(): Owner {
  ownStart ??= readProcess(process.pid)?.startedAt ?? String(Math.round(performance.timeOrigin))
  return { host: hostname(), pid: process.pid, startedAt: ownStart }
}

let ownStart: string | undefined

/** True only when it is certain: an owner on another host, or one that cannot be looked at, counts as alive. */
export function isDead(owner: Owner): boolean {
  if (owner.host !== hostname()) return false
  if (!processExists(owner.pid)) return true
  const found = readProcess(owner.pid)
  return found !== undefined && (found.isZombie || found.startedAt !== owner.startedAt)
}

/** How an owner is named in messages. */
export function describeOwner(owner: Owner): string {
  return `process ${owner.pid} on ${owner.host}`
}

function processExists(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // Any other code, such as EPERM, means that the process is there but not ours.
    return !(error instanceof Error && "code" in error && error.code === "ESRCH")
  }
}

/** What Linux knows of a process; `undefined` where there is no /proc or it may not be read. */
function readProcess(pid: number): { isZombie: boolean; startedAt: string } | undefined {
  const fields = readStat(pid)
  // The second field, the command, may hold spaces and brackets: count from its end, where the third field comes first.
  const [state, ...rest] = fields.slice(fields.lastIndexOf(")") + 2).split(" ")
  const startedAt = rest[18]
  return startedAt === undefined ? undefined : { isZombie: state === "Z", startedAt }
}

function readStat(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, "utf8")
  } catch {
    return ""
  }
}
