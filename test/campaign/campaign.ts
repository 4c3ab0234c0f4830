import { diceFor } from "../../src/testing/simulated/dice.ts"
import { CHECKS } from "./checks.ts"
import { Endpoint } from "./endpoint.ts"
import { drawInside, playInside } from "./inside-trial.ts"
import type { Observed } from "./observed.ts"
import { playTrial } from "./play-trial.ts"
import type { CampaignRun, Kind, Row } from "./results.ts"
import { playServed } from "./served-runs.ts"
import { drawServed, drawTrial, nameOf, type Trial } from "./trial.ts"

/** How many trials of each kind, and for how long at most. */
export type Plan = {
  readonly seed: number
  readonly commandLine: number
  /** Groups of runs, each in a server of its own. */
  readonly served: number
  readonly inside: number
  readonly atOnce: number
  readonly isOver?: () => boolean
}

/** A promise that was broken, and how to see it again. */
export type Broken = {
  readonly kind: Kind
  readonly trial: Trial
  readonly name: string
  readonly found: readonly string[]
}

/** So many runs share a server. */
const GUESTS = 8

/** One unit of work: a trial, or the trials that share a server. */
type Unit = { readonly kind: Kind; play(): Promise<readonly Observed[]> }

/** Plays a plan; `tell` hears of each broken promise when it is seen. */
export async function campaign(plan: Plan, tell: (broken: Broken) => void): Promise<CampaignRun> {
  const endpoint = new Endpoint()
  await endpoint.listen()
  const score = new Score()
  const units = unitsOf(plan, endpoint)
  const worker = async () => {
    for (let unit = units.shift(); unit && !plan.isOver?.(); unit = units.shift()) await score.take(unit, tell)
  }
  await Promise.all(Array.from({ length: plan.atOnce }, worker))
  endpoint.close()
  return { seed: plan.seed, at: new Date().toISOString().slice(0, 10), ...score.sum() }
}

/** The numbers of a kind's trials; `one` alone is played again. */
export function unitsOf({ seed, commandLine, served, inside }: Plan, endpoint: Endpoint): Unit[] {
  const numbers = (count: number) => Array.from({ length: count }, (_, number) => number)
  const kinds: Unit[][] = [
    numbers(commandLine).map((number) => commandLineUnit(seed, number, endpoint)),
    numbers(served).map((number) => servedUnit(seed, number, endpoint)),
    numbers(inside).map((number) => insideUnit(seed, number)),
  ]
  // Side by side, so that a run that is broken off has something of each.
  return kinds
    .flatMap((units) => units.map((unit, index) => ({ unit, place: index / units.length })))
    .sort((a, b) => a.place - b.place)
    .map(({ unit }) => unit)
}

export function commandLineUnit(seed: number, number: number, endpoint: Endpoint): Unit {
  return { kind: "command line", play: async () => [await playTrial(drawTrial(seed, number), endpoint)] }
}

export function servedUnit(seed: number, group: number, endpoint: Endpoint): Unit {
  const trials = Array.from({ length: GUESTS }, (_, guest) => drawServed(seed, group * GUESTS + guest))
  return { kind: "server", play: () => playServed(trials, endpoint, diceFor(`campaign/server/${seed}/${group}`)) }
}

export function insideUnit(seed: number, number: number): Unit {
  return { kind: "in one process", play: async () => [await playInside(drawInside(seed, number))] }
}

/** What came of the trials. */
export class Score {
  readonly #rows = new Map<string, { trials: number; broken: number }>()
  readonly #promises: Record<string, { looked: number; broken: number }> = {}

  async take(unit: Unit, tell: (broken: Broken) => void, keeps = false): Promise<void> {
    const seen = await unit.play()
    for (const observed of seen) {
      const { trial, place } = observed
      const found = this.#look(unit.kind, observed)
      trial.fault.clear?.({ place, dice: trial.dice, model: [] })
      if (found.length > 0) tell({ kind: unit.kind, trial, name: nameOf(trial), found })
    }
    if (!keeps) for (const { place } of seen) place.clear()
  }

  sum(): Pick<CampaignRun, "rows" | "promises"> {
    const rows = [...this.#rows].map(([key, counts]): Row => {
      const [kind, group = ""] = key.split("/") as [Kind, string]
      return { kind, group, ...counts }
    })
    return { rows, promises: this.#promises }
  }

  #look(kind: Kind, observed: Observed): string[] {
    const found = Object.entries(CHECKS).flatMap(([promise, check]) => {
      const against = check(observed)
      const { looked, broken } = this.#promises[promise] ?? { looked: 0, broken: 0 }
      this.#promises[promise] = { looked: looked + 1, broken: broken + (against.length > 0 ? 1 : 0) }
      return against.map((what) => `${promise}: ${what}`)
    })
    const key = `${kind}/${observed.trial.fault.group}`
    const row = this.#rows.get(key) ?? { trials: 0, broken: 0 }
    this.#rows.set(key, { trials: row.trials + 1, broken: row.broken + (found.length > 0 ? 1 : 0) })
    return found
  }
}
