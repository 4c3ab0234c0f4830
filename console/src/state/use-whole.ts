import { roundWith } from "@keelson/view/brief.ts"
import type { FeedRound } from "@keelson/view/feed.ts"
import { useMemo } from "react"
import type { Failure } from "../api/failure.ts"
import type { RunSource } from "../api/run-source.ts"
import { useLoaded } from "./use-loaded.ts"

export type WholeRound = {
  readonly round: FeedRound
  readonly failure: Failure | null
  readonly retry: () => void
}

/** The round with everything in it, also where the picture tells it in brief. */
export function useWhole(source: RunSource | null, round: FeedRound, isBrief: boolean): WholeRound {
  const stage = round.stage.id
  const isMissing = source !== null && isBrief
  const key = isMissing ? `${source.id} ${stage}` : ""
  const { value, failure, reload } = useLoaded(key, async () => (isMissing ? source.part(stage) : null))
  const whole = useMemo(() => (value?.stage === stage ? roundWith(round, value) : round), [round, value, stage])
  return { round: whole, failure, retry: reload }
}
