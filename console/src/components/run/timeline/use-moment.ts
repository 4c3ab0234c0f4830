import { useEffect, useState } from "react"
import { useAddress } from "../../../state/address.ts"

/** Until a moment stands in the address: while a run is played it changes all the time, and browsers take only so many changes. */
const SETTLED = 300

/** The moment of a run that is looked at, as a position in its log; `null` is the present. A link leads to it. */
export function useMoment(count: number): readonly [number | null, (position: number | null) => void] {
  const address = useAddress()
  const [position, move] = useState<number | null>(() => Number(address.get("at")) || null)
  const { set } = address
  useEffect(() => {
    const timer = setTimeout(() => set({ at: position === null ? "" : String(position) }), SETTLED)
    return () => clearTimeout(timer)
  }, [position, set])
  return [position !== null && position < count ? position : null, move]
}
