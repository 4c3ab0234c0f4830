import { availableParallelism, release, totalmem } from "node:os"

/** True when this kernel is as new as that; both numbers of its release count. */
export function isKernelAtLeast(major: number, minor: number, version = release()): boolean {
  const [, ownMajor = 0, ownMinor = 0] = (/^(\d+)\.(\d+)/.exec(version) ?? []).map(Number)
  return ownMajor > major || (ownMajor === major && ownMinor >= minor)
}

/** Threads count as well; test runners and compilers start some for each core. */
export const MAX_PROCESSES = 512 + 64 * availableParallelism()
const MAX_OPEN_FILES = 8192
const MAX_FILE_BYTES = 4 * 2 ** 30
/** For each process. Address space would be the wrong measure: runtimes reserve far more than they use. */
const MAX_DATA_BYTES = Math.max(4 * 2 ** 30, Math.floor(totalmem() * 0.75))

/** Arguments for `prlimit`. */
export function limitArguments(): string[] {
  // Before 5.14 the user's processes outside count as well, and the limit could be reached from the start.
  const processes = isKernelAtLeast(5, 14) ? [`--nproc=${MAX_PROCESSES}`] : []
  const memory = `--data=${MAX_DATA_BYTES}`
  return [...processes, `--nofile=${MAX_OPEN_FILES}`, `--fsize=${MAX_FILE_BYTES}`, memory, "--core=0"]
}
