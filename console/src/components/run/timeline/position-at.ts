import type { LoggedEvent } from "@keelson/protocol/log/event.ts"

/** So many events had happened by a moment. Those before the ones that are here are taken to lie evenly since the start. */
export function positionAt(events: readonly LoggedEvent[], moment: number, before = 0, startedAt = 0): number {
  const first = events[0]?.at ?? moment
  if (before > 0 && moment < first) {
    return Math.max(1, Math.round((before * Math.max(0, moment - startedAt)) / Math.max(1, first - startedAt)))
  }
  let [low, high] = [0, events.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((events[middle]?.at ?? 0) <= moment) low = middle + 1
    else high = middle
  }
  return Math.max(1, before + low)
}
