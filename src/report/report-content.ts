import type { ArtifactFile, LoggedEvent } from "../protocol/log/event.ts"
import { shortKey } from "../protocol/log/key.ts"

/** What a report carries: the log, the whole results that fit in, the pictures as data URLs. The console reads it as it is. */
export type ReportContent = {
  readonly run_id: string
  readonly made_at: number
  readonly events: readonly LoggedEvent[]
  readonly diff: string
  /** By their short ids, such as `p1r2t3`. */
  readonly artifacts: Readonly<Record<string, string>>
  readonly images: Readonly<Record<string, string>>
}

/** Where a report gets what the log only mentions. */
export type ReportSource = {
  readonly diff: () => Promise<string>
  readonly artifact: (id: string) => Promise<string | undefined>
  readonly image: (file: ArtifactFile) => Promise<Uint8Array | undefined>
}

/** A report that nobody can open helps nobody: so many characters of results and of pictures go in, the earliest first. */
const MOST = { oneText: 100_000, texts: 3_000_000, images: 6_000_000 }

/** Collects a report's content; what would make the file too large is left out, and the page doesn't offer it. */
export async function reportContent(
  run: { readonly id: string; readonly events: readonly LoggedEvent[] },
  source: ReportSource,
  now: number,
): Promise<ReportContent> {
  return {
    run_id: run.id,
    made_at: now,
    events: run.events,
    diff: (await source.diff()).slice(0, MOST.texts),
    artifacts: await textsOf(run.events, source),
    images: await imagesOf(run.events, source),
  }
}

async function textsOf(events: readonly LoggedEvent[], source: ReportSource): Promise<Record<string, string>> {
  const texts: Record<string, string> = {}
  let room = MOST.texts
  for (const { event } of events) {
    if (event.type !== "task.ended" || (event.status !== "done" && event.status !== "failed")) continue
    const id = shortKey(event.task)
    const text = await source.artifact(id)
    if (text === undefined || text.length > Math.min(room, MOST.oneText)) continue
    texts[id] = text
    room -= text.length
  }
  return texts
}

async function imagesOf(events: readonly LoggedEvent[], source: ReportSource): Promise<Record<string, string>> {
  const images: Record<string, string> = {}
  let room = MOST.images
  const files = events.flatMap(({ event }) => (event.type === "task.ended" ? (event.artifacts ?? []) : []))
  for (const file of files.filter(({ mime }) => SHOWN.has(mime))) {
    const bytes = await source.image(file)
    const url = bytes === undefined ? "" : `data:${file.mime};base64,${Buffer.from(bytes).toString("base64")}`
    if (url === "" || url.length > room) continue
    images[file.id] = url
    room -= url.length
  }
  return images
}

/** Pictures that can hold no script. */
const SHOWN: ReadonlySet<string> = new Set(["image/png", "image/jpeg", "image/gif", "image/webp"])
