import type { ModelError } from "../../model/seam/model-error.ts"
import type { Belief } from "./belief.ts"
import type { Dice } from "./dice.ts"
import type { Seen } from "./seen.ts"
import type { Wanted } from "./solver.ts"

/** What a model is about to say; arguments are JSON text, so that they may be broken. */
export type Saying = {
  readonly text: string
  readonly calls: readonly { readonly name: string; readonly arguments: string }[]
}

/** How a model differs from one that makes no mistake; what is left out is as it should be. */
export type Persona = {
  readonly name: string
  readonly contextWindow?: number
  /** Leaves out of an answer what it may leave out. */
  readonly isTerse?: boolean
  /** How many calls it makes at once at most. */
  readonly batch?: number
  /** An endpoint that fails instead of answering. */
  fault?(dice: Dice): ModelError | undefined
  /** What it takes to be the case. */
  believe?(belief: Belief, seen: Seen, dice: Dice): Belief
  /** What it does next, where it does anything. */
  act?(actions: readonly Wanted[], seen: Seen, dice: Dice): readonly Wanted[]
  /** An answer in a fixed shape. */
  answer?(value: Record<string, unknown>, dice: Dice): Record<string, unknown>
  /** The whole reply. */
  say?(saying: Saying, dice: Dice): Saying
}

/** All of these at once, each after the one before. */
export function mix(name: string, personas: readonly Persona[], settings: Partial<Persona> = {}): Persona {
  return {
    name,
    ...Object.assign(
      {},
      ...personas.map(({ contextWindow, isTerse, batch }) => given({ contextWindow, isTerse, batch })),
    ),
    ...settings,
    fault: (dice) => personas.map((one) => one.fault?.(dice)).find((error) => error !== undefined),
    believe: (belief, seen, dice) => personas.reduce((now, one) => one.believe?.(now, seen, dice) ?? now, belief),
    act: (actions, seen, dice) => personas.reduce((now, one) => one.act?.(now, seen, dice) ?? now, actions),
    answer: (value, dice) => personas.reduce((now, one) => one.answer?.(now, dice) ?? now, value),
    say: (saying, dice) => personas.reduce((now, one) => one.say?.(now, dice) ?? now, saying),
  }
}

/** Only now and then: each of its ways by itself. */
export function sometimes(share: number, persona: Persona): Persona {
  const { fault, believe, act, answer, say } = persona
  return {
    name: persona.name,
    ...(fault ? { fault: (dice) => (dice() < share ? fault(dice) : undefined) } : {}),
    ...(believe ? { believe: (belief, seen, dice) => (dice() < share ? believe(belief, seen, dice) : belief) } : {}),
    ...(act ? { act: (actions, seen, dice) => (dice() < share ? act(actions, seen, dice) : actions) } : {}),
    ...(answer ? { answer: (value, dice) => (dice() < share ? answer(value, dice) : value) } : {}),
    ...(say ? { say: (saying, dice) => (dice() < share ? say(saying, dice) : saying) } : {}),
  }
}

function given<T extends object>(settings: T): Partial<T> {
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined)) as Partial<T>
}
