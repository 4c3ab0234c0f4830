import type { IncomingMessage } from "node:http"
import type { Readable } from "node:stream"
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib"
import { ToolFailure } from "../tool.ts"
import { asFailure } from "./send-request.ts"

/** The content as far as it was read. */
export type Body = { readonly bytes: Buffer; readonly isCut: boolean }

/** For `accept-encoding`: what `readBody` can unpack. */
export const READABLE_ENCODINGS = "gzip, br, deflate"

type Reading = { readonly url: URL; readonly limit: number; readonly signal: AbortSignal }

/** Reads and unpacks a body up to a limit that counts unpacked bytes, and lets go of the rest: it may have no end. */
export async function readBody(answer: IncomingMessage, { url, limit, signal }: Reading): Promise<Body> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of unpacked(answer) as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      size += chunk.length
      if (size > limit) break
    }
  } catch (error) {
    signal.throwIfAborted()
    throw asFailure(error, url)
  } finally {
    answer.destroy()
  }
  return { bytes: Buffer.concat(chunks).subarray(0, limit), isCut: size > limit }
}

function unpacked(answer: IncomingMessage): Readable {
  const coding = answer.headers["content-encoding"]?.trim().toLowerCase() ?? "identity"
  const unpack = coding === "identity" || coding === "" ? undefined : UNPACKING[coding]?.()
  if (unpack === undefined && coding !== "identity" && coding !== "") {
    throw new ToolFailure(`The content came packed as ${JSON.stringify(coding.slice(0, 40))}, which can't be unpacked.`)
  }
  if (unpack === undefined) return answer
  answer.on("error", (error) => unpack.destroy(error))
  return answer.pipe(unpack)
}

const UNPACKING: Readonly<Record<string, () => ReturnType<typeof createGunzip>>> = {
  gzip: createGunzip,
  "x-gzip": createGunzip,
  br: createBrotliDecompress,
  deflate: createInflate,
}
