import type { FromWorker, StreamMessage, ToWorker, Wish } from "./message.ts"
import { RunStreams } from "./run-streams.ts"

type Tell = (message: StreamMessage) => void

/** Follows a run over the browser's one connection; returns how to stop. `wish` is asked anew whenever the page comes back. */
export type Follow = (wish: () => Wish, tell: Tell) => () => void

let chosen: Follow | undefined

/** Through the shared worker where there is one; else the page holds the connection while somebody sees it. */
export const followStream: Follow = (wish, tell) => {
  chosen ??= typeof SharedWorker === "undefined" ? followAlone() : followShared()
  return chosen(wish, tell)
}

function followShared(): Follow {
  const worker = new SharedWorker(new URL("./stream-worker.ts", import.meta.url), { type: "module", name: "keelson" })
  const followers = new Map<number, { readonly wish: () => Wish; readonly tell: Tell }>()
  const post = (message: ToWorker) => worker.port.postMessage(message)
  const ask = (follower: number, wish: () => Wish) => post({ kind: "follow", follower, wish: wish() })
  let count = 0
  worker.port.onmessage = ({ data }: MessageEvent<FromWorker>) => followers.get(data.follower)?.tell(data.message)
  // A worker is not told when a tab is closed, and a tab may come back from where the browser kept it.
  addEventListener("pagehide", () => {
    for (const follower of followers.keys()) post({ kind: "leave", follower })
  })
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted) for (const [follower, { wish }] of followers) ask(follower, wish)
  })
  return (wish, tell) => {
    const follower = ++count
    followers.set(follower, { wish, tell })
    ask(follower, wish)
    return () => {
      followers.delete(follower)
      post({ kind: "leave", follower })
    }
  }
}

function followAlone(): Follow {
  const streams = new RunStreams()
  return (wish, tell) => {
    let stop = () => {}
    const look = () => {
      stop()
      stop = document.hidden ? () => {} : streams.follow(wish(), tell)
    }
    look()
    document.addEventListener("visibilitychange", look)
    return () => {
      document.removeEventListener("visibilitychange", look)
      stop()
    }
  }
}
