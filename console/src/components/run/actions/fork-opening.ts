import { createContext, useContext } from "react"

/** Offers to go on in a new run from a place of the log; `null` where nothing can be forked now. */
export type OpenFork = ((place: string) => void) | null

export const ForkOpening = createContext<OpenFork>(null)

export function useOpenFork(): OpenFork {
  return useContext(ForkOpening)
}
