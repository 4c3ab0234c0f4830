import type { RunPicture } from "@keelson/view/picture.ts"
import { useEffect, useRef, useState } from "react"
import type { Failure } from "../../api/failure.ts"
import type { RunFeed } from "../run-feed.ts"
import { asFailure } from "../use-loaded.ts"

/** A moment of the past; while it is fetched, the one that was shown before. */
export type ShownPast = {
  readonly picture: RunPicture | undefined
  readonly isOnItsWay: boolean
  readonly failure: Failure | null
  readonly retry: () => void
}

/** Who drags through a long run passes by most of it: fetched is where they hold still for so many milliseconds. */
const STILL = 80

/** The run after so many events; `null` is the present. */
export function usePast(feed: RunFeed, position: number | null): ShownPast {
  const found = position === null ? undefined : feed.at(position)
  const isMissing = position !== null && !found
  const shown = useRef<RunPicture | undefined>(undefined)
  if (!isMissing) shown.current = found
  const [failure, setFailure] = useState<Failure | null>(null)
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` is not read, it asks for another round.
  useEffect(() => {
    if (position === null || !isMissing) return setFailure(null)
    let isOver = false
    const reach = () =>
      feed.reach(position).then(
        () => !isOver && setAttempt((count) => count + 1),
        (error: unknown) => !isOver && setFailure(asFailure(error)),
      )
    const timer = setTimeout(reach, STILL)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [feed, position, isMissing, attempt])
  return {
    picture: shown.current,
    isOnItsWay: isMissing && !failure,
    failure,
    retry: () => {
      setFailure(null)
      setAttempt((count) => count + 1)
    },
  }
}
