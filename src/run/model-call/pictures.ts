import type { ArtifactFile } from "../../protocol/log/event.ts"
import type { Message, PicturePart } from "../../protocol/log/message.ts"
import { marksIn } from "../../protocol/log/picture-mark.ts"
import type { RunParts } from "../core/run-parts.ts"

/** What one request carries at most: the newest; endpoints refuse more. */
const MOST_PICTURES = 20
const MOST_BYTES = 20_000_000

/** What a picture costs by estimate: providers count between 750 and 1,000 pixels to a token, up to a bound. */
const PIXELS_PER_TOKEN = 750
const MOST_TOKENS = 1600

/** The tokens of the pictures that a text marks. */
export function pictureTokens(text: string): number {
  return marksIn(text).reduce(
    (sum, { width, height }) => sum + Math.min(MOST_TOKENS, Math.ceil((width * height) / PIXELS_PER_TOKEN)),
    0,
  )
}

/** The messages with their pictures, each where it is marked first: what was sent before stays as it was. */
export async function withPictures(parts: RunParts, messages: readonly Message[]): Promise<readonly Message[]> {
  if (!messages.some((message) => message.role !== "assistant" && marksIn(message.text).length > 0)) return messages
  const files = filesOf(parts)
  const seen = new Set<string>()
  const wanted = messages.map((message) => {
    if (message.role !== "user" && message.role !== "tool") return []
    return marksIn(message.text).flatMap(({ name }) => {
      const file = files.get(name)
      if (!file || seen.has(name)) return []
      seen.add(name)
      return [file]
    })
  })
  const kept = newest(wanted.flat())
  return Promise.all(
    messages.map(async (message, index): Promise<Message> => {
      const own = wanted[index]?.filter((file) => kept.has(file)) ?? []
      if (own.length === 0 || (message.role !== "user" && message.role !== "tool")) return message
      const pictures = (await Promise.all(own.map((file) => load(parts, file)))).flat()
      return pictures.length === 0 ? message : { ...message, pictures }
    }),
  )
}

function newest(files: readonly ArtifactFile[]): ReadonlySet<ArtifactFile> {
  const kept = new Set<ArtifactFile>()
  let room = MOST_BYTES
  for (const file of files.toReversed()) {
    room -= file.size
    if (kept.size === MOST_PICTURES || room < 0) break
    kept.add(file)
  }
  return kept
}

/** Pictures of this run, by the names that marks have. */
function filesOf({ journal }: RunParts): ReadonlyMap<string, ArtifactFile> {
  const files = journal.entries.flatMap(({ record }) => {
    if (record.kind !== "event") return []
    if (record.event.type === "run.started") return record.event.attachments ?? []
    return record.event.type === "task.ended" ? (record.event.artifacts ?? []) : []
  })
  return new Map(files.filter(({ width }) => width !== undefined).map((file) => [file.name, file]))
}

/** Each is read once in a run, for every request carries it. */
const loaded = new WeakMap<RunParts["journal"], Map<string, Promise<PicturePart[]>>>()

function load({ journal }: RunParts, { id, name, mime }: ArtifactFile): Promise<PicturePart[]> {
  const known = loaded.get(journal) ?? new Map<string, Promise<PicturePart[]>>()
  loaded.set(journal, known)
  const found =
    known.get(id) ??
    journal.loadBlob(id).then((blob) => (blob ? [{ name, mime, data: new Uint8Array(blob.data) }] : []))
  known.set(id, found)
  return found
}
