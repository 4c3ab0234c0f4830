import type { BlobSize, RunBlob } from "../../journal/run-store.ts"
import type { SentSection } from "../../protocol/api/call-api.ts"
import { parseJson } from "../../text/parse-json.ts"

/** So many sections in a row of another call, named by where it stands in `from`. */
export type SameAs = { readonly from: number; readonly start: number; readonly count: number }

/** What is kept of a request: its own sections, and places of those that calls before had. */
export type KeptCall = {
  readonly control: string
  readonly model: string
  readonly rung: string
  readonly attempt: number
  readonly choice?: string | undefined
  readonly maxOutput: number
  /** The ids of the calls that sections are taken from. */
  readonly from: readonly string[]
  readonly sections: readonly (SentSection | SameAs)[]
}

/** What the id of a kept call says. */
export type KeptPlace = { readonly id: string; readonly at: number; readonly n: number; readonly key: string }

const MIME = "application/vnd.keelson.call+json"

/** How the ids of kept calls begin. */
export const KEPT_CALLS = "call "

/** The id has what is needed to find a call without reading it. `n` tells those of one moment apart. */
export function keptId({ at, n, key }: Omit<KeptPlace, "id">): string {
  return `${KEPT_CALLS}${at} ${n} ${key}`
}

export function placeOfKept(id: string): KeptPlace {
  const [, at, n, ...key] = id.split(" ")
  return { id, at: Number(at), n: Number(n), key: key.join(" ") }
}

/** The one that was sent last. */
export function latestOf(kept: readonly BlobSize[]): KeptPlace | undefined {
  return inOrder(kept.map(({ id }) => placeOfKept(id))).at(-1)
}

/** As they were sent. */
export function inOrder(places: readonly KeptPlace[]): KeptPlace[] {
  return places.toSorted((left, right) => left.at - right.at || left.n - right.n)
}

export function isKeptCall(id: string): boolean {
  return id.startsWith(KEPT_CALLS)
}

export function toBlob(id: string, call: KeptCall): RunBlob {
  return { id, mime: MIME, data: Buffer.from(JSON.stringify(call)) }
}

/** `undefined` for what is no kept call, or was kept by another version in another form. */
export function fromBlob(blob: Omit<RunBlob, "id"> | undefined): KeptCall | undefined {
  if (blob?.mime !== MIME) return undefined
  const parsed = parseJson(Buffer.from(blob.data).toString("utf8"))
  return parsed.ok && isKept(parsed.value) ? parsed.value : undefined
}

function isKept(value: unknown): value is KeptCall {
  return typeof value === "object" && value !== null && "sections" in value && Array.isArray(value.sections)
}

export function isSameAs(section: SentSection | SameAs): section is SameAs {
  return "from" in section
}
