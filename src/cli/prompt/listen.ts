import type { Readable, Writable } from "node:stream"
import { StringDecoder } from "node:string_decoder"
import { KeyParser, type Typed } from "./key-parser.ts"

/** What a prompt needs of standard input. */
export type KeyInput = Readable & {
  readonly isRaw?: boolean
  setRawMode?(isRaw: boolean): unknown
}

/** Reads single keys until the returned function is called; then the terminal is as it was. */
export function listen(input: KeyInput, output: Writable, hear: Listener): () => void {
  const parser = new KeyParser()
  const decoder = new StringDecoder("utf8")
  const onData = (chunk: Buffer | string) =>
    hear.typed(parser.push(typeof chunk === "string" ? chunk : decoder.write(chunk)), () => parser.forget())
  const wasRaw = input.isRaw ?? false
  input.setRawMode?.(true)
  // Terminals that know it mark what is pasted, so that it can't be taken for keys.
  output.write("\x1b[?2004h")
  input.on("data", onData)
  input.on("end", hear.ended)
  input.resume()
  return () => {
    input.off("data", onData)
    input.off("end", hear.ended)
    output.write("\x1b[?2004l")
    input.setRawMode?.(wasRaw)
    input.pause()
  }
}

/** `forget`: nothing came after Esc. */
type Listener = { readonly typed: (typed: Typed, forget: () => void) => void; readonly ended: () => void }
