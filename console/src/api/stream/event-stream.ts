/** One server-sent event: its name and its data. */
export type StreamEvent = { readonly name: string; readonly data: string }

/**
 * Reads server-sent events until the stream ends. The browser's own reader can send no header, and so can't be signed in. Events
 * without data are none.
 */
export async function readEvents(
  body: ReadableStream<Uint8Array>,
  onEvent: (event: StreamEvent) => void,
): Promise<void> {
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader()
  let rest = ""
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const blocks = (rest + part.value).split("\n\n")
    rest = blocks.pop() ?? ""
    for (const block of blocks) {
      const event = parseBlock(block)
      if (event) onEvent(event)
    }
  }
}

function parseBlock(block: string): StreamEvent | undefined {
  let name = "message"
  const data: string[] = []
  for (const line of block.split("\n")) {
    if (line.startsWith("event: ")) name = line.slice("event: ".length)
    else if (line.startsWith("data: ")) data.push(line.slice("data: ".length))
  }
  return data.length === 0 ? undefined : { name, data: data.join("\n") }
}
