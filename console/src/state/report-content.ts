import type { LoggedEvent } from "@keelson/protocol/log/event.ts"

/** What a report file carries: the log, the whole results that fit in, the pictures as data URLs. */
export type ReportContent = {
  readonly run_id: string
  readonly made_at: number
  readonly events: readonly LoggedEvent[]
  readonly diff: string
  readonly artifacts: Readonly<Record<string, string>>
  readonly images: Readonly<Record<string, string>>
}

/** From the file's own data block; it is JSON and never run. */
export function readReport(): ReportContent | null {
  const block = document.getElementById("report")
  return block?.textContent ? (JSON.parse(block.textContent) as ReportContent) : null
}
