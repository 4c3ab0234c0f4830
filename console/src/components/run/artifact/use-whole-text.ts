import { useEffect, useState } from "react"
import type { Failure } from "../../../api/failure.ts"
import { asFailure } from "../../../state/use-loaded.ts"
import { useArtifacts } from "./artifacts.ts"

export type WholeText = { readonly text: string; readonly all: number | null; readonly failure: Failure | null }

/** The first lines come alone, so that something is there soon; the others by many. */
const FIRST = 2000
const MANY = 50_000

/** A result from its first line to its last, part after part. */
export function useWholeText(runId: string, id: string): WholeText {
  const source = useArtifacts()
  const [whole, setWhole] = useState<WholeText>({ text: "", all: null, failure: null })
  useEffect(() => {
    let isOver = false
    const load = async () => {
      let from = 1
      let count = FIRST
      for (;;) {
        const { text, all } = await source.text(runId, id, `${from}-${from + count - 1}`)
        if (isOver) return
        const isFirst = from === 1
        setWhole((before) => ({ text: isFirst ? text : `${before.text}\n${text}`, all, failure: null }))
        from += count
        count = MANY
        if (from > all) return
      }
    }
    load().catch((error: unknown) => !isOver && setWhole((before) => ({ ...before, failure: asFailure(error) })))
    return () => {
      isOver = true
    }
  }, [source, runId, id])
  return whole
}
