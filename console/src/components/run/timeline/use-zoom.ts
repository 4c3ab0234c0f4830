import { useMemo, useState } from "react"

/** A stretch of active time, in milliseconds. */
export type Stretch = { readonly from: number; readonly to: number }

export type Zoom = {
  /** What is in sight. */
  readonly shown: Stretch
  readonly isWhole: boolean
  /** `null` is the whole run, which grows while it goes on. */
  readonly show: (stretch: Stretch | null) => void
  /** Closer by this factor, so that what stands at a time stays where it is. */
  readonly closer: (factor: number, around: number) => void
  readonly move: (by: number) => void
  /** Moves just as far as it takes to have it in sight. */
  readonly reach: (stretch: Stretch) => void
}

/** Nobody looks closer than this. */
const CLOSEST = 20

/** Which part of a run of this length is in sight. */
export function useZoom(length: number): Zoom {
  const [chosen, choose] = useState<Stretch | null>(null)
  return useMemo(() => {
    const shown = chosen ?? { from: 0, to: length }
    const show = (stretch: Stretch | null) => choose(stretch && within(stretch, length))
    const move = (by: number) => chosen && show({ from: chosen.from + by, to: chosen.to + by })
    return {
      shown,
      isWhole: chosen === null,
      show,
      move,
      closer: (factor, around) =>
        show({ from: around - (around - shown.from) / factor, to: around + (shown.to - around) / factor }),
      reach: ({ from, to }) => {
        if (from < shown.from) move(from - shown.from)
        else if (from > shown.to) move(Math.min(from, to) - shown.to + (shown.to - shown.from) / 4)
      },
    }
  }, [chosen, length])
}

/** No closer than makes sense, and not beyond the run; all of it is the whole. */
export function within({ from, to }: Stretch, length: number): Stretch | null {
  const wide = Math.max(to - from, Math.min(CLOSEST, length))
  if (wide >= length) return null
  const begin = Math.min(Math.max(0, (from + to - wide) / 2), length - wide)
  return { from: begin, to: begin + wide }
}
