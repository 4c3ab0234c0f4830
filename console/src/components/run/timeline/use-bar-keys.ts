import type { Timeline } from "@keelson/view/timeline/bar.ts"
import { type KeyboardEvent, useMemo, useState } from "react"
import { acrossFrom, inTime, type PlacedBar } from "./bar-order.ts"
import type { Zoom } from "./use-zoom.ts"

/** The way through the bars by keyboard: arrows from bar to bar, up and down from lane to lane, Enter opens, + − 0 zoom. */
export function useBarKeys(timeline: Timeline, zoom: Zoom, length: number, onOpen: (bar: PlacedBar) => void) {
  const [at, setAt] = useState<string | null>(null)
  const [hasFocus, setFocus] = useState(false)
  // A long run has tens of thousands, and is drawn all the time: they are put in order for whoever goes through them.
  const bars = useMemo(() => (hasFocus ? inTime(timeline) : []), [timeline, hasFocus])
  const index = at === null ? -1 : bars.findIndex(({ bar }) => nameOf(bar) === at)
  const current = bars[index]
  const go = (next: PlacedBar | undefined) => {
    if (!next) return
    setAt(nameOf(next.bar))
    zoom.reach({ from: next.bar.from, to: next.bar.to ?? length })
  }
  const around = current ? current.bar.from : (zoom.shown.from + zoom.shown.to) / 2
  const keys: Readonly<Record<string, () => void>> = {
    ArrowRight: () => go(bars[Math.min(bars.length - 1, index + 1)]),
    ArrowLeft: () => go(bars[Math.max(0, index === -1 ? bars.length - 1 : index - 1)]),
    ArrowDown: () => go(current ? acrossFrom(bars, current, 1) : bars[0]),
    ArrowUp: () => go(current ? acrossFrom(bars, current, -1) : bars.at(-1)),
    Home: () => go(bars[0]),
    End: () => go(bars.at(-1)),
    Enter: () => current && onOpen(current),
    " ": () => current && onOpen(current),
    "+": () => zoom.closer(2, around),
    "=": () => zoom.closer(2, around),
    "-": () => zoom.closer(0.5, around),
    "0": () => zoom.show(null),
  }
  return {
    /** The bar that the keys are at, while they are heard. */
    current: hasFocus ? current : undefined,
    index: Math.max(0, index),
    count: bars.length,
    handlers: {
      onKeyDown: (event: KeyboardEvent) => {
        const act = keys[event.key]
        if (!act || event.ctrlKey || event.metaKey || event.altKey) return
        event.preventDefault()
        act()
      },
      onFocus: () => setFocus(true),
      onBlur: () => setFocus(false),
    },
  }
}

function nameOf({ kind, key, from }: PlacedBar["bar"]): string {
  return `${kind} ${key} ${from}`
}
