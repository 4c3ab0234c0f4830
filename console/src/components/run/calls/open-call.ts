import { createContext, useContext } from "react"

/** Opens a call of the model by its key; `null` where nobody could answer, as in a report. */
export type OpenCall = ((key: string) => void) | null

export const CallOpening = createContext<OpenCall>(null)

export function useOpenCall(): OpenCall {
  return useContext(CallOpening)
}
