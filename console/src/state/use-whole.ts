import { isToldInBrief, withPart } from "@keelson/view/brief.ts"
import type { RunPicture } from "@keelson/view/picture.ts"
import { useMemo } from "react"
import type { Failure } from "../api/failure.ts"
import type { RunSource } from "../api/run-source.ts"
import { useLoaded } from "./use-loaded.ts"

export type WholeStage = {
  readonly picture: RunPicture
  readonly failure: Failure | null
  readonly retry: () => void
}

/** The picture with all of one stage in it, also where the picture tells that stage in brief. */
export function useWhole(source: RunSource | null, picture: RunPicture, stage: string): WholeStage {
  const isBrief = source !== null && isToldInBrief(picture, stage)
  const key = isBrief ? `${source.id} ${stage}` : ""
  const { value, failure, reload } = useLoaded(key, async () => (isBrief ? source.part(stage) : null))
  const whole = useMemo(
    () => (isBrief && value?.stage === stage ? withPart(picture, value) : picture),
    [isBrief, picture, value, stage],
  )
  return { picture: whole, failure, retry: reload }
}
