import type { LiveEvent } from "../../protocol/log/event.ts"

/** Who hears progress that is not kept. */
export type LiveListeners = Set<(event: LiveEvent) => void>

/** A listener's fault is not the run's. */
export function tellAll<Event>(
  listeners: Iterable<(event: Event) => void>,
  event: Event,
  onFault: (error: unknown) => void = () => {},
): void {
  for (const listener of listeners) {
    try {
      listener(event)
    } catch (error) {
      onFault(error)
    }
  }
}
