import type { Run } from "../../agent.ts"
import { loggedEvent } from "../../journal/journal.ts"
import type { StreamState } from "../../protocol/api/api.ts"
import type { LiveEvent, LoggedEvent } from "../../protocol/log/event.ts"
import { isEnd, outcomeIn } from "../../protocol/log/outcome.ts"
import { factFrame, liveFrame, type Redact } from "../http/frames.ts"
import type { RunHost } from "../runs/run-host.ts"
import { isLive } from "./is-live.ts"
import type { LiveTail } from "./live-tail.ts"
import { type SharedFacts, Viewer, type ViewerLimits } from "./viewer.ts"

/** What a feed is made of. */
export type FeedParts = {
  readonly host: Pick<RunHost, "store" | "handOver" | "standings">
  readonly redact: Redact
  /** How often the store is looked at for a run that another process carries out. */
  readonly pollMs: number
  readonly viewerLimits: ViewerLimits
  readonly onFault: (error: unknown) => void
}

/**
 * One run as its viewers follow it, from after a number on. Facts are rendered once, whoever reads them. Those of a run that this
 * process carries out come from the run itself, those of others from the store.
 */
export class RunFeed implements SharedFacts {
  readonly frames: Uint8Array[] = []
  /** What stands before is not told. */
  readonly from: number
  readonly #runId: string
  readonly #parts: FeedParts
  readonly #seqs: number[] = []
  readonly #viewers = new Set<Viewer>()
  readonly #onEmpty: () => void
  readonly #timer: NodeJS.Timeout
  /** Settles when all facts so far are here. */
  readonly ready: Promise<void>
  state: StreamState = { state: "INTAKE", outcome: "running", live: false }
  #run: Run | undefined
  #tail: LiveTail | undefined
  #stopListening = () => {}
  #isReading = false
  #isReady = false
  readonly #early: LoggedEvent[] = []

  constructor(runId: string, from: number, parts: FeedParts, onEmpty: () => void) {
    this.#runId = runId
    this.from = from
    this.#parts = parts
    this.#onEmpty = onEmpty
    this.ready = this.#begin()
    this.#timer = setInterval(() => this.#poll(), parts.pollMs)
  }

  get isOver(): boolean {
    return isEnd(this.state.state)
  }

  /** How many read it. */
  get size(): number {
    return this.#viewers.size
  }

  /** A new reader, from after this number on. `cut` drops its connection. */
  view(afterSeq: number, cut: () => void): Viewer {
    const leave = (left: Viewer) => this.#leave(left)
    const { viewerLimits: limits } = this.#parts
    const viewer = new Viewer(this, { position: this.#positionAfter(afterSeq), limits, leave, cut })
    this.#viewers.add(viewer)
    for (const event of this.#tail?.events ?? []) viewer.showProgress(liveFrame(event, this.#parts.redact))
    return viewer
  }

  /** This process carries the run out from now on: facts come at once, and progress with them. */
  attach(run: Run, tail: LiveTail): void {
    this.#stopListening()
    this.#run = run
    this.#tail = tail
    const stops = [run.onEvent((logged) => this.#hearLive(logged)), run.onLive((event) => this.#show(event))]
    this.#stopListening = () => {
      for (const stop of stops) stop()
    }
    this.#setState({ live: true, here: true })
  }

  /** The run was given back; what came after it stands in the store. */
  detach(run: Run): void {
    if (this.#run !== run) return
    this.#stopListening()
    this.#run = undefined
    this.#tail = undefined
    const { here: _here, ...state } = this.state
    this.state = state
    this.#notify()
    this.#poll()
  }

  beat(): void {
    for (const viewer of this.#viewers) viewer.beat()
  }

  close(): void {
    clearInterval(this.#timer)
    this.#stopListening()
    for (const viewer of [...this.#viewers]) viewer.close()
  }

  #leave(viewer: Viewer): void {
    this.#viewers.delete(viewer)
    if (this.#viewers.size === 0) this.#onEmpty()
  }

  #positionAfter(seq: number): number {
    const index = this.#seqs.findIndex((other) => other > seq)
    return index === -1 ? this.#seqs.length : index
  }

  /** What is not read is known from the run's header. */
  async #begin(): Promise<void> {
    const header = this.from === 0 ? undefined : await this.#parts.host.store.findRun(this.#runId)
    if (header) this.state = { ...this.state, state: header.state, outcome: outcomeIn(header.state) }
    await this.#read()
    const early = this.#early.splice(0)
    this.#isReady = true
    this.#hear(early)
  }

  /** What comes while the log is being read may stand behind what is not here yet. */
  #hearLive(logged: LoggedEvent): void {
    if (this.#isReady) this.#hear([logged])
    else this.#early.push(logged)
  }

  #poll(): void {
    if (this.#run !== undefined || this.#parts.host.store.isQuiet?.(this.#runId, this.#lastSeq())) return
    this.#read().catch(this.#parts.onFault)
  }

  async #read(): Promise<void> {
    if (this.#isReading) return
    this.#isReading = true
    try {
      const { host } = this.#parts
      const entries = await host.store.load(this.#runId, this.#lastSeq())
      this.#hear(entries.flatMap((entry) => loggedEvent(entry) ?? []))
      const live = this.#run !== undefined || (await isLive(host, { id: this.#runId, state: this.state.state }))
      // A run whose log grows has a worker.
      const mayWait = live && (entries.length === 0 || this.state.queue !== undefined || !this.#isReady)
      const queue = mayWait ? (await host.standings?.([this.#runId]))?.get(this.#runId) : undefined
      // Taken now: it may have become another one in the meantime.
      const { queue: _before, ...state } = this.state
      this.state = { ...state, ...(queue ? { queue } : {}) }
      // A recorded end of before says that nobody carries the run out.
      this.#setState({ live, ...(this.#run === undefined ? {} : { here: true }) })
    } finally {
      this.#isReading = false
    }
  }

  /** Every source tells its facts in order and without gaps, so that what is not newer was heard before. */
  #hear(facts: readonly LoggedEvent[]): void {
    for (const logged of facts) {
      if (logged.seq <= this.#lastSeq()) continue
      this.#seqs.push(logged.seq)
      this.frames.push(factFrame(logged, this.#parts.redact))
      this.state = stateAfter(this.state, logged)
    }
    this.#notify()
  }

  #show(event: LiveEvent): void {
    const frame = liveFrame(event, this.#parts.redact)
    for (const viewer of this.#viewers) viewer.showProgress(frame)
  }

  #setState(change: Partial<StreamState>): void {
    this.state = { ...this.state, ...change }
    this.#notify()
  }

  #notify(): void {
    for (const viewer of this.#viewers) viewer.notice()
  }

  #lastSeq(): number {
    return this.#seqs.at(-1) ?? this.from
  }
}

function stateAfter(before: StreamState, { event }: LoggedEvent): StreamState {
  if (event.type === "run.ended") return { ...before, outcome: event.outcome.status }
  if (event.type !== "state.changed") return before
  if (isEnd(event.state)) return { state: event.state, outcome: before.outcome, live: false }
  return { ...before, state: event.state, outcome: event.state === "WAITING" ? "waiting" : "running" }
}
