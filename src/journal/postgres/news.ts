import type { Connections } from "./connections.ts"
import { NEWS_CHANNEL, Presence } from "./presence.ts"

/** What a run's log is known to have, and when that was last looked up. */
type Watched = { heard: number; lookedAt: number }

/** So long nothing but silence is taken for "nothing new": hints may be lost. */
const TRUST_MS = 1000
/** Who has not asked for so long follows the run no more. */
const FORGET_MS = 60_000
/** Hints on what runs append are gathered for so long. */
const GATHER_MS = 100
/** Of a notification's 8,000 bytes. */
const MOST_BYTES = 7000

/** Hints between processes on which logs have grown. The table is the truth: what is missed here is found a second later. */
export class News {
  readonly presence: Presence
  readonly #connections: Connections
  readonly #watched = new Map<string, Watched>()
  readonly #grown = new Map<string, number>()
  readonly #listeners = new Set<(runId: string) => void>()
  #timer: NodeJS.Timeout | undefined

  constructor(connections: Connections) {
    this.#connections = connections
    this.presence = new Presence(connections, {
      onNews: (payload) => this.#hear(payload),
      onGap: () => this.#watched.clear(),
    })
  }

  /** Whether there is surely, or for the next moment, nothing after this number; asking says that somebody follows the run. */
  isQuiet(runId: string, afterSeq: number): boolean {
    void this.presence.ready().catch(() => {})
    const now = performance.now()
    const watched = this.#watched.get(runId)
    const isTrusted = this.presence.isReady && watched !== undefined && now - watched.lookedAt < TRUST_MS
    if (isTrusted && watched.heard <= afterSeq) return true
    this.#watched.set(runId, { heard: Math.min(watched?.heard ?? 0, afterSeq), lookedAt: now })
    this.#forgetOld(now)
    return false
  }

  /** Hears of each run whose log was written to from elsewhere. */
  onGrown(listener: (runId: string) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** A run's log has grown here; others are told soon. */
  tell(runId: string, seq: number): void {
    this.#grown.set(runId, seq)
    this.#timer ??= setTimeout(() => this.#flush(), GATHER_MS).unref()
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer)
    await this.presence.close()
  }

  /** A hint that can't be told is none. */
  #flush(): void {
    this.#timer = undefined
    const lines = [...this.#grown].map(([runId, seq]) => hint(runId, seq))
    this.#grown.clear()
    const chunks: string[] = [""]
    for (const line of lines) {
      const last = chunks.at(-1) ?? ""
      if (last.length + line.length < MOST_BYTES) chunks[chunks.length - 1] = `${last}${line}\n`
      else chunks.push(`${line}\n`)
    }
    for (const chunk of chunks) {
      if (chunk !== "") this.#connections.query("SELECT pg_notify($1, $2)", [NEWS_CHANNEL, chunk]).catch(() => {})
    }
  }

  #hear(payload: string): void {
    for (const line of payload.split("\n")) {
      const [seq = "", ...words] = line.split(" ")
      const runId = words.join(" ")
      if (runId === "") continue
      const watched = this.#watched.get(runId)
      if (watched) watched.heard = Math.max(watched.heard, Number(seq))
      for (const listener of this.#listeners) listener(runId)
    }
  }

  #forgetOld(now: number): void {
    for (const [runId, { lookedAt }] of this.#watched) {
      if (now - lookedAt < FORGET_MS) return
      this.#watched.delete(runId)
    }
  }
}

/** How news are written. */
export function hint(runId: string, seq: number): string {
  return `${seq} ${runId}`
}
