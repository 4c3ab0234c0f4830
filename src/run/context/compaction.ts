import { digestOf } from "../../journal/stable-json.ts"
import { type Guard, hasFields } from "../../journal/step-key.ts"
import type { ToolSpec } from "../../model/seam/model.ts"
import { ModelError } from "../../model/seam/model-error.ts"
import { factKey, keyIn, parentOf } from "../../protocol/log/key.ts"
import type { Message } from "../../protocol/log/message.ts"
import { contextLimit } from "../core/context-limit.ts"
import { CallOvertaken } from "../core/overtaking.ts"
import type { RunParts } from "../core/run-parts.ts"
import { modelFor } from "../model-call/call-model.ts"
import { measureContext, promptTokens, tokenRatio } from "../model-call/context-size.ts"
import { learnWindow } from "../model-call/learn-window.ts"
import { type Aim, type Compaction, planCompaction } from "./compaction-plan.ts"
import type { Conversation } from "./conversation.ts"
import { hearOvertaking, hearWords } from "./hear-words.ts"

/** Where a conversation is about to be sent. */
export type CallPlace = { readonly key: string; readonly control: string; readonly tools: readonly ToolSpec[] }

type Send<T> = (messages: readonly Message[]) => Promise<T>

/**
 * Sends a conversation that fits: one that grew over its limit is compacted first, and one that the endpoint finds too long is
 * compacted harder and sent once more. What was done is recorded and read on replay, so that later prompts are the same bytes.
 */
export async function withinContext<T>(
  parts: RunParts,
  place: CallPlace,
  conversation: Conversation,
  send: Send<T>,
): Promise<T> {
  await hearWords(parts, place.key, conversation)
  conversation.next()
  await makeRoom(parts, place, conversation)
  const isCompactedHard = await foldAsRecorded(parts, hardKey(place), conversation)
  const sendNow = () => sendUntilHeard(parts, place, conversation, send)
  try {
    return await sendNow()
  } catch (error) {
    if (isCompactedHard || !isOverflow(error)) throw error
    const estimated = promptTokens(conversation.next(), place.tools)
    await learnWindow(parts, { key: hardKey(place), control: place.control, estimated }, error.sizes)
    if (!(await makeMoreRoom(parts, place, conversation, error))) throw error
    return sendNow()
  }
}

/** A call that was overtaken by words of the user's is asked again with them; on replay each stands where it stood. */
async function sendUntilHeard<T>(
  parts: RunParts,
  { key }: CallPlace,
  conversation: Conversation,
  send: Send<T>,
): Promise<T> {
  let time = 1
  while (await hearOvertaking(parts, { key, time, isNow: false }, conversation)) time += 1
  for (;;) {
    try {
      return await send(conversation.next())
    } catch (error) {
      if (!(error instanceof CallOvertaken)) throw error
      if (await hearOvertaking(parts, { key, time, isNow: true }, conversation)) time += 1
    }
  }
}

function isOverflow(error: unknown): error is ModelError {
  return error instanceof ModelError && error.kind === "overflow"
}

const softKey = ({ key }: CallPlace) => keyIn(key, "compaction")
const hardKey = ({ key }: CallPlace) => keyIn(key, "compaction-2")
const DIGEST = digestOf({ compaction: 1 })
const isCompaction: Guard<Compaction> = hasFields({ text: "string", folded: "list" })

async function foldAsRecorded(parts: RunParts, key: string, conversation: Conversation): Promise<boolean> {
  const compaction = parts.journal.valueOf(key, isCompaction)
  if (!compaction) return false
  conversation.fold(compaction)
  return true
}

/** Over the limit, and grown since the last time: else the same rounds would be folded for nothing again and again. */
async function makeRoom(parts: RunParts, place: CallPlace, conversation: Conversation): Promise<void> {
  if (await foldAsRecorded(parts, softKey(place), conversation)) return
  if (parts.journal.find(place.key)) return
  const { compact_to, keep_rounds } = parts.environment.limits
  const limit = contextLimit(parts, modelFor(parts, place.control))
  const size = measureContext(parts, conversation.next(), place.tools)
  const grown = size - (conversation.memory?.after ?? 0)
  if (size <= limit || grown < LEAST_GROWTH * limit) return
  // With less room than the newest rounds took, the next ones would make another one necessary at once.
  const newest = measureContext(parts, newestRounds(conversation, keep_rounds), [])
  const target = Math.min(compact_to * limit, limit - newest)
  const aim = aimAt(parts, place, { target, keep: keep_rounds, isHard: false })
  await carryOut(parts, softKey(place), conversation, planCompaction(conversation, aim))
}

const LEAST_GROWTH = 0.05

function newestRounds({ rounds, messages }: Conversation, count: number): readonly Message[] {
  return messages.slice(rounds.at(-count)?.start ?? messages.length)
}

/** By the model that takes turns; what is asked for otherwise is a part of it. */
export function isHalfFull(parts: RunParts, conversation: Conversation, tools: readonly ToolSpec[]): boolean {
  const size = measureContext(parts, conversation.fork().next(), tools)
  return size > contextLimit(parts, parts.model) / 2
}

/** The endpoint knows its window best; where it does not tell, half must do. */
async function makeMoreRoom(
  parts: RunParts,
  place: CallPlace,
  conversation: Conversation,
  { sizes }: ModelError,
): Promise<boolean> {
  const size = measureContext(parts, conversation.next(), place.tools)
  const { compact_share } = parts.environment.limits
  const share = sizes?.window && sizes.prompt ? (compact_share * sizes.window) / sizes.prompt : 1
  const limit = contextLimit(parts, modelFor(parts, place.control))
  const target = Math.min(limit, size * Math.min(HARD_SHARE, share))
  const aim = aimAt(parts, place, { target, keep: 1, isHard: true })
  return carryOut(parts, hardKey(place), conversation, planCompaction(conversation, aim))
}

const HARD_SHARE = 0.5

function aimAt(parts: RunParts, { tools }: CallPlace, aim: Pick<Aim, "target" | "keep" | "isHard">): Aim {
  return { ...aim, ratio: tokenRatio(parts), measure: (messages) => measureContext(parts, messages, tools) }
}

/** Recorded before it is used: after a crash the same rounds are folded into the same words. */
async function carryOut(
  parts: RunParts,
  key: string,
  conversation: Conversation,
  compaction: Compaction | undefined,
): Promise<boolean> {
  if (!compaction) return false
  const { before, after, folded } = compaction
  const stage = parentOf(parentOf(key))
  const event = { type: "context.compacted" as const, stage, before, after, folded: [...folded] }
  await parts.journal.step({ key, digest: DIGEST, is: isCompaction }, async () => ({
    value: compaction,
    with: [{ key: factKey(key, "context.compacted"), record: { kind: "event", event } }],
  }))
  conversation.fold(compaction)
  return true
}
