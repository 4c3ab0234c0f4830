import type { FromWorker, ToWorker } from "./message.ts"
import { RunStreams } from "./run-streams.ts"

/* The shared worker: one for all tabs, so that all of them together hold one connection. */

const streams = new RunStreams()

addEventListener("connect", (event) => {
  const [port] = (event as MessageEvent).ports
  if (!port) return
  const stops = new Map<number, () => void>()
  port.onmessage = ({ data }: MessageEvent<ToWorker>) => {
    stops.get(data.follower)?.()
    stops.delete(data.follower)
    if (data.kind === "leave") return
    const { follower, wish } = data
    stops.set(
      follower,
      streams.follow(wish, (message) => port.postMessage({ follower, message } satisfies FromWorker)),
    )
  }
})
