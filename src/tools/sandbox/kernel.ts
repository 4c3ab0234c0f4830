import { readFileSync } from "node:fs"
import { availableParallelism, release, totalmem } from "node:os"

/** True when this kernel is as new as that; both numbers of its release count. */
export function isKernelAtLeast(major: number, minor: number, version = release()): boolean {
  const [, ownMajor = 0, ownMinor = 0] = (/^(\d+)\.(\d+)/.exec(version) ?? []).map(Number)
  return ownMajor > major || (ownMajor === major && ownMinor >= minor)
}

/** Threads count as well; test runners and compilers start some for each core. */
export const MAX_PROCESSES = 512 + 64 * availableParallelism()

/** The limits of a confined command: the option of `prlimit`, the name in `/proc/self/limits`, and the most that it may be. */
const LIMITS = [
  ["nofile", "Max open files", 8192],
  ["fsize", "Max file size", 4 * 2 ** 30],
  // For each process. Address space would be the wrong measure: runtimes reserve far more than they use.
  ["data", "Max data size", Math.max(4 * 2 ** 30, Math.floor(totalmem() * 0.75))],
] as const
const PROCESSES = ["nproc", "Max processes", MAX_PROCESSES] as const

/** Arguments for `prlimit`. Nobody may raise a limit of the machine's own, so the smaller one is taken. */
export function limitArguments(own = ownLimits()): string[] {
  // Before 5.14 the user's processes outside count as well, and the limit could be reached from the start.
  const limits = isKernelAtLeast(5, 14) ? [PROCESSES, ...LIMITS] : LIMITS
  const words = limits.map(([option, name, most]) => `--${option}=${Math.min(most, hardLimit(own, name))}`)
  return [...words, "--core=0"]
}

function hardLimit(limits: string, name: string): number {
  const [, hard] = new RegExp(`^${name}\\s+\\S+\\s+(\\d+)\\s`, "m").exec(limits) ?? []
  return hard === undefined ? Number.POSITIVE_INFINITY : Number(hard)
}

/** Read anew each time: somebody may change the limits of a process while it runs. */
function ownLimits(): string {
  try {
    return readFileSync("/proc/self/limits", "utf8")
  } catch {
    return ""
  }
}
