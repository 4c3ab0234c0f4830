import type { StreamState } from "@keelson/protocol/api.ts"
import type { LiveEvent, LoggedEvent } from "@keelson/protocol/event.ts"
import { request, runUrl } from "./client.ts"
import { readEvents, type StreamEvent } from "./event-stream.ts"
import { Failure } from "./failure.ts"

/** How the line to the server is. `over`: the server has said everything that there is for now. */
export type Line = "connecting" | "open" | "lost" | "over"

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

const WAITS = [500, 1000, 2000, 4000] as const
/** What would be said to every further try as well: no token, not allowed, no such run. */
const FINAL: readonly number[] = [401, 403, 404]

/** Follows a run's events until stopped, whatever happens to the connection or the server. */
export function followRun(id: string, follower: Follower): () => void {
  const stopped = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  let failures = 0

  const connect = async () => {
    try {
      const url = runUrl(id, `/events?after=${follower.lastSeq()}`)
      const { body } = await request(url, { signal: stopped.signal })
      failures = 0
      follower.onLine("open")
      if (body && (await readToEnd(body, follower))) return follower.onLine("over")
    } catch (error) {
      if (stopped.signal.aborted) return
      if (error instanceof Failure && FINAL.includes(error.status)) return follower.onRefused(error)
    }
    if (stopped.signal.aborted) return
    follower.onLine("lost")
    timer = setTimeout(connect, WAITS[Math.min(failures++, WAITS.length - 1)])
  }

  follower.onLine("connecting")
  void connect()
  return () => {
    clearTimeout(timer)
    stopped.abort()
  }
}

/** Whether the server said that there is nothing more. */
async function readToEnd(body: ReadableStream<Uint8Array>, follower: Follower): Promise<boolean> {
  let isOver = false
  await readEvents(body, (event) => {
    hear(event, follower)
    isOver ||= event.name === "end"
  })
  return isOver
}

function hear({ name, data }: StreamEvent, { onFact, onLive, onState }: Follower): void {
  if (name === "fact") onFact(JSON.parse(data) as LoggedEvent)
  else if (name === "live") onLive(JSON.parse(data) as LiveEvent)
  else if (name === "state" || name === "end") onState(JSON.parse(data) as StreamState)
}
