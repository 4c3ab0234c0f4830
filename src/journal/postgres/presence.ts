import { randomInt } from "node:crypto"
import type { Client } from "pg"
import type { Connections } from "./connections.ts"
import { LOCK_CLASS } from "./schema.ts"

/** Where hints are told. */
export const NEWS_CHANNEL = "keelson_news"

/** Who hears what other processes tell. `onGap`: something may have been missed. */
export type NewsListener = { readonly onNews: (payload: string) => void; readonly onGap: () => void }

const RECONNECT_MS = 300
/** A connection that was cut off silently is noticed by a question that nobody answers. */
const BEAT_MS = 5000
/** The mark of those that carry runs out. */
export const WORKER_MARK = 3
/** Numbers below are locks of other kinds. */
const FIRST_PRESENCE = 1000

/**
 * One connection of this process for as long as it lives. Its advisory lock shows others that the process is there, whatever its clock or
 * its host's name; and it hears the news.
 */
export class Presence {
  /** What claims of this process are marked with. */
  readonly id = randomInt(FIRST_PRESENCE, 2 ** 31 - 1)
  readonly #connections: Connections
  readonly #listener: NewsListener
  #client: Client | undefined
  #opening: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined
  #isClosed = false
  #isReady = false
  /** What this process is, beside being there. */
  #mark: number | undefined

  constructor(connections: Connections, listener: NewsListener) {
    this.#connections = connections
    this.#listener = listener
  }

  /** Whether the news arrive. */
  get isReady(): boolean {
    return this.#isReady
  }

  /** Settles when the lock is held and the news arrive; the first who needs it opens it. */
  ready(): Promise<void> {
    this.#opening ??= this.#open().catch((error: unknown) => {
      this.#opening = undefined
      throw error
    })
    return this.#opening
  }

  /** Shows others what this process is. */
  markAs(mark: number): void {
    this.#mark = mark
    // A connection that breaks meanwhile is made anew, with the mark.
    if (this.#client) void this.#showMark(this.#client).catch(() => {})
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    await this.#opening?.catch(() => {})
    await this.#client?.end().catch(() => {})
  }

  async #open(): Promise<void> {
    const client = this.#connections.client()
    // Heard from here on: a connection that breaks must not end the process.
    client.on("error", () => this.#lost(client))
    client.on("end", () => this.#lost(client))
    client.on("notification", ({ payload }) => this.#listener.onNews(payload ?? ""))
    try {
      await client.connect()
      await client.query(`LISTEN ${NEWS_CHANNEL}`)
      // A connection of ours that broke may still hold it for a moment.
      await client.query("SELECT pg_advisory_lock($1, $2)", [LOCK_CLASS, this.id])
      await this.#showMark(client)
    } catch (error) {
      await client.end().catch(() => {})
      throw this.#connections.toStoreError(error)
    }
    this.#client = client
    this.#isReady = true
    this.#listener.onGap()
    this.#beat(client)
  }

  async #showMark(client: Client): Promise<void> {
    if (this.#mark !== undefined) await client.query("SELECT pg_advisory_lock_shared($1, $2)", [LOCK_CLASS, this.#mark])
  }

  #beat(client: Client): void {
    this.#timer = setTimeout(() => {
      const late = setTimeout(() => this.#lost(client), BEAT_MS)
      client
        .query("SELECT 1")
        .then(() => this.#client === client && this.#beat(client))
        .catch(() => this.#lost(client))
        .finally(() => clearTimeout(late))
    }, BEAT_MS).unref()
  }

  #lost(client: Client): void {
    if (this.#client !== client) return
    this.#client = undefined
    this.#isReady = false
    clearTimeout(this.#timer)
    // Not waited for: a connection that is cut off says no goodbye.
    void client.end().catch(() => {})
    this.#openAgain()
  }

  #openAgain(): void {
    if (this.#isClosed) return
    this.#timer = setTimeout(() => {
      this.#opening = this.#open()
      this.#opening.catch(() => this.#openAgain())
    }, RECONNECT_MS)
    this.#timer.unref()
  }
}
