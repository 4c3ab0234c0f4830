import type { Message } from "../../protocol/log/message.ts"
import { wordsOf } from "../model-call/context-size.ts"
import { renderMemory } from "./compaction-memory.ts"
import type { Conversation, Fold } from "./conversation.ts"

/** A compaction as it is recorded: what is folded, what stands there instead, and what it brought. */
export type Compaction = Fold & { readonly before: number; readonly after: number }

export type Aim = {
  /** Tokens that the conversation shall have at most. */
  readonly target: number
  /** The newest rounds, which stay whole. */
  readonly keep: number
  readonly measure: (messages: readonly Message[]) => number
  /** What `measure` says of a text over what we estimate it at. */
  readonly ratio: number
  /** Clip even what stays, if nothing else helps. */
  readonly isHard: boolean
}

/** Folds as few of the oldest rounds as it takes; `undefined` where nothing more can be folded. Pure, and asks no model. */
export function planCompaction(conversation: Conversation, aim: Aim): Compaction | undefined {
  const before = aim.measure(conversation.next())
  const most = conversation.rounds.length - aim.keep
  let best: Compaction | undefined
  for (let count = foldedCount(conversation) + 1; count <= most; count++) {
    const rest = restAfter(conversation, count, aim)
    if (rest > aim.target && count < most) continue
    best = { ...foldOf(conversation, count, aim, aim.target - rest), before, after: 0 }
    best = { ...best, after: sizeAfter(conversation, best, aim) }
    if (best.after <= aim.target) return best
  }
  return aim.isHard ? clipped(conversation, best, aim, before) : best
}

function foldedCount({ memory }: Conversation): number {
  return memory?.folded.length ?? 0
}

function restAfter(conversation: Conversation, count: number, aim: Aim): number {
  return sizeAfter(conversation, { folded: namesOf(conversation, count), text: "" }, aim)
}

function sizeAfter(conversation: Conversation, fold: Fold, { measure }: Aim): number {
  return measure(after(conversation, fold))
}

function after(conversation: Conversation, fold: Fold): readonly Message[] {
  const trial = conversation.fork()
  trial.fold(fold)
  return trial.next()
}

function namesOf({ rounds }: Conversation, count: number): string[] {
  return rounds.slice(0, count).map(({ note }) => note.name)
}

/** Even where there is no room, what is open is remembered. */
const LEAST_ROOM = 400

function foldOf(conversation: Conversation, count: number, { ratio }: Aim, left: number): Fold {
  const { rounds } = conversation
  const folded = namesOf(conversation, count)
  const kept = after(conversation, { folded, text: "" }).slice(conversation.opening).map(wordsOf).join("\n")
  const room = Math.max(LEAST_ROOM, Math.floor((left / ratio) * ROOM_SHARE))
  return { folded, text: renderMemory({ rounds: rounds.map(({ note }) => note), count, kept, room }) }
}

/** What the memory may take of what is left: the joints between its lines cost too. */
const ROOM_SHARE = 0.9

/** Where the endpoint would not take it any longer, the newest results shrink too. */
function clipped(
  conversation: Conversation,
  best: Compaction | undefined,
  aim: Aim,
  before: number,
): Compaction | undefined {
  if (conversation.rounds.length === 0) return undefined
  const fold: Fold = best ?? conversation.memory ?? { folded: [], text: "" }
  const long = after(conversation, fold).length - conversation.opening
  const clip = Math.max(LEAST_CLIP, Math.floor((aim.target * CLIP_SHARE) / Math.max(1, long)))
  const shorter = { folded: fold.folded, text: fold.text, clip }
  const size = sizeAfter(conversation, shorter, aim)
  return size < before ? { ...shorter, before, after: size } : best
}

const LEAST_CLIP = 80
const CLIP_SHARE = 0.5
