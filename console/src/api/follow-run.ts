import type { StreamState } from "@keelson/protocol/api.ts"
import type { LiveEvent, LoggedEvent } from "@keelson/protocol/event.ts"
import { runUrl } from "./client.ts"

/** How the line to the server is. `over`: the server has said everything that there is for now. */
export type Line = "connecting" | "open" | "lost" | "over"

export type Follower = {
  readonly onFact: (logged: LoggedEvent) => void
  readonly onLive: (event: LiveEvent) => void
  /** Whether somebody carries the run out, and where it is. */
  readonly onState: (state: StreamState) => void
  readonly onLine: (line: Line) => void
  /** The newest event that is known: what comes next is asked for from there. */
  readonly lastSeq: () => number
}

const WAITS = [500, 1000, 2000, 4000] as const

/** Follows a run's events until stopped, whatever happens to the connection or the server. */
export function followRun(id: string, follower: Follower): () => void {
  let source: EventSource | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let failures = 0

  const connect = () => {
    source = new EventSource(runUrl(id, `/events?after=${follower.lastSeq()}`))
    source.onopen = () => {
      failures = 0
      follower.onLine("open")
    }
    source.addEventListener("fact", (message) => follower.onFact(JSON.parse(message.data) as LoggedEvent))
    source.addEventListener("live", (message) => follower.onLive(JSON.parse(message.data) as LiveEvent))
    source.addEventListener("state", (message) => follower.onState(JSON.parse(message.data) as StreamState))
    source.addEventListener("end", (message) => {
      source?.close()
      if (message.data) follower.onState(JSON.parse(message.data) as StreamState)
      follower.onLine("over")
    })
    source.onerror = () => {
      source?.close()
      follower.onLine("lost")
      timer = setTimeout(connect, WAITS[Math.min(failures++, WAITS.length - 1)])
    }
  }

  follower.onLine("connecting")
  connect()
  return () => {
    clearTimeout(timer)
    source?.close()
  }
}
