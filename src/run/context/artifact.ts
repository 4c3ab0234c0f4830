import type { LogEntry } from "../../journal/run-store.ts"
import { digestOf } from "../../journal/stable-json.ts"
import { hasFields, isText } from "../../journal/step-key.ts"
import { shortKey } from "../../protocol/log/key.ts"
import { messageOf } from "../../text/message-of.ts"
import type { ArtifactRange } from "../../tools/read-artifact.ts"
import { ToolFailure } from "../../tools/tool.ts"
import { contextLimit, freshLimits } from "../core/context-limit.ts"
import type { RunParts } from "../core/run-parts.ts"
import { excerpt } from "./excerpt.ts"

/** Where artifacts are: the log has every result in full, so there is no second store. */
export type Shelf = Pick<RunParts, "journal" | "request" | "environment" | "model">

type Log = { readonly journal: Pick<RunParts["journal"], "entries">; readonly request: string }

/** The raw request, which the execution context doesn't carry. */
export const REQUEST_ARTIFACT = "request"

const isResult = hasFields<{ text: string; digest: string }>({ text: "string", digest: "string" })

/** The whole text of a result, by its id or its key; `undefined` where there is none. */
export function findArtifact({ journal, request }: Log, id: string): string | undefined {
  if (id === REQUEST_ARTIFACT) return request
  for (const { key, record } of journal.entries) {
    if (record.kind !== "step" || (key !== id && shortKey(key) !== id)) continue
    if (isResult(record.value)) return record.value.text
  }
  return undefined
}

/** All results of a log by id and by key, the first of each: for those who want many of them. */
export function artifactTexts(entries: readonly LogEntry[]): ReadonlyMap<string, string> {
  const texts = new Map<string, string>()
  for (const { key, record } of entries) {
    if (record.kind !== "step" || !isResult(record.value)) continue
    for (const id of [key, shortKey(key)]) if (!texts.has(id)) texts.set(id, record.value.text)
  }
  return texts
}

/** The part of an artifact that was asked for, short enough to be shown; `share`: one of so many that are opened together. */
export function openArtifact(shelf: Shelf, range: ArtifactRange, share = 1): string {
  const text = findArtifact(shelf, range.id)
  if (text === undefined)
    throw new ToolFailure(
      `There is no result "${range.id}". An id stands below its result, as p1r2t3 does; "request" is the request.`,
    )
  return excerpt(text, range, mostTokens(shelf, share) - NOTE_TOKENS)
}

/** What is opened counts as a fresh result. */
function mostTokens(shelf: Shelf, share: number): number {
  const { round, single } = freshLimits(contextLimit(shelf, shelf.model))
  return Math.min(single, Math.floor(round / share))
}

/** So much of the limit the note below an excerpt takes. */
const NOTE_TOKENS = 60

/** What a judge asked to see, recorded once: a later result must not change what an earlier question was shown. */
export function openForJudge(parts: RunParts, key: string, wanted: readonly string[]): Promise<string> {
  return parts.journal.step({ key, digest: digestOf({ open: wanted }), is: isText }, async () => ({
    value: wanted.map((range) => `${range}:\n${openOrSayWhy(parts, parseRange(range), wanted.length)}`).join("\n\n"),
  }))
}

function openOrSayWhy(parts: RunParts, range: ArtifactRange, share: number): string {
  try {
    return openArtifact(parts, range, share)
  } catch (error) {
    return messageOf(error)
  }
}

/** `p1r2t3`, `p1r2t3:10-90` or `p1r2t3:/pattern/`. */
export function parseRange(text: string): ArtifactRange {
  const [, id = text, rest = ""] = text.trim().match(/^([^\s:]+):?\s*(.*)$/s) ?? []
  if (rest === "") return { id }
  const pattern = rest.match(/^\/(.+)\/\w*$/s)?.[1]
  if (pattern !== undefined) return { id, pattern }
  return /^[\d\s–-]+$/.test(rest) ? { id, lines: rest } : { id, pattern: rest }
}
