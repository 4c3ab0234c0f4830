import type { StreamState } from "@keelson/protocol/api/api.ts"
import type { LiveEvent, LoggedEvent } from "@keelson/protocol/log/event.ts"
import { Failure } from "./failure.ts"
import { credentials } from "./session.ts"
import type { Line } from "./stream/message.ts"
import { followStream } from "./stream/shared-streams.ts"

export type Follower = {
  readonly onFact: (logged: LoggedEvent) => void
  readonly onLive: (event: LiveEvent) => void
  /** Whether somebody carries the run out, and where it is. */
  readonly onState: (state: StreamState) => void
  readonly onLine: (line: Line) => void
  /** The server won't let this page follow the run, and asking again would not help. */
  readonly onRefused: (failure: Failure) => void
  /** The newest event that is known: what comes next is asked for from there. */
  readonly lastSeq: () => number
}

/** Follows a run's events until stopped, whatever happens to the connection or the server. */
export function followRun(id: string, follower: Follower): () => void {
  const url = new URL("api/events", document.baseURI).href
  const wish = () => ({ run: id, after: follower.lastSeq(), url, headers: credentials() })
  return followStream(wish, (message) => {
    switch (message.kind) {
      case "fact":
        return follower.onFact(message.logged)
      case "live":
        return follower.onLive(message.event)
      case "state":
        return follower.onState(message.state)
      case "line":
        return follower.onLine(message.line)
      case "refused": {
        const { code, message: words, hint, status } = message.refusal
        return follower.onRefused(new Failure(code, words, { hint, status }))
      }
    }
  })
}
