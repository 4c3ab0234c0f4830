import { describeFailure } from "./failure.ts"
import { tell } from "./output.ts"

/* What nobody caught ends here: in one line, with the way back to the run, instead of a dump of our own code. */

/** Runs that this process carries out for whoever sits here. */
const underWay = new Set<string>()

/** Takes an error up that nobody caught; tells whether the process may go on. */
type Guard = (error: unknown) => Promise<"go on" | "leave">
let own: Guard | undefined

/** The last word names this run, until the returned function is called. */
export function nameInLastWord(runId: string): () => void {
  underWay.add(runId)
  return () => underWay.delete(runId)
}

/** For a process that serves: it has runs to give back before it leaves. */
export function guardWith(guard: Guard): () => void {
  own = guard
  return () => {
    own = undefined
  }
}

/** A promise that nobody waited for counts as well: Node makes an exception of it. */
export function installLastGuard(isDebug: boolean): void {
  let isLeaving = false
  process.on("uncaughtException", (error: unknown) => {
    if (isLeaving) return
    if (own === undefined) return leave(error, isDebug)
    own(error).then(
      (word) => {
        if (word === "go on") return
        isLeaving = true
        leave(error, isDebug)
      },
      () => leave(error, isDebug),
    )
  })
}

/** The log is left as after a crash: whatever was written can be resumed. */
function leave(error: unknown, isDebug: boolean): void {
  const resumes = [...underWay].map((id) => `keelson resume ${id}`)
  const way = resumes.length > 0 ? ` What was done is kept; go on with: ${resumes.join(", ")}` : ""
  tell(`${describeFailure(error, isDebug).text}${way}`)
  process.exit(1)
}

/** The system had no more to give: one action failed by it, and nothing of ours is in doubt. */
const EXHAUSTED: ReadonlySet<string | undefined> = new Set([
  "EMFILE",
  "ENFILE",
  "EAGAIN",
  "ENOBUFS",
  "ECONNRESET",
  "EPIPE",
])

export function isExhaustion(error: unknown): boolean {
  return EXHAUSTED.has((error as NodeJS.ErrnoException | undefined)?.code)
}
