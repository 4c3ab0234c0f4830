import { cutBody, guardedBody } from "./bounded-body.ts"
import { EventStreamGuard } from "./event-stream-guard.ts"
import { leanFetch } from "./lean-fetch.ts"
import { replyBounds, tooLong } from "./reply-bounds.ts"

/** More than any endpoint has to say of a fault. */
const MOST_ERROR_BYTES = 65_536

/** `leanFetch` for a model with this window: what a server sends is read only as far as a reply of that model can go. */
export function modelFetch(contextWindow: number): typeof fetch {
  const bounds = replyBounds(contextWindow)
  return async (input, init) => {
    const response = await leanFetch(input, init)
    const { status, statusText, headers, body, ok } = response
    if (!body) return response
    const { origin } = new URL(input instanceof Request ? input.url : input)
    const isBinary = /amazon\.eventstream/.test(headers.get("content-type") ?? "")
    const guard = isBinary ? new TotalGuard(bounds.bytes, origin) : new EventStreamGuard(bounds, origin)
    return new Response(ok ? guardedBody(body, guard) : cutBody(body, MOST_ERROR_BYTES), {
      status,
      statusText,
      headers,
    })
  }
}

/** For streams of frames instead of lines. */
class TotalGuard {
  readonly #origin: string
  #left: number

  constructor(mostBytes: number, origin: string) {
    this.#left = mostBytes
    this.#origin = origin
  }

  take(piece: Uint8Array): Uint8Array {
    this.#left -= piece.length
    if (this.#left < 0) throw tooLong(`${this.#origin} sent a reply without an end`)
    return piece
  }

  end(): undefined {
    return undefined
  }
}
