import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"

const TICKS_A_SECOND = 100

/** Processor seconds of a PostgreSQL server on this machine so far, reached by a socket in its folder; `null` where nobody counts them. */
export function databaseSeconds(url: string): number | null {
  try {
    const place = decodeURIComponent(new URL(url).host)
    const [main = ""] = readFileSync(join(place, "data", "postmaster.pid"), "utf8").split("\n")
    const children = readdirSync("/proc").filter((pid) => /^\d+$/.test(pid) && statOf(pid)?.[3] === main)
    // Of processes that have ended their parent knows.
    const ticks =
      sum(statOf(main)?.slice(13, 17)) + children.reduce((all, pid) => all + sum(statOf(pid)?.slice(13, 15)), 0)
    return ticks / TICKS_A_SECOND
  } catch {
    return null
  }
}

/** The fields of proc(5), counted from 0; the name may have spaces, and is one. */
function statOf(pid: string): string[] | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8")
    return [pid, "name", ...text.slice(text.lastIndexOf(")") + 2).split(" ")]
  } catch {
    return undefined
  }
}

function sum(values: readonly string[] = []): number {
  return values.reduce((all, value) => all + Number(value), 0)
}
