import { useState } from "react"
import type { Failure } from "../api/failure.ts"
import { asFailure } from "./use-loaded.ts"

/** Something that is asked of the server: once at a time, and a refusal is shown. */
export function useDeed() {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const run = async (work: () => Promise<unknown>) => {
    setBusy(true)
    setFailure(null)
    try {
      await work()
    } catch (error) {
      setFailure(asFailure(error))
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, failure, run, forget: () => setFailure(null) }
}
