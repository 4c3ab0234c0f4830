import type { FeedSettings, Feeds } from "./feeds.ts"
import type { RunCatalog } from "./run-catalog.ts"
import type { RunDesk } from "./run-desk.ts"
import type { RunHost } from "./run-host.ts"
import type { RunPictures } from "./run-pictures.ts"

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
