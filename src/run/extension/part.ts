import { numbered, REPLY } from "../../protocol/log/key.ts"
import { say } from "../../text/words/words.ts"
import type { RunContext } from "../run-context.ts"
import { MAX_EMPTY_REPLIES } from "../tool-loop/silence.ts"
import { type Turn, type Turns, takeTurn } from "../tool-loop/turn.ts"
import { endedByForce, extend, type Refused } from "./extension.ts"

/** So many replies a step or an item has by its estimate, and so many more at a time while it brings something new. */
const PART_REPLIES = 12
const MORE_REPLIES = 6

/** How a part stands after a turn. */
export type Standing<End> =
  | { readonly kind: "ended"; readonly end: End }
  /** The model says that there is more to do. */
  | { readonly kind: "continues" }
  /** It said something that was answered. */
  | { readonly kind: "answered" }
  /** It said nothing of it. */
  | { readonly kind: "open" }

/** A step or an item: turn after turn in a conversation. */
export type Part<End> = {
  readonly turns: Turns
  /** How many parts have not started. */
  readonly waiting: () => number
  /** What a turn came to. */
  hear(turn: Turn): Promise<Standing<End>>
  /** Asks in words how it stands, when the estimate is used up. */
  readonly due: string
  /** Asks for it by force, under this name. */
  ask(here: RunContext, name: string): Promise<Standing<End>>
}

/** How the work on a part ended: by its own word, without one, or as an earlier life of the run has recorded it. */
export type PartEnd<End> =
  | { readonly kind: "ended"; readonly end: End }
  | { readonly kind: "unfinished"; readonly why: string; readonly isSilent: boolean }
  | { readonly kind: "recorded" }

/**
 *   ┌▶ turn ─▶ its own end
 *   └──┤
 *      └ estimate used up: how does it stand? in words, then by force
 *           ├▶ its own end
 *           ├▶ something new, and the others' share untouched: six replies more
 *           └▶ left unfinished
 */
export async function workOnPart<End>(here: RunContext, part: Part<End>): Promise<PartEnd<End>> {
  let limit = PART_REPLIES
  let idle = 0
  for (let turn = 1; !isOver(here, turn); turn++) {
    const taken = await takeTurn(here, turn, part.turns)
    const heard = await part.hear(taken)
    idle = isIdle(taken, heard) ? idle + 1 : 0
    const isDue = turn > limit || (idle === MAX_EMPTY_REPLIES && taken.end.kind === "said")
    const standing = isDue && heard.kind === "open" ? await part.ask(here, numbered("stands", turn)) : heard
    if (standing.kind === "ended") return standing
    if (idle === MAX_EMPTY_REPLIES && standing.kind === "open") return silent(here)
    const next = await limitAfter(here, part, { turn, limit, standing })
    if (typeof next !== "number") return unfinished(here, next, turn)
    limit = next
  }
  return { kind: "recorded" }
}

type Place = { readonly turn: number; readonly limit: number; readonly standing: Standing<unknown> }

/** How many replies the part may have by now, or why there are no more. */
async function limitAfter(
  here: RunContext,
  part: Pick<Part<unknown>, "turns" | "waiting" | "due">,
  { turn, limit, standing }: Place,
): Promise<number | Refused> {
  if (turn < limit) return limit
  if (turn === limit && standing.kind !== "continues") {
    part.turns.conversation.tell(part.due)
    return limit
  }
  const number = 1 + (limit - PART_REPLIES) / MORE_REPLIES
  const overdue = { number, last: lastTurns(turn), waiting: part.waiting(), unit: MORE_REPLIES }
  const extension = await extend(here, overdue)
  return extension === "given" ? limit + MORE_REPLIES : extension
}

/** What has ended stays as it ended, whatever would be decided now. */
function isOver({ log }: RunContext, turn: number): boolean {
  return log.lastEnd !== undefined && !log.has(`${numbered("turn", turn)}/${REPLY}`)
}

function isIdle({ end }: Turn, { kind }: Standing<unknown>): boolean {
  return kind === "open" && (end.kind !== "worked" || end.outcomes.length === 0)
}

function lastTurns(turn: number): string[] {
  return Array.from({ length: MORE_REPLIES }, (_, index) => numbered("turn", turn - index))
}

function silent({ environment }: RunContext): PartEnd<never> {
  return {
    kind: "unfinished",
    why: say(environment.language, "part.silent", MAX_EMPTY_REPLIES),
    isSilent: true,
  }
}

function unfinished(here: RunContext, refused: Refused, turns: number): PartEnd<never> {
  const after = say(here.environment.language, "part.replies", turns)
  return { kind: "unfinished", why: endedByForce(here, refused, after), isSilent: false }
}
