import { useEffect, useState } from "react"
import { Failure } from "../api/failure.ts"

export type Loaded<T> = { readonly value: T | null; readonly failure: Failure | null; readonly reload: () => void }

/** Something from the server, loaded again whenever `key` changes; what was there stays until the new arrives. */
export function useLoaded<T>(key: string, load: () => Promise<T>): Loaded<T> {
  const [state, setState] = useState<{ value: T | null; failure: Failure | null }>({ value: null, failure: null })
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` stands for everything that `load` depends on.
  useEffect(() => {
    let isOver = false
    load().then(
      (value) => !isOver && setState({ value, failure: null }),
      (error: unknown) => !isOver && setState((before) => ({ ...before, failure: asFailure(error) })),
    )
    return () => {
      isOver = true
    }
  }, [key, attempt])
  return { ...state, reload: () => setAttempt((count) => count + 1) }
}

export function asFailure(error: unknown): Failure {
  return error instanceof Failure ? error : new Failure("error", error instanceof Error ? error.message : String(error))
}
