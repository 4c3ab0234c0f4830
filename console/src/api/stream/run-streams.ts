import type { RefusedRun, StreamState } from "@keelson/protocol/api/api.ts"
import type { LiveEvent, LoggedEvent } from "@keelson/protocol/log/event.ts"
import { failureOf } from "../failure.ts"
import { readEvents, type StreamEvent } from "./event-stream.ts"
import type { Refusal, StreamMessage, Wish } from "./message.ts"

type Follower = {
  readonly run: string
  readonly tell: (message: StreamMessage) => void
  /** The newest fact that it knows. */
  position: number
}

/** What the connection has told of a run. */
type Told = { seq: number; state: StreamState | null }

const WAITS = [500, 1000, 2000, 4000] as const
/** What would be said to every further try as well: no token, not allowed. */
const FINAL: readonly number[] = [401, 403, 404]

/** All runs that are followed, over one connection; whoever follows hears the rest of its run, whatever happens to the connection. */
export class RunStreams {
  readonly #followers = new Set<Follower>()
  readonly #told = new Map<string, Told>()
  #url = ""
  #headers: Readonly<Record<string, string>> = {}
  #connection: AbortController | null = null
  #timer: ReturnType<typeof setTimeout> | undefined
  #failures = 0

  /** Returns how to stop. */
  follow({ run, after, url, headers }: Wish, tell: (message: StreamMessage) => void): () => void {
    const follower: Follower = { run, tell, position: after }
    this.#url = url
    this.#headers = headers
    this.#followers.add(follower)
    const told = this.#told.get(run)
    if (told && told.seq <= after) this.#welcome(follower, told)
    else {
      tell({ kind: "line", line: "connecting" })
      this.#connectSoon(0)
    }
    return () => this.#leave(follower)
  }

  /** One that joins a run which is being told already, and has not missed anything. */
  #welcome({ tell }: Follower, { state }: Told): void {
    tell({ kind: "line", line: "open" })
    if (state) tell({ kind: "state", state })
  }

  #leave(follower: Follower): void {
    if (this.#followers.delete(follower) && !this.#isFollowed(follower.run)) this.#connectSoon(0)
  }

  #isFollowed(run: string): boolean {
    return [...this.#followers].some((follower) => follower.run === run)
  }

  /** Followers come and go together when a page changes: one new connection does for all of them. */
  #connectSoon(ms: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#connect(), ms)
  }

  async #connect(): Promise<void> {
    this.#connection?.abort()
    this.#told.clear()
    if (this.#followers.size === 0) return
    const connection = new AbortController()
    this.#connection = connection
    try {
      const { signal } = connection
      const response = await fetch(this.#address(), { headers: this.#headers, signal })
      if (!response.ok) {
        const { code, message, hint, status } = await failureOf(response)
        if (FINAL.includes(status)) return this.#refuse([...this.#followers], { code, message, hint, status })
      } else if (response.body) await this.#listen(response.body, connection)
    } catch {
      // However it was lost: it is asked for again.
    }
    if (connection.signal.aborted || this.#followers.size === 0) return
    this.#told.clear()
    for (const { tell } of this.#followers) tell({ kind: "line", line: "lost" })
    this.#connectSoon(WAITS[Math.min(this.#failures++, WAITS.length - 1)] ?? 4000)
  }

  /** Every run from where the one is that knows least of it. */
  #address(): string {
    const from = new Map<string, number>()
    for (const { run, position } of this.#followers) from.set(run, Math.min(position, from.get(run) ?? position))
    for (const [run, seq] of from) this.#told.set(run, { seq, state: null })
    const query = new URLSearchParams([...from].map(([run, seq]) => ["run", `${run}@${seq}`]))
    return `${this.#url}?${query}`
  }

  async #listen(body: ReadableStream<Uint8Array>, { signal }: AbortController): Promise<void> {
    this.#failures = 0
    for (const { tell } of this.#followers) tell({ kind: "line", line: "open" })
    let run = ""
    await readEvents(body, (event) => {
      if (signal.aborted) return
      if (event.name === "run") run = JSON.parse(event.data) as string
      else this.#hear(run, event)
    })
  }

  #hear(run: string, { name, data }: StreamEvent): void {
    const followers = [...this.#followers].filter((follower) => follower.run === run)
    if (name === "fact") this.#tellFact(followers, JSON.parse(data) as LoggedEvent)
    else if (name === "live") tellAll(followers, { kind: "live", event: JSON.parse(data) as LiveEvent })
    else if (name === "state" || name === "end")
      this.#tellState(followers, JSON.parse(data) as StreamState, name === "end")
    else if (name === "refused") this.#refuse(followers, refusalOf(JSON.parse(data) as RefusedRun))
  }

  #tellFact(followers: readonly Follower[], logged: LoggedEvent): void {
    for (const follower of followers) {
      const told = this.#told.get(follower.run)
      if (told) told.seq = Math.max(told.seq, logged.seq)
      if (logged.seq <= follower.position) continue
      follower.position = logged.seq
      follower.tell({ kind: "fact", logged })
    }
  }

  #tellState(followers: readonly Follower[], state: StreamState, isOver: boolean): void {
    tellAll(followers, { kind: "state", state })
    for (const follower of followers) {
      const told = this.#told.get(follower.run)
      if (told) told.state = state
      if (!isOver) continue
      this.#told.delete(follower.run)
      this.#followers.delete(follower)
      follower.tell({ kind: "line", line: "over" })
    }
  }

  #refuse(followers: readonly Follower[], refusal: Refusal): void {
    for (const follower of followers) {
      this.#followers.delete(follower)
      follower.tell({ kind: "refused", refusal })
    }
  }
}

function tellAll(followers: readonly Follower[], message: StreamMessage): void {
  for (const { tell } of followers) tell(message)
}

function refusalOf({ status, error: { code, message, hint = "" } }: RefusedRun): Refusal {
  return { status, code, message, hint }
}
