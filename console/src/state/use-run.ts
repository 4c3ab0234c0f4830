import { useEffect, useState, useSyncExternalStore } from "react"
import { Failure } from "../api/failure.ts"
import { followRun } from "../api/follow-run.ts"
import { readLog } from "../api/log-lines.ts"
import { type Feed, RunFeed } from "./run-feed.ts"

export type FollowedRun = {
  readonly feed: RunFeed
  readonly state: Feed
  readonly failure: Failure | null
  /** Asks the server again what is new: after an answer or a resume there will be something. */
  readonly refollow: () => void
}

/** A run's whole log and whatever is added to it while the page shows it. */
export function useRun(id: string): FollowedRun {
  const [feed, setFeed] = useState(() => new RunFeed())
  const [failure, setFailure] = useState<Failure | null>(null)
  const [attempt, setAttempt] = useState(0)
  const [shown, setShown] = useState(id)
  if (shown !== id) {
    setShown(id)
    setFeed(new RunFeed())
    setFailure(null)
  }
  const state = useSyncExternalStore(feed.subscribe, feed.get)

  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` is not read, it asks for another round.
  useEffect(() => {
    let stop = () => {}
    let isOver = false
    const follow = () => {
      if (isOver) return
      stop = followRun(id, {
        onFact: (logged) => feed.add([logged]),
        onLive: (event) => feed.addLive(event),
        onState: ({ live, here = false }) => feed.setLive(live, here),
        onLine: (line) => feed.setLine(line),
        onRefused: setFailure,
        lastSeq: () => feed.lastSeq,
      })
    }
    readLog(id, feed.lastSeq, {
      onTotal: (all) => {
        if (isOver) return
        setFailure(null)
        feed.expect(all)
      },
      onEvents: (events) => !isOver && feed.add(events),
    })
      .then(follow)
      .catch((error: unknown) => {
        if (isOver) return
        if (error instanceof Failure && error.code !== "offline") setFailure(error)
        // A log that was cut off goes on as a stream.
        else follow()
      })
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
