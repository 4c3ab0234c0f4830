import { createReadStream, createWriteStream } from "node:fs"
import { open } from "node:fs/promises"
import { pipeline } from "node:stream/promises"
import { TextDecoder } from "node:util"
import { ToolFailure } from "../../tool.ts"
import type { Scratch } from "../scratch.ts"

const HEAD_BYTES = 65_536

/** A text file as UTF-8: itself, or a copy where it is stored in another encoding. */
export async function asUtf8(path: string, file: string, named: string | undefined, scratch: Scratch): Promise<string> {
  const encoding = named ?? (await guessEncoding(path, file))
  const decoder = decoderFor(encoding)
  if (decoder.encoding === "utf-8") return file
  const copy = await scratch.newPath(".txt")
  await pipeline(createReadStream(file), (chunks) => decode(chunks, decoder, path), createWriteStream(copy))
  return copy
}

/** What to say of bytes that are no UTF-8. */
export function notUtf8(path: string): ToolFailure {
  return new ToolFailure(
    `"${path}" is not UTF-8. Say its encoding, as in encoding: "gb18030" (Chinese), "shift_jis" (Japanese), "windows-1252" (Western).`,
  )
}

/** Only a byte order mark tells for sure; anything else that is no UTF-8 has to be named. */
async function guessEncoding(path: string, file: string): Promise<string> {
  const head = await readHead(file)
  if (head[0] === 0xff && head[1] === 0xfe) return "utf-16le"
  if (head[0] === 0xfe && head[1] === 0xff) return "utf-16be"
  if (head.includes(0)) throw new ToolFailure(`"${path}" is a binary file, not text; check its format.`)
  try {
    // As a stream: the cut at the end of the head may fall into a character.
    new TextDecoder("utf-8", { fatal: true }).decode(head, { stream: true })
  } catch {
    throw notUtf8(path)
  }
  return "utf-8"
}

async function readHead(file: string): Promise<Buffer> {
  await using handle = await open(file, "r")
  const head = Buffer.alloc(HEAD_BYTES)
  const { bytesRead } = await handle.read(head, 0, head.length, 0)
  return head.subarray(0, bytesRead)
}

function decoderFor(encoding: string): TextDecoder {
  try {
    return new TextDecoder(encoding, { fatal: true })
  } catch {
    throw new ToolFailure(`There is no encoding "${encoding}"; use a name such as utf-8, gb18030, big5, shift_jis.`)
  }
}

async function* decode(chunks: AsyncIterable<Buffer>, decoder: TextDecoder, path: string): AsyncGenerator<string> {
  try {
    for await (const chunk of chunks) yield decoder.decode(chunk, { stream: true })
    yield decoder.decode()
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw new ToolFailure(`"${path}" is not ${decoder.encoding}; try another encoding.`)
  }
}
