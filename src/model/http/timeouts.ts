import { ModelError } from "../seam/model-error.ts"

/** Milliseconds without a sign of life. The first byte includes connecting, for which Node itself allows 10 s. */
export type Timeouts = { readonly firstByteMs: number; readonly idleMs: number }

/** Long enough for a large prompt at a provider; a model that thinks unseen for longer needs more. */
const HOSTED: Timeouts = { firstByteMs: 120_000, idleMs: 60_000 }
/** Six tokens a second are honest work on a machine of one's own: a prompt of four thousand takes eleven minutes. */
const LOCAL: Timeouts = { firstByteMs: 600_000, idleMs: 600_000 }

/** What holds where nobody says anything. */
export function defaultTimeouts(isLocal: boolean): Timeouts {
  return isLocal ? LOCAL : HOSTED
}

/** One attempt to stream: `open` gets a signal that ends with the attempt; `isSign` says which parts prove life. */
export type WatchedStream<Part> = {
  readonly open: (signal: AbortSignal) => Promise<AsyncIterable<Part>>
  readonly isSign: (part: Part) => boolean
  /** The characters that a part brings. */
  readonly sizeOf: (part: Part) => number
  readonly timeouts: Timeouts
  /** Who is silent, for the message. */
  readonly subject: string
}

/**
 * Passes a stream on until it ends, falls silent (`ModelError` "timeout") or the caller aborts (throws the signal's
 * reason). Leaves at once in all cases, also if the source ignores its signal.
 */
export function watch<Part>(stream: WatchedStream<Part>, signal: AbortSignal): AsyncIterableIterator<Part> {
  return new WatchedParts(stream, signal)
}

/** By hand: a generator would wait several times more for each part, and many parts are a few letters. */
class WatchedParts<Part> implements AsyncIterableIterator<Part> {
  readonly #stream: WatchedStream<Part>
  readonly #caller: AbortSignal
  #watchdog: Watchdog | undefined
  #parts: AsyncIterator<Part> | undefined
  #pace: Pace | undefined
  #isOver = false

  constructor(stream: WatchedStream<Part>, caller: AbortSignal) {
    this.#stream = stream
    this.#caller = caller
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  async next(): Promise<IteratorResult<Part>> {
    if (this.#isOver) return { done: true, value: undefined }
    try {
      const watchdog = this.#watchdog ?? this.#watch()
      const parts = this.#parts ?? (await this.#open(watchdog))
      const next = await watchdog.race(parts.next())
      if (next.done) this.#end(true)
      else this.#hear(watchdog, next.value)
      return next
    } catch (error) {
      this.#end(false)
      throw error
    }
  }

  async return(): Promise<IteratorResult<Part>> {
    this.#end(false)
    return { done: true, value: undefined }
  }

  #watch(): Watchdog {
    this.#caller.throwIfAborted()
    this.#watchdog = new Watchdog(this.#stream.subject, this.#caller)
    this.#watchdog.expect("first_byte_ms", this.#stream.timeouts.firstByteMs)
    return this.#watchdog
  }

  async #open(watchdog: Watchdog): Promise<AsyncIterator<Part>> {
    const parts = await watchdog.race(this.#stream.open(watchdog.signal))
    this.#parts = parts[Symbol.asyncIterator]()
    this.#pace = new Pace(this.#stream.timeouts.idleMs)
    return this.#parts
  }

  #hear(watchdog: Watchdog, part: Part): void {
    const { isSign, sizeOf, timeouts, subject } = this.#stream
    if (isSign(part)) watchdog.expect("silence_ms", timeouts.idleMs)
    this.#pace?.expect(sizeOf(part), subject)
  }

  /** A source that ended by itself leaves nothing to abort. */
  #end(byItself: boolean): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#watchdog?.stop(byItself)
  }
}

/**
 * A sign of life now and then is not enough for ever: in so many idle times a reply must grow by a few words. Two tokens a second are
 * a hundred times as much, so that a slow machine has all the time that the run has.
 */
class Pace {
  readonly #withinMs: number
  #since = performance.now()
  #characters = 0

  constructor(idleMs: number) {
    this.#withinMs = PACE_IDLE_TIMES * idleMs
  }

  expect(characters: number, subject: string): void {
    this.#characters += characters
    const now = performance.now()
    if (now - this.#since < this.#withinMs) return
    if (this.#characters < PACE_CHARACTERS) {
      const seconds = Math.round((now - this.#since) / 1000)
      const said = `${subject} sent no more than ${this.#characters} characters in ${seconds} s.`
      throw new ModelError("timeout", `${said} ${longer("silence_ms")}`)
    }
    this.#since = now
    this.#characters = 0
  }
}

const PACE_IDLE_TIMES = 5
const PACE_CHARACTERS = 64

class Watchdog {
  readonly #controller = new AbortController()
  readonly #subject: string
  readonly #caller: AbortSignal
  readonly #onCallerAbort = () => this.#controller.abort(this.#caller.reason)
  #timer: { readonly what: Awaited; readonly withinMs: number; readonly running: NodeJS.Timeout } | undefined
  #giveUp: (reason: unknown) => void = () => {}

  constructor(subject: string, caller: AbortSignal) {
    this.#subject = subject
    this.#caller = caller
    caller.addEventListener("abort", this.#onCallerAbort, { once: true })
    this.signal.addEventListener("abort", () => this.#giveUp(this.signal.reason), { once: true })
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  /** Starts to wait anew; the same wait as before costs no new timer. */
  expect(what: Awaited, withinMs: number): void {
    if (this.#timer?.what === what && this.#timer.withinMs === withinMs) {
      this.#timer.running.refresh()
      return
    }
    clearTimeout(this.#timer?.running)
    const running = setTimeout(() => this.#controller.abort(this.#silence(what, withinMs)), withinMs)
    this.#timer = { what, withinMs, running }
  }

  /** The abort wins over a failure that it caused. Not `Promise.race`: one long promise would keep a trace of each short one. */
  race<T>(work: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      if (this.signal.aborted) reject(this.signal.reason)
      this.#giveUp = reject
      work.then(resolve, (error: unknown) => reject(this.signal.aborted ? this.signal.reason : error))
    })
  }

  stop(hasEnded: boolean): void {
    clearTimeout(this.#timer?.running)
    this.#caller.removeEventListener("abort", this.#onCallerAbort)
    if (!hasEnded) this.#controller.abort(new Error("The stream is no longer read."))
  }

  #silence(what: Awaited, withinMs: number): ModelError {
    const said = `${this.#subject} sent no ${WORDS[what]} within ${withinMs / 1000} s.`
    return new ModelError("timeout", `${said} ${longer(what)}`)
  }
}

/** What is waited for, by the setting that says how long. */
type Awaited = "first_byte_ms" | "silence_ms"

const WORDS: Readonly<Record<Awaited, string>> = { first_byte_ms: "first byte", silence_ms: "next part" }

function longer(setting: Awaited): string {
  return `If it is only slow, set ${setting} higher.`
}
