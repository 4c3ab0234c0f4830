import { z } from "zod"
import { ReflectionSetting } from "../../run/reflection/settings.ts"

const ROUNDS = { simple: 2, medium: 3, complex: 5 }

/** The settings of `rounds`. */
export const RoundsSettings = z.looseObject({
  /** One call may bring a thought and the next plan; `false` gives one call per box of the chart. */
  fuse: z.boolean().default(true),
  /** The flow of the chart to the letter: no fusion, no more rounds than planned, no closing stage. */
  /** How many rounds a request may take, by its complexity. */
  rounds: z
    .object({
      simple: z.int().min(1).default(ROUNDS.simple),
      medium: z.int().min(1).default(ROUNDS.medium),
      complex: z.int().min(1).default(ROUNDS.complex),
    })
    .default(ROUNDS),
  /** How the run watches itself for going round in circles. */
  reflection: ReflectionSetting,
})
export type RoundsSettings = z.infer<typeof RoundsSettings>
