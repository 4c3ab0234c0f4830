import { ModelError } from "./model-error.ts"

const MB = 2 ** 20

/** How large one reply may be, whatever the server sends. */
export type ReplyBounds = {
  /** Bytes on the wire, protocol and all. */
  readonly bytes: number
  /** Bytes of one line of an event stream. */
  readonly lineBytes: number
  /** Characters of what the model said, thought and called. */
  readonly characters: number
}

/**
 * What a window allows, with room to spare. A token on the wire takes up to a kilobyte, and no reply is asked for that is longer than
 * 32,000 of them; some events repeat prompt and reply as a whole in one line; a window full of words is about four characters a token,
 * and a reply is a part of it.
 */
export function replyBounds(contextWindow: number, maxOutputTokens?: number): ReplyBounds {
  const fullWindow = CHARACTERS_PER_TOKEN * contextWindow
  const asked = MOST_CHARACTERS_PER_TOKEN * (maxOutputTokens ?? Number.POSITIVE_INFINITY)
  return {
    bytes: between(8 * MB, BYTES_PER_TOKEN * contextWindow, 48 * MB),
    lineBytes: between(MB, 16 * contextWindow, 16 * MB),
    characters: between(LEAST_CHARACTERS, Math.min(fullWindow, asked), MOST_CHARACTERS),
  }
}

const BYTES_PER_TOKEN = 1024
const CHARACTERS_PER_TOKEN = 4
/** Blanks and brackets come in long tokens; words do not. */
const MOST_CHARACTERS_PER_TOKEN = 16
const LEAST_CHARACTERS = 65_536
const MOST_CHARACTERS = 4_000_000

function between(least: number, wanted: number, most: number): number {
  return Math.min(most, Math.max(least, wanted))
}

/** A reply that was cut, since it grew beyond any use. */
export function tooLong(
  what: string,
  advice = "The server seems to ignore the limit on output that it was sent.",
): ModelError {
  return new ModelError("unusable", `${what}; it was cut, and nothing of it is used. ${advice}`)
}
