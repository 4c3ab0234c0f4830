import type { End, Running } from "../cli/keelson.ts"

/** Far above what a run takes, far below "for ever". */
const LONGEST_MS = 60_000

export type BoundedEnd = End & { readonly isEnded: boolean }

/** How a process ended; one that does not come to its end is killed, and told so. */
export async function bounded(run: Running, longestMs = LONGEST_MS): Promise<BoundedEnd> {
  let isEnded = true
  const timer = setTimeout(() => {
    isEnded = false
    run.process.kill("SIGKILL")
  }, longestMs)
  const end = await run.end
  clearTimeout(timer)
  return { ...end, isEnded }
}
