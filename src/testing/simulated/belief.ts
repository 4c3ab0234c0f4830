import type { Seen } from "./seen.ts"
import type { Solver, Wanted, WorkPart } from "./solver.ts"

/** What the model takes to be the case. Personas distort it. */
export type Belief = {
  /** The part that it was given to do; nothing: all of it. */
  readonly part: number | undefined
  /** What is left to do here, in its order. */
  readonly open: readonly Wanted[]
  /** What is left for the parts that follow. */
  readonly later: readonly Wanted[]
  /** Words of the request that are not fulfilled. */
  readonly missing: readonly string[]
  readonly isPartDone: boolean
  readonly isDone: boolean
  /** It is held to an answer in a fixed shape, and does not choose what to do. */
  readonly isHeld: boolean
}

/** The honest view of one who looks at everything that it is shown. */
export function honestBelief(solver: Solver, seen: Seen, isHeld = false): Belief {
  const part = partInHand(solver.parts, seen)
  const wanted = solver.next(seen)
  const open = wanted.filter((one) => part === undefined || one.part <= part)
  const later = wanted.filter((one) => !open.includes(one))
  const missing = [...new Set(wanted.map((one) => solver.parts[one.part]?.goal ?? solver.goal))]
  return { part, open, later, missing, isPartDone: open.length === 0, isDone: wanted.length === 0, isHeld }
}

/** A claim that everything is done; what is left is known all the same. */
export function asDone(belief: Belief): Belief {
  return { ...belief, missing: [], isPartDone: true, isDone: true }
}

/** The newest line that gives a part out says which one is meant: by the words that the model itself used for it. */
function partInHand(parts: readonly WorkPart[], { text }: Seen): number | undefined {
  const isHandedOut = /^Item\b/m.test(text)
  const isMeant = (line: string) => GIVEN_OUT.test(line) || (isHandedOut && line.startsWith("[>]"))
  const lines = text.split("\n").filter((line) => parts.some(({ goal }) => line.includes(goal)) && isMeant(line))
  const line = lines.at(-1) ?? ""
  const index = parts.findIndex(({ goal }) => line.includes(goal))
  return index < 0 ? undefined : index
}

/** What is due later, what is done, and lists of everything name parts too. A list that the engine walks marks the one in hand. */
const GIVEN_OUT = /^(?!Due\b|Done\b|\d+\. |[-[{]|.*\bif\b).*(?:\b(?:phase|step|item|part|now)\b|^Goal\b)/i
