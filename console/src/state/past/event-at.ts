import type { LoggedEvent } from "@keelson/protocol/log/event.ts"
import type { Feed, RunFeed } from "../run-feed.ts"

/** The event at a place, counted from 0; `undefined` while it has to be fetched. */
export function eventAt({ pages }: RunFeed, { events, before }: Feed, index: number): LoggedEvent | undefined {
  return index >= before ? events[index - before] : pages?.get(index)
}
