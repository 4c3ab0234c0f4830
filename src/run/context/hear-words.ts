import { factKey, isOfEnd, keyIn, numbered, parentOf, tryKey } from "../../protocol/log/key.ts"
import { isOfEarlierEpoch } from "../core/place-log.ts"
import type { RunParts } from "../core/run-parts.ts"
import type { Conversation } from "./conversation.ts"
import { added } from "./prompts.ts"

const HEARD = "words.heard"

/**
 * Tells a conversation what was said to the run since its last call. What a call was told is recorded with it: on replay each word
 * stands where it stood, whatever was said since. A summary is told nothing: it reports.
 */
export function hearWords(parts: RunParts, key: string, conversation: Conversation): Promise<void> {
  return hearAt(parts, key, conversation, (before) => heardAt(parts, key, before))
}

/** The same for words that overtook a call, the `time`th of this place: they are heard in its stead. False where nothing did. */
export async function hearOvertaking(
  parts: RunParts,
  place: { readonly key: string; readonly time: number; readonly isNow: boolean },
  conversation: Conversation,
): Promise<boolean> {
  const key = keyIn(place.key, numbered("overtaken", place.time))
  const before = conversation.wordsHeard
  await hearAt(
    parts,
    key,
    conversation,
    async () => recordedAt(parts, key) ?? (place.isNow ? record(parts, key) : before),
  )
  return conversation.wordsHeard > before
}

async function hearAt(
  parts: RunParts,
  key: string,
  conversation: Conversation,
  heard: (before: number) => Promise<number>,
): Promise<void> {
  const before = conversation.wordsHeard
  const upto = isOfEnd(key) ? before : await heard(before)
  if (upto <= before) return
  const news = parts.tally.current.words.filter(({ number }) => number > before && number <= upto)
  conversation.hear(upto, added(news.map(({ text }) => text)))
}

async function heardAt(parts: RunParts, key: string, before: number): Promise<number> {
  if (lastWord(parts) <= before) return before
  const recorded = recordedAt(parts, key)
  if (recorded !== undefined) return recorded
  return wasAsked(parts, key) ? before : record(parts, key)
}

function lastWord({ tally }: RunParts): number {
  return tally.current.words.at(-1)?.number ?? 0
}

function recordedAt({ journal }: RunParts, key: string): number | undefined {
  const recorded = journal.find(factKey(key, HEARD))?.record
  return recorded?.kind === "event" && recorded.event.type === HEARD ? recorded.event.upto : undefined
}

async function record(parts: RunParts, key: string): Promise<number> {
  const upto = lastWord(parts)
  await parts.journal.record(factKey(key, HEARD), { type: HEARD, stage: parentOf(key), upto })
  return upto
}

/** What was answered, or tried in this epoch, was asked without them. */
function wasAsked(parts: RunParts, key: string): boolean {
  if (parts.journal.find(key)) return true
  const first = tryKey(key, 1)
  return parts.journal.find(first) !== undefined && !isOfEarlierEpoch(parts, first)
}
