import type { Run } from "../agent.ts"
import { ApiFailure } from "./failure.ts"
import { LiveTail } from "./live-tail.ts"
import { type FeedParts, RunFeed } from "./run-feed.ts"
import type { Viewer } from "./viewer.ts"

/** What the streams of a server share. */
export type FeedSettings = FeedParts & {
  readonly heartbeatMs: number
  /** Streams at once, of all runs together. */
  readonly maxStreams: number
  /** The run if this process carries it out. */
  readonly heldRun: (runId: string) => Run | undefined
}

/** The feeds of the runs that somebody looks at; others cost nothing. */
export class Feeds {
  readonly #settings: FeedSettings
  readonly #feeds = new Map<string, RunFeed>()
  readonly #tails = new Map<Run, LiveTail>()
  readonly #timer: NodeJS.Timeout
  #isClosed = false

  constructor(settings: FeedSettings) {
    this.#settings = settings
    this.#timer = setInterval(() => this.#beat(), settings.heartbeatMs)
  }

  /** A reader of this run; `cut` drops its connection. */
  async view(runId: string, afterSeq: number, cut: () => void): Promise<Viewer> {
    for (;;) {
      this.#refuseTooMany()
      const feed = this.#open(runId)
      await this.#untilReady(runId, feed)
      // While this reader waited, the last one may have left and taken the feed along.
      if (this.#feeds.get(runId) === feed) return feed.view(afterSeq, cut)
    }
  }

  /** This process carries the run out from now on. */
  attach(run: Run): void {
    const tail = new LiveTail(run)
    this.#tails.set(run, tail)
    this.#feeds.get(run.id)?.attach(run, tail)
  }

  detach(run: Run): void {
    this.#tails.get(run)?.close()
    this.#tails.delete(run)
    this.#feeds.get(run.id)?.detach(run)
  }

  close(): void {
    this.#isClosed = true
    clearInterval(this.#timer)
    for (const feed of [...this.#feeds.values()]) feed.close()
  }

  #refuseTooMany(): void {
    if (this.#isClosed) throw new ApiFailure(503, "shutting_down", "The server is shutting down.")
    const open = [...this.#feeds.values()].reduce((sum, { size }) => sum + size, 0)
    if (open < this.#settings.maxStreams) return
    throw new ApiFailure(429, "too_many_streams", `${open} streams are open; close one first.`)
  }

  async #untilReady(runId: string, feed: RunFeed): Promise<void> {
    try {
      await feed.ready
    } catch (error) {
      if (this.#feeds.get(runId) === feed) this.#discard(runId)
      throw error
    }
  }

  #open(runId: string): RunFeed {
    const known = this.#feeds.get(runId)
    if (known) return known
    const feed = new RunFeed(runId, this.#settings, () => this.#discard(runId))
    this.#feeds.set(runId, feed)
    const run = this.#settings.heldRun(runId)
    const tail = run && this.#tails.get(run)
    if (run && tail) feed.attach(run, tail)
    return feed
  }

  #discard(runId: string): void {
    const feed = this.#feeds.get(runId)
    this.#feeds.delete(runId)
    feed?.close()
  }

  #beat(): void {
    for (const feed of this.#feeds.values()) feed.beat()
  }
}
