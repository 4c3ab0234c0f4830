import { factKey, isOfEnd, parentOf, tryKey } from "../../protocol/key.ts"
import { isOfEarlierEpoch } from "../ground/place-log.ts"
import type { RunParts } from "../ground/run-parts.ts"
import type { Conversation } from "./conversation.ts"
import { added } from "./prompts.ts"

const HEARD = "words.heard"

/**
 * Tells a conversation what was said to the run since its last call. What a call was told is recorded with it: on replay each word
 * stands where it stood, whatever was said since. A summary is told nothing: it reports.
 */
export async function hearWords(parts: RunParts, key: string, conversation: Conversation): Promise<void> {
  const before = conversation.wordsHeard
  const upto = isOfEnd(key) ? before : await heardAt(parts, key, before)
  if (upto <= before) return
  const news = parts.tally.view.words.filter(({ number }) => number > before && number <= upto)
  conversation.hear(upto, added(news.map(({ text }) => text)))
}

async function heardAt(parts: RunParts, key: string, before: number): Promise<number> {
  const { journal, tally } = parts
  const upto = tally.view.words.at(-1)?.number ?? 0
  if (upto <= before) return before
  const recorded = journal.find(factKey(key, HEARD))?.record
  if (recorded?.kind === "event" && recorded.event.type === HEARD) return recorded.event.upto
  if (wasAsked(parts, key)) return before
  await journal.record(factKey(key, HEARD), { type: HEARD, stage: parentOf(key), upto })
  return upto
}

/** What was answered, or tried in this epoch, was asked without them. */
function wasAsked(parts: RunParts, key: string): boolean {
  if (parts.journal.find(key)) return true
  const first = tryKey(key, 1)
  return parts.journal.find(first) !== undefined && !isOfEarlierEpoch(parts, first)
}
