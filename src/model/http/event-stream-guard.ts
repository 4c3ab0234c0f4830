import { ModelError } from "../seam/model-error.ts"
import { type ReplyBounds, tooLong } from "../seam/reply-bounds.ts"
import type { BodyGuard } from "./bounded-body.ts"
import { mendUsage } from "./mend-usage.ts"

const LINE_FEED = 10
const CARRIAGE_RETURN = 13
/** Shorter pieces can't nest so deep that anything breaks; most are, so that most are not looked at. */
const WORTH_A_LOOK = 4096
/** A reply's own structure, the schemas that it may repeat, and arguments. */
const MOST_LEVELS = 200

/**
 * Passes an event stream on by whole lines, within its bounds. A line without an end, a stream without one and structures that would
 * break whoever walks through them end here; figures of usage that are none are put right.
 */
export class EventStreamGuard implements BodyGuard {
  readonly #bounds: ReplyBounds
  readonly #origin: string
  #held: Uint8Array[] = []
  #heldBytes = 0
  #bytes = 0

  constructor(bounds: ReplyBounds, origin: string) {
    this.#bounds = bounds
    this.#origin = origin
  }

  take(piece: Uint8Array): Uint8Array | undefined {
    this.#bytes += piece.length
    if (this.#bytes > this.#bounds.bytes) throw this.#tooMuch("a reply", this.#bounds.bytes)
    const end = 1 + Math.max(piece.lastIndexOf(LINE_FEED), piece.lastIndexOf(CARRIAGE_RETURN))
    const lines = end > 0 ? this.#release(piece.subarray(0, end)) : undefined
    this.#hold(piece.subarray(end))
    return lines
  }

  end(): Uint8Array | undefined {
    return this.#heldBytes > 0 ? this.#release(new Uint8Array()) : undefined
  }

  #hold(rest: Uint8Array): void {
    if (rest.length === 0) return
    this.#held.push(rest)
    this.#heldBytes += rest.length
    if (this.#heldBytes > this.#bounds.lineBytes) throw this.#tooMuch("a line", this.#bounds.lineBytes)
  }

  #release(end: Uint8Array): Uint8Array {
    const lines = this.#heldBytes === 0 ? end : Buffer.concat([...this.#held, end])
    this.#held = []
    this.#heldBytes = 0
    if (lines.length >= WORTH_A_LOOK && levelsIn(lines) > MOST_LEVELS) throw this.#tooDeep()
    return mendUsage(lines)
  }

  #tooMuch(what: string, bytes: number): ModelError {
    return tooLong(`${this.#origin} sent ${what} of more than ${Math.round(bytes / 2 ** 20)} MB`)
  }

  #tooDeep(): ModelError {
    return new ModelError("unusable", `${this.#origin} sent JSON that is nested more than ${MOST_LEVELS} levels deep.`)
  }
}

/** How deep the brackets of JSON lines nest; those inside of strings don't count. */
function levelsIn(lines: Uint8Array): number {
  let [level, most] = [0, 0]
  for (let at = 0; at < lines.length; at++) {
    const byte = lines[at] ?? 0
    if (byte === QUOTE) at = endOfText(lines, at + 1)
    else level = byte === LINE_FEED ? 0 : level + (STEPS[byte] ?? 0)
    most = Math.max(most, level)
  }
  return most
}

/** The place of the quote that closes a string, or of the line's end: no string goes on behind it. */
function endOfText(lines: Uint8Array, start: number): number {
  let at = start
  while (at < lines.length && lines[at] !== QUOTE && lines[at] !== LINE_FEED) at += lines[at] === BACKSLASH ? 2 : 1
  return at
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const STEPS = Int8Array.from({ length: 256 }, (_, byte) => {
  const character = String.fromCharCode(byte)
  return "{[".includes(character) ? 1 : "}]".includes(character) ? -1 : 0
})
