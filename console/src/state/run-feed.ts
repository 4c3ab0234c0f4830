import type { LiveEvent, LoggedEvent } from "@keelson/protocol/event.ts"
import { type Lists, OwnLists } from "@keelson/view/lists.ts"
import { EMPTY_LIVE, foldLive, type LiveNow, settleLive } from "@keelson/view/live-now.ts"
import { EMPTY_RUN, foldRunWith, type RunView } from "@keelson/view/run-view.ts"
import { EMPTY_STORY, foldStoryWith, type Story } from "@keelson/view/story.ts"
import type { Line } from "../api/stream/message.ts"

/** What the pages draw: the run after so many of its events. */
export type RunPicture = {
  readonly view: RunView
  readonly story: Story
  /** How many events the picture stands on. */
  readonly position: number
}

/** Events that are here, and that there are; by their numbers. */
export type Loading = { readonly done: number; readonly all: number }

export type Feed = {
  readonly events: readonly LoggedEvent[]
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
}

const EMPTY: RunPicture = { view: EMPTY_RUN, story: EMPTY_STORY, position: 0 }
/** Pictures are kept at every so many events, so that going back folds a part of the log and not all of it. */
const KEPT_EVERY = 2000
/** A frame's share of folding, in milliseconds: the rest of the frame belongs to drawing. */
const FRAME_SHARE = 12
/** While a long log is coming in, the page is drawn only so often. */
const DRAWN_EVERY = 400

/** Collects a run's events and folds them in batches, one batch a frame. */
export class RunFeed {
  #feed: Feed = {
    events: [],
    now: EMPTY,
    live: EMPTY_LIVE,
    line: "connecting",
    loading: null,
    fault: undefined,
    isLive: null,
    isHere: false,
  }
  readonly #waiting: LoggedEvent[] = []
  readonly #events: LoggedEvent[] = []
  readonly #kept: RunPicture[] = [EMPTY]
  readonly #listeners = new Set<() => void>()
  #frame = 0
  #drawnAt = Number.NEGATIVE_INFINITY
  #folded: RunPicture = EMPTY
  #lists: Lists = new OwnLists()

  /** The newest event that has come in, folded or not. */
  get lastSeq(): number {
    return (this.#waiting.at(-1) ?? this.#events.at(-1))?.seq ?? 0
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

  /** A log of so many events is on its way: before it is here for the first time nothing is shown, since it would be the past. */
  expect(all: number): void {
    const isFirst = this.#feed.now.position === 0
    if (isFirst && all > this.lastSeq) this.#publish({ loading: { done: this.lastSeq, all } })
  }

  addLive(event: LiveEvent): void {
    this.#publish({ live: foldLive(this.#feed.live, event, Date.now()) })
  }

  setLine(line: Line): void {
    if (line !== this.#feed.line) this.#publish({ line })
  }

  setLive(isLive: boolean, isHere: boolean): void {
    if (isLive !== this.#feed.isLive || isHere !== this.#feed.isHere) this.#publish({ isLive, isHere })
  }

  /** The run as it was after `position` events. */
  at(position: number): RunPicture {
    if (position >= this.#feed.now.position) return this.#feed.now
    let picture = this.#kept[Math.floor(position / KEPT_EVERY)] ?? EMPTY
    const lists = new OwnLists()
    for (const logged of this.#events.slice(picture.position, position)) picture = folded(picture, logged, lists)
    return picture
  }

  /** For reports: all at once, without waiting for a frame. */
  foldAll(): void {
    this.#fold(Number.POSITIVE_INFINITY)
  }

  #schedule(): void {
    if (this.#frame !== 0 || this.#waiting.length === 0) return
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
      this.#folded = folded(this.#folded, logged, this.#lists)
      this.#events.push(logged)
      if (this.#folded.position % KEPT_EVERY === 0) this.#keep(this.#folded)
    }
    const batch = this.#waiting.splice(0, count)
    const live = settleLive(this.#feed.live, batch)
    const isLoading = this.#isLoading()
    if ((isLoading || this.#waiting.length > 0) && performance.now() - this.#drawnAt < DRAWN_EVERY) {
      this.#feed = { ...this.#feed, live }
      return
    }
    this.#drawnAt = performance.now()
    if (isLoading) {
      this.#publish({ live, loading: { done: this.#foldedSeq(), all: isLoading.all } })
      return
    }
    this.#lists = new OwnLists()
    this.#publish({ events: [...this.#events], now: this.#folded, live, loading: null })
  }

  /** What is still to come of the log, if anything is. */
  #isLoading(): Loading | null {
    const { loading } = this.#feed
    return loading && this.#foldedSeq() < loading.all ? loading : null
  }

  #foldedSeq(): number {
    return this.#events.at(-1)?.seq ?? 0
  }

  /** What is kept, or drawn, stays as it is: from here on lists are copied first. */
  #keep(picture: RunPicture): void {
    this.#lists = new OwnLists()
    this.#kept.push(picture)
  }

  #publish(change: Partial<Feed>): void {
    this.#feed = { ...this.#feed, ...change }
    for (const listener of this.#listeners) listener()
  }
}

function folded({ view, story, position }: RunPicture, logged: LoggedEvent, lists: Lists): RunPicture {
  return {
    view: foldRunWith(lists, view, logged),
    story: foldStoryWith(lists, story, logged),
    position: position + 1,
  }
}
