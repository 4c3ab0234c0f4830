import type { Key } from "node:readline"
import { setImmediate } from "node:timers"
import type { KeyInput } from "../prompt/listen.ts"

/**
 * Keys as they were meant. What is typed before anybody listens is read once somebody does, and until then the terminal made a
 * line feed of Enter, which means a new line here. To be asked for before the input becomes raw.
 */
export function asMeant(input: KeyInput): (key: Key) => Key {
  let isAhead = input.isRaw === false
  // What waits is read in the first round of the loop that looks at the input; the first one may be half over.
  const isNow = () => {
    isAhead = false
  }
  setImmediate(() => setImmediate(isNow))
  return (key) => (isAhead && key.name === "enter" ? { ...key, name: "return" } : key)
}

/** Called where a key ends the listening: what came in one piece with it is left to whoever listens next. */
export function leaveRest(input: KeyInput): void {
  let rest = ""
  const keep = (_typed: string | undefined, { sequence = "" }: Key = {}) => {
    rest += sequence
  }
  input.on("keypress", keep)
  process.nextTick(() => {
    input.off("keypress", keep)
    if (rest !== "") input.unshift(Buffer.from(rest))
  })
}
