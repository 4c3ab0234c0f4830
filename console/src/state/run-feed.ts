import type { QueueStanding } from "@keelson/protocol/api/team-api.ts"
import type { LiveEvent, LoggedEvent } from "@keelson/protocol/log/event.ts"
import { type Lists, OwnLists } from "@keelson/view/lists.ts"
import { EMPTY_LIVE, foldLive, type LiveNow, settleLive } from "@keelson/view/live-now.ts"
import { EMPTY_PICTURE, foldPicture, pictureAfter, type RunPicture } from "@keelson/view/picture.ts"
import type { RunSource } from "../api/run-source.ts"
import type { Line } from "../api/stream/message.ts"
import { DrawingPace } from "./drawing-pace.ts"
import { EventPages } from "./past/event-pages.ts"
import { Past } from "./past/past.ts"

/** Events that are here, and that there are; by their numbers. */
export type Loading = { readonly done: number; readonly all: number }

export type Feed = {
  /** The events that the page holds: all of them, or the newest of a long run. */
  readonly events: readonly LoggedEvent[]
  /** How many stand before those. */
  readonly before: number
  readonly now: RunPicture
  readonly live: LiveNow
  readonly line: Line
  /** How much of a log that is on its way is here; `null` once all of it was. */
  readonly loading: Loading | null
  /** What the log could not be read for. */
  readonly fault: unknown
  /** Whether some process carries the run out; `null` until the server said so. */
  readonly isLive: boolean | null
  /** Whether that is the server itself, which then tells progress too. */
  readonly isHere: boolean
  /** Where it stands while it waits for a worker. */
  readonly queue: QueueStanding | null
}

/** Pictures are kept at every so many events, so that going back folds a part of the log and not all of it. */
const KEPT_EVERY = 2000
/** A page that can ask for the rest holds no more events than this, and lets go of half of them at once. */
const MOST_EVENTS = 8000
/** A frame's share of folding, in milliseconds: the rest of the frame belongs to drawing. */
const FRAME_SHARE = 12

/** Collects a run's events and folds them in batches, one batch a frame. */
export class RunFeed {
  #feed: Feed = {
    events: [],
    before: 0,
    now: EMPTY_PICTURE,
    live: EMPTY_LIVE,
    line: "connecting",
    loading: null,
    fault: undefined,
    isLive: null,
    isHere: false,
    queue: null,
  }
  /** The events that the page does not hold; none where it holds all of them, as in a report. */
  readonly pages: EventPages | null
  readonly source: RunSource | null
  readonly #past: Past | null
  readonly #waiting: LoggedEvent[] = []
  #events: LoggedEvent[] = []
  #before = 0
  #kept: RunPicture[] = [EMPTY_PICTURE]
  readonly #listeners = new Set<() => void>()
  #frame = 0
  readonly #pace = new DrawingPace()
  /** What came in and was not drawn. */
  #due: "" | "live" | "facts" = ""
  #folded: RunPicture = EMPTY_PICTURE
  #lists: Lists = new OwnLists()

  constructor(source: RunSource | null = null) {
    this.source = source
    this.pages = source && new EventPages(source)
    this.#past = source && this.pages && new Past(source, this.pages)
  }

  /** The newest event that has come in, folded or not. */
  get lastSeq(): number {
    return this.#waiting.at(-1)?.seq ?? this.#folded.seq
  }

  readonly get = (): Feed => this.#feed

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** What was seen before is left out: after a reconnect the server may say things twice. */
  add(events: readonly LoggedEvent[]): void {
    for (const logged of events) if (logged.seq > this.lastSeq) this.#waiting.push(logged)
    this.#schedule()
  }

  /** A long run begins with a picture of all that is recorded; what stands before it is fetched when somebody looks at it. */
  open(picture: RunPicture): void {
    if (picture.seq <= this.lastSeq) return
    this.#waiting.length = 0
    this.#events = []
    this.#before = picture.position
    this.#folded = picture
    this.#kept = [picture]
    this.#due = ""
    this.#lists = new OwnLists()
    this.#publish({ events: [], before: picture.position, now: picture, loading: null })
  }

  /** A log of so many events is on its way: before it is here for the first time nothing is shown, since it would be the past. */
  expect(all: number, done = this.lastSeq): void {
    const isFirst = this.#feed.now.position === 0
    if (isFirst && all > this.lastSeq) this.#publish({ loading: { done, all } })
  }

  addLive(event: LiveEvent): void {
    this.#feed = { ...this.#feed, live: foldLive(this.#feed.live, event, Date.now()) }
    this.#due ||= "live"
    this.#schedule()
  }

  setLine(line: Line): void {
    if (line !== this.#feed.line) this.#publish({ line })
  }

  setLive(isLive: boolean, isHere: boolean, queue: QueueStanding | null = null): void {
    const { isLive: was, isHere: wasHere, queue: stood } = this.#feed
    const isSame = queue?.place === stood?.place && queue?.reason === stood?.reason
    if (isLive !== was || isHere !== wasHere || !isSame) this.#publish({ isLive, isHere, queue })
  }

  /** The run as it was after `position` events; `undefined` where it has to be fetched first. */
  at(position: number): RunPicture | undefined {
    const { now } = this.#feed
    if (position >= now.position) return now
    const base = this.#kept.findLast((picture) => picture.position <= position)
    if (!base) return this.#past?.at(position)
    const [from, to] = [base.position - this.#before, position - this.#before]
    return pictureAfter(base, this.#events.slice(from, to))
  }

  /** Fetches what `at` lacks. Throws `Failure`. */
  async reach(position: number): Promise<void> {
    await this.#past?.reach(position)
  }

  /** For reports: all at once, without waiting for a frame. */
  foldAll(): void {
    this.#fold(Number.POSITIVE_INFINITY)
  }

  #schedule(): void {
    if (this.#frame !== 0 || (this.#waiting.length === 0 && this.#due === "")) return
    const run = () => {
      this.#frame = 0
      try {
        this.#fold(FRAME_SHARE)
      } catch (fault) {
        return this.#publish({ fault })
      }
      this.#schedule()
    }
    // Hidden pages get no frames, but their state must not fall behind.
    this.#frame = document.hidden ? Number(setTimeout(run, 0)) : requestAnimationFrame(run)
  }

  #fold(share: number): void {
    const until = performance.now() + share
    let count = 0
    while (count < this.#waiting.length && (count % 50 !== 0 || count === 0 || performance.now() < until)) {
      const logged = this.#waiting[count++] as LoggedEvent
      this.#folded = foldPicture(this.#lists, this.#folded, logged)
      this.#events.push(logged)
      if (this.#folded.position % KEPT_EVERY === 0) this.#keep(this.#folded)
    }
    const batch = this.#waiting.splice(0, count)
    this.#letGo()
    if (batch.length > 0) {
      this.#feed = { ...this.#feed, live: settleLive(this.#feed.live, batch) }
      this.#due = "facts"
    }
    const isPressed = this.#isLoading() !== null || this.#waiting.length > 0
    if (this.#pace.mayDraw(isPressed)) this.#pace.draw(() => this.#draw())
  }

  #draw(): void {
    const due = this.#due
    this.#due = ""
    const loading = this.#isLoading()
    if (loading) this.#publish({ loading: { done: this.#folded.seq, all: loading.all } })
    else if (due === "facts") this.#show()
    else this.#publish({})
  }

  /** What was shown stays as it is: from here on lists are copied first. */
  #show(): void {
    this.#lists = new OwnLists()
    this.#publish({ events: [...this.#events], before: this.#before, now: this.#folded, loading: null })
  }

  /** What is still to come of the log, if anything is. */
  #isLoading(): Loading | null {
    const { loading } = this.#feed
    return loading && this.#folded.seq < loading.all ? loading : null
  }

  /** Like what was shown. */
  #keep(picture: RunPicture): void {
    this.#lists = new OwnLists()
    this.#kept.push(picture)
  }

  /** Of a run that has become long the page holds what is newest; the rest can be had again. */
  #letGo(): void {
    if (!this.pages || this.#events.length <= MOST_EVENTS) return
    const first = this.#kept.findIndex(({ position }) => position >= this.#before + MOST_EVENTS / 2)
    const base = this.#kept[first]
    if (!base) return
    this.#kept = this.#kept.slice(first)
    this.#events = this.#events.slice(base.position - this.#before)
    this.#before = base.position
  }

  #publish(change: Partial<Feed>): void {
    this.#feed = { ...this.#feed, ...change }
    for (const listener of this.#listeners) listener()
  }
}
