import { type ReplyBounds, replyBounds, tooLong } from "../seam/reply-bounds.ts"
import { type BodyGuard, cutBody } from "./bounded-body.ts"
import { EventStreamGuard } from "./event-stream-guard.ts"
import { leanFetchWith } from "./lean-fetch.ts"
import { isFine, leanResponse } from "./lean-response.ts"

/** More than any endpoint has to say of a fault. */
const MOST_ERROR_BYTES = 65_536

/** `leanFetch` for a model with this window: what a server sends is read only as far as a reply of that model can go. */
export function modelFetch(contextWindow: number): typeof fetch {
  const bounds = replyBounds(contextWindow)
  const fetchReply = leanFetchWith((url, status, headers) =>
    isFine(status) ? guardFor(bounds, url.origin, headers) : undefined,
  )
  return async (input, init) => {
    const response = await fetchReply(input, init)
    const { status, statusText, headers, body, ok } = response
    return ok || !body ? response : leanResponse(cutBody(body, MOST_ERROR_BYTES), { status, statusText, headers })
  }
}

function guardFor(bounds: ReplyBounds, origin: string, headers: Headers): BodyGuard {
  const isBinary = (headers.get("content-type") ?? "").includes("amazon.eventstream")
  return isBinary ? new TotalGuard(bounds.bytes, origin) : new EventStreamGuard(bounds, origin)
}

/** For streams of frames instead of lines. */
class TotalGuard implements BodyGuard {
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
