import type { LoggedEvent } from "@keelson/protocol/log/event.ts"
import type { StagePart } from "@keelson/view/brief.ts"
import type { RunPicture } from "@keelson/view/picture.ts"
import { api } from "./client.ts"

/** Where the parts of a long run come from that the page does not hold. All throw `Failure`. */
export type RunSource = {
  readonly id: string
  /** The events that follow on so many. */
  readonly events: (at: number, limit: number) => Promise<readonly LoggedEvent[]>
  /** The picture after so many events, in brief. */
  readonly picture: (at: number) => Promise<RunPicture>
  /** What a picture leaves out of a stage, which long past stays as it is. */
  readonly part: (stage: string) => Promise<StagePart>
}

/** The server, asked about one run. */
export function runSource(id: string): RunSource {
  return {
    id,
    events: async (at, limit) => (await api.logAt(id, at, limit)).events,
    picture: (at) => api.picture(id, at),
    part: (stage) => api.part(id, stage),
  }
}
