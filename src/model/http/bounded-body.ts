/** Looks at what a server sends, piece by piece. `take` returns what is passed on, if anything yet; what it throws ends the stream. */
export interface BodyGuard {
  take(piece: Uint8Array): Uint8Array | undefined
  /** What was held back. */
  end(): Uint8Array | undefined
}

/** A body as its guard lets it through. The connection is closed as soon as the guard has had enough. */
export function guardedBody(body: ReadableStream<Uint8Array>, guard: BodyGuard): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        await pass(reader, guard, controller)
      } catch (error) {
        await reader.cancel().catch(() => {})
        throw error
      }
    },
    cancel: (reason) => reader.cancel(reason),
  })
}

/** Until there is something to pass on, or the end. */
async function pass(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  guard: BodyGuard,
  controller: ReadableStreamDefaultController<Uint8Array>,
): Promise<void> {
  for (;;) {
    const { done, value } = await reader.read()
    const passed = done ? guard.end() : guard.take(value)
    if (passed && passed.length > 0) controller.enqueue(passed)
    if (done) return controller.close()
    if (passed && passed.length > 0) return
  }
}

/** The beginning of a body; nobody needs more of an error page. */
export function cutBody(body: ReadableStream<Uint8Array> | null, mostBytes: number): ReadableStream<Uint8Array> | null {
  if (!body) return null
  const reader = body.getReader()
  let left = mostBytes
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await reader.read()
      if (!done) controller.enqueue(value.subarray(0, left))
      left -= value?.length ?? 0
      if (left <= 0) await reader.cancel()
      if (done || left <= 0) controller.close()
    },
    cancel: (reason) => reader.cancel(reason),
  })
}
