import { useEffect, useState, useSyncExternalStore } from "react"
import { Failure } from "../api/failure.ts"
import { followRun } from "../api/follow-run.ts"
import { readOpening } from "../api/log-lines.ts"
import { runSource } from "../api/run-source.ts"
import { type Feed, RunFeed } from "./run-feed.ts"

export type FollowedRun = {
  readonly feed: RunFeed
  readonly state: Feed
  readonly failure: Failure | null
  /** Asks the server again what is new: after an answer or a resume there will be something. */
  readonly refollow: () => void
}

/** Until a run that could not be opened is asked for again, in milliseconds. */
const WAIT = 1000

/** A run as it is, and whatever is added to it while the page shows it. */
export function useRun(id: string): FollowedRun {
  const [feed, setFeed] = useState(() => new RunFeed(runSource(id)))
  const [failure, setFailure] = useState<Failure | null>(null)
  const [attempt, setAttempt] = useState(0)
  const [shown, setShown] = useState(id)
  if (shown !== id) {
    setShown(id)
    setFeed(new RunFeed(runSource(id)))
    setFailure(null)
  }
  const state = useSyncExternalStore(feed.subscribe, feed.get)

  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` is not read, it asks for another round.
  useEffect(() => {
    let stop = () => {}
    let isOver = false
    let total = 0
    const ifWanted =
      <Value>(hear: (value: Value) => void) =>
      (value: Value) => {
        if (!isOver) hear(value)
      }
    const follow = () => {
      stop = followRun(id, {
        onFact: (logged) => feed.add([logged]),
        onLive: (event) => feed.addLive(event),
        onState: ({ live, here = false, queue = null }) => feed.setLive(live, here, queue),
        onLine: (line) => feed.setLine(line),
        onRefused: setFailure,
        lastSeq: () => feed.lastSeq,
      })
    }
    const tryAgain = () => {
      feed.setLine("lost")
      const timer = setTimeout(() => setAttempt((count) => count + 1), WAIT)
      stop = () => clearTimeout(timer)
    }
    readOpening(id, feed.lastSeq, {
      onTotal: ifWanted((all) => {
        total = all
        setFailure(null)
        feed.expect(all)
      }),
      onRead: ifWanted((seq) => feed.expect(total, seq)),
      onPicture: ifWanted((picture) => feed.open(picture)),
      onEvents: ifWanted((events) => feed.add(events)),
    })
      .then(ifWanted(follow))
      .catch(
        ifWanted((error: unknown) => {
          if (error instanceof Failure && error.code !== "offline") setFailure(error)
          // Nobody answered, or the answer was cut off.
          else tryAgain()
        }),
      )
    return () => {
      isOver = true
      stop()
    }
  }, [id, feed, attempt])

  useReturn(state.line === "over", () => setAttempt((count) => count + 1))
  return { feed, state, failure, refollow: () => setAttempt((count) => count + 1) }
}

/** Somebody comes back to the page: a run that had ended may have been resumed elsewhere. */
function useReturn(isOver: boolean, onReturn: () => void): void {
  useEffect(() => {
    if (!isOver) return
    addEventListener("focus", onReturn)
    return () => removeEventListener("focus", onReturn)
  })
}
