import type { Context, Hono, MiddlewareHandler } from "hono"
import { StoreLockedError } from "../../journal/store-error.ts"
import type { Person } from "../../protocol/api/team-api.ts"
import { unauthorized } from "../http/failure.ts"
import { isApi } from "../http/security-headers.ts"
import type { ServerEnvironment } from "./access.ts"
import { digestOf } from "./token.ts"

/** Who knows whose a token is. */
export interface Keyring {
  find(token: string): Promise<Person | undefined>
}

/** A person's way into the server: routes that know nothing but what is theirs. */
export type Room = {
  readonly person: Person
  readonly app: Hono<ServerEnvironment>
  close(): Promise<void>
}

type Kept = {
  readonly room: Room
  readonly token: string
  readonly out: AbortController
  checkedAt: number
  usedAt: number
}

/** So long a token that was removed may still be good. */
const TRUST_MS = 2000
/** A room that nobody used for so long is closed. */
const IDLE_MS = 10 * 60_000

/** One app for each person who comes with a token of their own; the rest of the server never sees their requests. */
export class Rooms {
  readonly #keyring: Keyring
  readonly #open: (person: Person) => Room
  readonly #rooms = new Map<string, Kept>()
  readonly #onFault: (error: unknown) => void
  readonly #timer: NodeJS.Timeout
  #isBlind = false

  constructor(keyring: Keyring, open: (person: Person) => Room, onFault: (error: unknown) => void) {
    this.#keyring = keyring
    this.#open = open
    this.#onFault = onFault
    this.#timer = setInterval(() => void this.#lookOnce(), TRUST_MS).unref()
  }

  /** Whether this token is somebody's; from then on `enter` leads into their room. */
  async admit(token: string): Promise<boolean> {
    return (await this.#find(token)) !== undefined
  }

  /** Leads those who have a room into it. Who came as a person gets to no other routes: those are the owner's. */
  get enter(): MiddlewareHandler<ServerEnvironment> {
    return async (context, next) => {
      const token = isApi(context.req.path) ? bearerOf(context) : undefined
      const kept = token === undefined ? undefined : this.#rooms.get(digestOf(token))
      if (!kept && context.get("isPerson")) throw unauthorized()
      if (!kept) return next()
      const reply = await kept.room.app.fetch(context.req.raw, context.env)
      return isStream(reply) ? until(kept.out.signal, reply) : reply
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await Promise.all([...this.#rooms.keys()].map((key) => this.#shut(key)))
  }

  async #find(token: string): Promise<Kept | undefined> {
    const key = digestOf(token)
    const known = this.#rooms.get(key)
    const now = performance.now()
    if (known && now - known.checkedAt < TRUST_MS) {
      known.usedAt = now
      return known
    }
    return this.#check(key, token, now)
  }

  async #check(key: string, token: string, usedAt: number): Promise<Kept | undefined> {
    const person = await this.#keyring.find(token)
    const known = this.#rooms.get(key)
    if (known && person && isSamePerson(known.room.person, person)) {
      known.checkedAt = performance.now()
      known.usedAt = Math.max(known.usedAt, usedAt)
      return known
    }
    if (known) await this.#shut(key)
    if (!person) return undefined
    const kept = { room: this.#open(person), token, out: new AbortController(), checkedAt: performance.now(), usedAt }
    this.#rooms.set(key, kept)
    return kept
  }

  /** A fault is told once until it is over; a store that is away is told of, and counted, by whoever opened it. */
  async #lookOnce(): Promise<void> {
    try {
      await this.#look()
      this.#isBlind = false
    } catch (error) {
      if (!this.#isBlind && !(error instanceof StoreLockedError)) this.#onFault(error)
      this.#isBlind = true
    }
  }

  /** Streams that are open end with the token that they were opened with. */
  async #look(): Promise<void> {
    for (const [key, { token, usedAt }] of [...this.#rooms]) {
      if (performance.now() - usedAt > IDLE_MS) await this.#shut(key)
      else await this.#check(key, token, usedAt)
    }
  }

  async #shut(key: string): Promise<void> {
    const kept = this.#rooms.get(key)
    this.#rooms.delete(key)
    kept?.out.abort()
    await kept?.room.close()
  }
}

export function bearerOf({ req }: Pick<Context, "req">): string | undefined {
  return /^Bearer +(\S+) *$/i.exec(req.header("authorization") ?? "")?.[1]
}

function isSamePerson(one: Person, other: Person): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

function isStream({ headers, body }: Response): boolean {
  return body !== null && (headers.get("content-type") ?? "").startsWith("text/event-stream")
}

/** The same reply, until the person is sent out. */
function until(out: AbortSignal, reply: Response): Response {
  const reader = (reply.body as ReadableStream<Uint8Array>).getReader()
  const leave = () => void reader.cancel().catch(() => {})
  out.addEventListener("abort", leave, { once: true })
  if (out.aborted) leave()
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(stream) {
        const { value, done } = await reader.read()
        if (!done) return stream.enqueue(value)
        out.removeEventListener("abort", leave)
        stream.close()
      },
      async cancel() {
        out.removeEventListener("abort", leave)
        await reader.cancel()
      },
    },
    { highWaterMark: 0 },
  )
  return new Response(body, { status: reply.status, headers: reply.headers })
}
