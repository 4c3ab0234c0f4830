import type { Run } from "../../agent.ts"
import { ApiFailure } from "../http/failure.ts"
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

/** Who knows no more than this is told everything. */
const LITTLE = 1000

/**
 * The feeds of the runs that somebody looks at; others cost nothing. A run has several where somebody asks for more of it than who came
 * before: what nobody reads is not kept.
 */
export class Feeds {
  readonly #settings: FeedSettings
  readonly #feeds = new Map<string, RunFeed[]>()
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
      const feed = this.#open(runId, afterSeq)
      await this.#untilReady(runId, feed)
      // While this reader waited, the last one may have left and taken the feed along.
      if (this.#of(runId).includes(feed)) return feed.view(afterSeq, cut)
    }
  }

  /** This process carries the run out from now on. */
  attach(run: Run): void {
    const tail = new LiveTail(run)
    this.#tails.set(run, tail)
    for (const feed of this.#of(run.id)) feed.attach(run, tail)
  }

  detach(run: Run): void {
    this.#tails.get(run)?.close()
    this.#tails.delete(run)
    for (const feed of this.#of(run.id)) feed.detach(run)
  }

  close(): void {
    this.#isClosed = true
    clearInterval(this.#timer)
    for (const feed of this.#all()) feed.close()
  }

  #refuseTooMany(): void {
    if (this.#isClosed) throw new ApiFailure(503, "shutting_down", "The server is shutting down.")
    const open = this.#all().reduce((sum, { size }) => sum + size, 0)
    if (open < this.#settings.maxStreams) return
    throw new ApiFailure(429, "too_many_streams", `${open} streams are open; close one first.`)
  }

  async #untilReady(runId: string, feed: RunFeed): Promise<void> {
    try {
      await feed.ready
    } catch (error) {
      this.#discard(runId, feed)
      throw error
    }
  }

  #open(runId: string, afterSeq: number): RunFeed {
    const known = this.#of(runId).find(({ from }) => from <= afterSeq)
    if (known) return known
    const from = afterSeq < LITTLE ? 0 : afterSeq
    const feed: RunFeed = new RunFeed(runId, from, this.#settings, () => this.#discard(runId, feed))
    this.#feeds.set(runId, [...this.#of(runId), feed])
    const run = this.#settings.heldRun(runId)
    const tail = run && this.#tails.get(run)
    if (run && tail) feed.attach(run, tail)
    return feed
  }

  #of(runId: string): readonly RunFeed[] {
    return this.#feeds.get(runId) ?? []
  }

  #all(): RunFeed[] {
    return [...this.#feeds.values()].flat()
  }

  #discard(runId: string, feed: RunFeed): void {
    const others = this.#of(runId).filter((other) => other !== feed)
    if (others.length > 0) this.#feeds.set(runId, others)
    else this.#feeds.delete(runId)
    feed.close()
  }

  #beat(): void {
    for (const feed of this.#all()) feed.beat()
  }
}
