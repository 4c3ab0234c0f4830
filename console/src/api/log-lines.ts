import type { ErrorReply } from "@keelson/protocol/api/api.ts"
import { LAST_SEQ_HEADER } from "@keelson/protocol/api/last-seq-header.ts"
import type { LoggedEvent } from "@keelson/protocol/log/event.ts"
import type { RunPicture } from "@keelson/view/picture.ts"
import { api, request, runUrl } from "./client.ts"
import { Failure } from "./failure.ts"

/** Who reads what a run is opened with, as it comes in. */
export type OpeningReader = {
  /** The number of the newest entry, known before the first one is there. */
  readonly onTotal: (lastSeq: number) => void
  /** The server reads a long log, and is at this number. */
  readonly onRead: (seq: number) => void
  readonly onPicture: (picture: RunPicture) => void
  readonly onEvents: (events: readonly LoggedEvent[]) => void
}

type Line = LoggedEvent | { readonly read: number } | { readonly picture: RunPicture } | ErrorReply

/** Reads a run line by line: its events after a number, or a picture of all of them where they are many. Throws `Failure`. */
export async function readOpening(id: string, after: number, reader: OpeningReader): Promise<void> {
  const { body, headers } = await request(runUrl(id, `/opening?after=${after}`))
  reader.onTotal(Number(headers.get(LAST_SEQ_HEADER) ?? 0))
  if (body) await readLines(body, (lines) => tell(lines, reader))
}

/** How a run was started: the first thing that its log says. Throws `Failure`. */
export async function readStart(id: string): Promise<RunStarted | null> {
  const { events } = await api.logAt(id, 0, 1)
  const event = events[0]?.event
  return event?.type === "run.started" ? event : null
}

export type RunStarted = Extract<LoggedEvent["event"], { type: "run.started" }>

/** Hands over what is there, as often as something is. */
async function readLines(body: ReadableStream<Uint8Array>, onLines: (lines: readonly Line[]) => void): Promise<void> {
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader()
  // A picture is one long line: its pieces are put together once, not anew with each of them.
  let pieces: string[] = []
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const end = part.value.lastIndexOf("\n")
    if (end === -1) {
      pieces.push(part.value)
      continue
    }
    const text = [...pieces, part.value.slice(0, end)].join("")
    pieces = [part.value.slice(end + 1)]
    onLines(text.split("\n").map((line) => JSON.parse(line) as Line))
  }
}

function tell(lines: readonly Line[], { onRead, onPicture, onEvents }: OpeningReader): void {
  const events: LoggedEvent[] = []
  for (const line of lines) {
    if ("read" in line) onRead(line.read)
    else if ("picture" in line) onPicture(line.picture)
    else if ("error" in line) throw new Failure(line.error.code, line.error.message, { hint: line.error.hint ?? "" })
    else events.push(line)
  }
  if (events.length > 0) onEvents(events)
}
