import type { StreamState } from "../../protocol/api/api.ts"
import { GREETING, HEARTBEAT, stateFrame } from "../http/frames.ts"

/** The facts of a run that all viewers share, in order. */
export type SharedFacts = {
  readonly frames: readonly Uint8Array[]
  readonly state: StreamState
  readonly isOver: boolean
}

/** What one reader may cost. */
export type ViewerLimits = {
  /** Bytes of progress that wait for a reader; more is dropped. */
  readonly liveBytes: number
  /** Facts that a reader who had them all may fall behind by; then its stream is closed. */
  readonly factsBehind: number
  /** Heartbeats that a reader may leave unread. */
  readonly missedBeats: number
}

type Progress = { readonly position: number; readonly frame: Uint8Array }

const CHUNK_BYTES = 64 * 1024

/**
 * One reader of a run's stream. It owns no queue of facts, only its place in the shared list, so that a slow reader costs nothing but
 * its progress events, and those are dropped first.
 */
export class Viewer {
  readonly #facts: SharedFacts
  readonly #limits: ViewerLimits
  readonly #leave: (viewer: Viewer) => void
  readonly #cut: () => void
  #position: number
  #progress: Progress[] = []
  #progressBytes = 0
  #pending: Uint8Array[] = [GREETING]
  #toldState = ""
  #wake: (() => void) | undefined
  #hasCaughtUp = false
  #missedBeats = 0
  #isClosed = false

  constructor(
    facts: SharedFacts,
    options: {
      readonly position: number
      readonly limits: ViewerLimits
      readonly leave: (viewer: Viewer) => void
      /** Drops the connection: a reader that does not read would not notice a polite end. */
      readonly cut: () => void
    },
  ) {
    this.#facts = facts
    this.#position = options.position
    this.#limits = options.limits
    this.#leave = options.leave
    this.#cut = options.cut
  }

  /** Reads only when the connection takes more. */
  stream(): ReadableStream<Uint8Array> {
    const source = { pull: (out: Output) => this.#pull(out), cancel: () => this.close() }
    return new ReadableStream<Uint8Array>(source, { highWaterMark: 0 })
  }

  /** There are more facts, or another state. */
  notice(): void {
    const behind = this.#facts.frames.length - this.#position
    if (this.#isBlocked() && this.#hasCaughtUp && behind > this.#limits.factsBehind) this.#drop()
    else this.#wake?.()
  }

  showProgress(frame: Uint8Array): void {
    if (this.#progressBytes + frame.length > this.#limits.liveBytes) return
    this.#progress.push({ position: this.#facts.frames.length, frame })
    this.#progressBytes += frame.length
    this.#wake?.()
  }

  beat(): void {
    if (this.#isBlocked()) this.#missedBeats += 1
    else this.#pending.push(HEARTBEAT)
    if (this.#missedBeats >= this.#limits.missedBeats) this.#drop()
    else this.#wake?.()
  }

  /** Ends the stream; the reader may come back. */
  close(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#leave(this)
    this.#wake?.()
  }

  #drop(): void {
    this.close()
    this.#cut()
  }

  /** Whether the connection still holds what it was given last. */
  #isBlocked(): boolean {
    return this.#wake === undefined
  }

  async #pull(out: Output): Promise<void> {
    this.#missedBeats = 0
    for (;;) {
      if (this.#isClosed) return end(out)
      const chunk = this.#take()
      if (chunk.length > 0) return out.enqueue(chunk)
      this.#hasCaughtUp = true
      if (this.#facts.isOver) return this.#sayEnd(out)
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
      this.#wake = undefined
    }
  }

  #sayEnd(out: Output): void {
    out.enqueue(stateFrame("end", this.#facts.state))
    this.close()
    end(out)
  }

  /** In the order in which things happened, as much as is good for one write. */
  #take(): Uint8Array {
    const parts = this.#pending.splice(0)
    let bytes = 0
    while (bytes < CHUNK_BYTES) {
      const next = this.#nextProgress() ?? this.#facts.frames[this.#position++]
      if (next === undefined) break
      parts.push(next)
      bytes += next.length
    }
    this.#position = Math.min(this.#position, this.#facts.frames.length)
    return Buffer.concat([...parts, ...this.#newState()])
  }

  #nextProgress(): Uint8Array | undefined {
    const [first] = this.#progress
    if (!first || first.position > this.#position) return undefined
    this.#progress.shift()
    this.#progressBytes -= first.frame.length
    return first.frame
  }

  /** Only once all facts that led to it were told. */
  #newState(): Uint8Array[] {
    const told = JSON.stringify(this.#facts.state)
    const isBehind = this.#position < this.#facts.frames.length
    if (isBehind || this.#facts.isOver || told === this.#toldState) return []
    this.#toldState = told
    return [stateFrame("state", this.#facts.state)]
  }
}

type Output = ReadableStreamDefaultController<Uint8Array>

/** Closing what the reader closed already is a fault; here it is the same thing. */
function end(out: Output): void {
  try {
    out.close()
  } catch {
    // The reader was faster.
  }
}
