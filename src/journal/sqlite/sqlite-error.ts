import { statSync } from "node:fs"
import { StoreLockedError, StoreUnusableError } from "../store-error.ts"

type Fault = { readonly problem: string; readonly remedy: string }

const ELSEWHERE = "or set KEELSON_STATE to another folder"

const NOT_WRITABLE: Fault = {
  problem: "it cannot be opened and written",
  remedy: `Check that its folder exists and is yours to write, ${ELSEWHERE}.`,
}
const FULL: Fault = { problem: "the disk is full", remedy: "Free some space, then resume the run." }

/** By SQLite's primary result codes: https://sqlite.org/rescode.html. */
const SQLITE_FAULTS: Readonly<Record<number, Fault>> = {
  3: NOT_WRITABLE,
  8: NOT_WRITABLE,
  10: { problem: "the disk reports an error", remedy: `Check the disk, ${ELSEWHERE}.` },
  11: { problem: "it is damaged", remedy: `Move it away or restore a backup, ${ELSEWHERE}.` },
  13: FULL,
  14: NOT_WRITABLE,
  26: { problem: "it is not a SQLite database", remedy: `Move it away, ${ELSEWHERE}.` },
}

const FILE_FAULTS: Readonly<Record<string, Fault>> = {
  EACCES: NOT_WRITABLE,
  EEXIST: NOT_WRITABLE,
  EISDIR: NOT_WRITABLE,
  ENOENT: NOT_WRITABLE,
  ENOTDIR: NOT_WRITABLE,
  EPERM: NOT_WRITABLE,
  EROFS: NOT_WRITABLE,
  EDQUOT: FULL,
  ENOSPC: FULL,
}

/** Runs `work`; what goes wrong with the database file itself is thrown as `StoreUnusableError`, all else as it is. */
export function guard<T>(path: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (isLock(error)) throw new StoreLockedError(path)
    const fault = faultOf(error)
    if (!fault) throw error
    throw new StoreUnusableError(path, fault.problem, fault.remedy)
  }
}

/** Waited for inside SQLite already, as long as the connection does. */
function isLock(error: unknown): boolean {
  return error instanceof Error && "errcode" in error && (Number(error.errcode) & 0xff) === SQLITE_BUSY
}

const SQLITE_BUSY = 5

/** SQLite writes on in a file that has no name any more. */
export function requireSameFile(path: string, inode: bigint): void {
  if (statSync(path, { bigint: true, throwIfNoEntry: false })?.ino === inode) return
  throw new StoreUnusableError(path, "somebody removed or replaced it", "Put it back, or start anew.")
}

function faultOf(error: unknown): Fault | undefined {
  if (!(error instanceof Error)) return undefined
  // The low byte of an extended result code is the primary one.
  if ("errcode" in error && typeof error.errcode === "number") return SQLITE_FAULTS[error.errcode & 0xff]
  if ("code" in error && typeof error.code === "string") return FILE_FAULTS[error.code]
  return undefined
}
