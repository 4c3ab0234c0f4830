import type { LoggedEvent } from "@keelson/protocol/event.ts"
import { LAST_SEQ_HEADER } from "@keelson/protocol/last-seq-header.ts"
import { request, runUrl } from "./client.ts"

/** Who reads a log as it comes in. */
export type LogReader = {
  /** The number of the newest event, known before the first one is there. */
  readonly onTotal: (lastSeq: number) => void
  readonly onEvents: (events: readonly LoggedEvent[]) => void
}

/** Reads a run's log line by line, so that a long one shows how far it is. Throws `Failure`. */
export async function readLog(id: string, from: number, { onTotal, onEvents }: LogReader): Promise<void> {
  const url = runUrl(id, `/log?from=${from}`)
  const { body, headers } = await request(url, { headers: { accept: "application/x-ndjson" } })
  onTotal(Number(headers.get(LAST_SEQ_HEADER) ?? 0))
  const reader = body?.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader()
  let rest = ""
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    const lines = (rest + part.value).split("\n")
    rest = lines.pop() ?? ""
    onEvents(lines.map((line) => JSON.parse(line) as LoggedEvent))
  }
}

/** How a run was started: the first thing that its log says. Throws `Failure`. */
export async function readStart(id: string): Promise<RunStarted | null> {
  const { body } = await request(runUrl(id, "/log?from=0"), { headers: { accept: "application/x-ndjson" } })
  const reader = body?.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader()
  let text = ""
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    text += part.value
    if (text.includes("\n")) break
  }
  await reader?.cancel()
  const [line = ""] = text.split("\n")
  const { event } = JSON.parse(line) as LoggedEvent
  return event.type === "run.started" ? event : null
}

export type RunStarted = Extract<LoggedEvent["event"], { type: "run.started" }>
