import type { RunCatalog } from "./runs/run-catalog.ts"
import type { RunDesk } from "./runs/run-desk.ts"
import type { RunHost } from "./runs/run-host.ts"
import type { FeedSettings, Feeds } from "./streams/feeds.ts"
import type { RunPictures } from "./streams/run-pictures.ts"

/** What routes work with. */
export type Services = {
  readonly host: RunHost
  readonly version: string
  readonly catalog: RunCatalog
  readonly desk: RunDesk
  readonly feeds: Feeds
  readonly pictures: RunPictures
}

/** What may be set differently, mostly by tests. */
export type FeedTuning = Pick<FeedSettings, "pollMs" | "heartbeatMs" | "maxStreams" | "viewerLimits">
