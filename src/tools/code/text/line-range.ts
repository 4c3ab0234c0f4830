import type { FileHandle } from "node:fs/promises"
import { decoderOf, type Encoding } from "./encoding.ts"

const CHUNK = 1 << 20

/** Numbered from 1, both ends included; of a line no more than `longest` characters are kept. */
export type LineRange = { readonly first: number; readonly last: number; readonly longest: number }

/** `passed`: how many lines were read in all. `isEnd`: the file has no more than these. */
export type FoundLines = { readonly lines: readonly string[]; readonly passed: number; readonly isEnd: boolean }

/** Reads a range of lines from a file of any size, piece by piece. */
export async function readLineRange(
  handle: FileHandle,
  encoding: Encoding,
  range: LineRange,
  signal: AbortSignal,
): Promise<FoundLines> {
  const reader = new LineReader(range)
  const decoder = decoderOf(encoding, false)
  const buffer = Buffer.alloc(CHUNK)
  for (let position = 0; ; ) {
    signal.throwIfAborted()
    const { bytesRead } = await handle.read(buffer, 0, CHUNK, position)
    if (bytesRead === 0) return reader.end(decoder.decode())
    position += bytesRead
    if (reader.add(decoder.decode(buffer.subarray(0, bytesRead), { stream: true }))) return reader.found(false)
  }
}

class LineReader {
  readonly #range: LineRange
  readonly #lines: string[] = []
  #passed = 0
  #rest = ""

  constructor(range: LineRange) {
    this.#range = range
  }

  /** True once a line after the range is begun: then nothing more is needed. */
  add(text: string): boolean {
    const parts = text.split("\n")
    const rest = parts.pop() ?? ""
    for (const part of parts) {
      this.#take(this.#rest + part)
      this.#rest = ""
    }
    this.#rest = (this.#rest + rest).slice(0, this.#range.longest + 1)
    return this.#passed > this.#range.last || (this.#passed === this.#range.last && this.#rest !== "")
  }

  end(text: string): FoundLines {
    this.add(text)
    if (this.#rest !== "") this.#take(this.#rest)
    return this.found(this.#passed <= this.#range.last)
  }

  found(isEnd: boolean): FoundLines {
    return { lines: this.#lines, passed: this.#passed, isEnd }
  }

  #take(line: string): void {
    this.#passed++
    if (this.#passed < this.#range.first || this.#passed > this.#range.last) return
    this.#lines.push(line.slice(0, this.#range.longest + 1).replace(/\r$/, ""))
  }
}
