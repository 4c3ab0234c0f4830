/** A stream of frames, and the frame that says whose they are. */
export type NamedStream = { readonly name: Uint8Array; readonly stream: ReadableStream<Uint8Array> }

type Source = { readonly name: Uint8Array; readonly reader: ReadableStreamDefaultReader<Uint8Array> }
type Chunk = { readonly source: Source; readonly value: Uint8Array | undefined }

/**
 * Many streams of frames as one; it ends when all have ended. Each is read only when the connection takes more, so that every one
 * of them notices a reader that does not read.
 */
export function mergedStreams(streams: readonly NamedStream[]): ReadableStream<Uint8Array> {
  const sources = new Sources(streams)
  let last: Source | undefined
  return new ReadableStream<Uint8Array>(
    {
      async pull(out) {
        const next = await sources.next()
        if (!next?.value) return out.close()
        out.enqueue(next.source === last ? next.value : Buffer.concat([next.source.name, next.value]))
        last = next.source
      },
      cancel: () => sources.cancel(),
    },
    { highWaterMark: 0 },
  )
}

/** The streams that have not ended, and what is being read of each. */
class Sources {
  readonly #pending = new Map<Source, Promise<Chunk> | undefined>()

  constructor(streams: readonly NamedStream[]) {
    for (const { name, stream } of streams) this.#pending.set({ name, reader: stream.getReader() }, undefined)
  }

  /** What comes first, from whichever it comes; nothing when all have ended. */
  async next(): Promise<Chunk | undefined> {
    while (this.#pending.size > 0) {
      const chunk = await Promise.race([...this.#pending.keys()].map((source) => this.#read(source)))
      if (chunk.value === undefined) this.#pending.delete(chunk.source)
      else {
        this.#pending.set(chunk.source, undefined)
        return chunk
      }
    }
    return undefined
  }

  async cancel(): Promise<void> {
    await Promise.all([...this.#pending.keys()].map(({ reader }) => reader.cancel()))
  }

  #read(source: Source): Promise<Chunk> {
    const asked = this.#pending.get(source) ?? source.reader.read().then(({ value }) => ({ source, value }))
    this.#pending.set(source, asked)
    return asked
  }
}
