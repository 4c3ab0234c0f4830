import { STRATEGIES } from "../../src/strategies/index.ts"
import { type Dice, diceFor } from "../../src/testing/simulated/dice.ts"
import { busyModel } from "../durability/busy-model.ts"
import { pick } from "./chance.ts"
import type { Voice } from "./endpoint.ts"
import type { Fault } from "./fault.ts"
import { HOSTILE_FAULTS, personaOf } from "./hostile-faults.ts"
import { NETWORK_FAULTS } from "./network-faults.ts"
import { PROCESS_FAULTS } from "./process-faults.ts"
import { simulatedReply } from "./simulated-mind.ts"
import { STORE_FAULTS } from "./store-faults.ts"

/** What one trial is, drawn from the campaign's seed and the trial's number alone. */
export type Trial = {
  readonly seed: number
  readonly number: number
  readonly fault: Fault
  readonly strategy: string
  /** `scripted` says the same whatever happens; `simulated` goes by what it is shown. */
  readonly mind: "scripted" | "simulated"
  /** Whether it prints events or the report. */
  readonly isJson: boolean
  readonly dice: Dice
}

export const FAULTS: readonly Fault[] = [...PROCESS_FAULTS, ...STORE_FAULTS, ...NETWORK_FAULTS, ...HOSTILE_FAULTS]

/** Each of the groups as often as any other, kills more often, and within one each fault in turn by chance. */
const GROUPS = [...new Set(FAULTS.map(({ group }) => group))]
const TWICE = GROUPS.filter((group) => group.startsWith("kill"))
const DRAWN = [...GROUPS, ...TWICE, ...TWICE]

/** What can go wrong with one run among those of a server. */
const SERVED = FAULTS.filter(({ start, during, between, isGone, prepare, group }) => {
  const isOfOneRun = !start || group === "network faults"
  return (
    isOfOneRun &&
    !during &&
    !between &&
    !isGone &&
    (!prepare || group === "hostile workspaces") &&
    group !== "stores removed or cut"
  )
})
const SERVED_GROUPS = [...new Set(SERVED.map(({ group }) => group))]

/** A run of a server; most have no fault of their own, since the server has its own. */
export function drawServed(seed: number, number: number): Trial {
  const dice = diceFor(`campaign/served/${seed}/${number}`)
  const group = dice() < 0.4 ? "no fault" : pick(dice, SERVED_GROUPS)
  const fault = pick(
    dice,
    SERVED.filter((one) => one.group === group),
  )
  return { seed, number, fault, strategy: pick(dice, [...STRATEGIES.keys()]), mind: "simulated", isJson: true, dice }
}

export function drawTrial(seed: number, number: number): Trial {
  const dice = diceFor(`campaign/${seed}/${number}`)
  const group = DRAWN[number % DRAWN.length] as string
  const fault = pick(
    dice,
    FAULTS.filter((one) => one.group === group),
  )
  // The scripted one knows a single strategy.
  const isScripted = fault.voice === undefined && !fault.name.startsWith("persona") && dice() < 0.1
  return {
    seed,
    number,
    fault,
    strategy: isScripted ? "phased" : pick(dice, [...STRATEGIES.keys()]),
    mind: isScripted ? "scripted" : "simulated",
    isJson: dice() < 0.6,
    dice,
  }
}

/** What its model says while nothing is wrong. */
export function voiceOf({ mind, fault, seed, number }: Trial): Voice {
  if (mind === "scripted") return busyModel
  const persona = personaOf(fault)
  let calls = 0
  return (body, n) =>
    simulatedReply(body, persona, diceFor(`${seed}/${number}/${n}`), () => {
      calls += 1
      return `t${calls}`
    })
}

/** How one is named in what is said of it, and how it is played again. */
export function nameOf({ seed, number, fault, strategy, mind }: Trial): string {
  return `seed ${seed}, trial ${number}: ${fault.name}, ${strategy}, ${mind} model`
}
