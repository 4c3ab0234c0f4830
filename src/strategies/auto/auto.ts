import { z } from "zod"
import type { Strategy } from "../../run/strategy.ts"
import { PhasedSettings, phased } from "../phased/phased.ts"
import { react } from "../react/react.ts"
import { RoundsSettings, rounds } from "../rounds/rounds.ts"

/** The settings of the strategies that it takes. */
export const AutoSettings = z.strictObject({ ...PhasedSettings.shape, rounds: RoundsSettings.shape.rounds })
export type AutoSettings = z.infer<typeof AutoSettings>

/** The chart stands where the work is done. */
export const auto: Strategy<AutoSettings> = {
  name: "auto",
  summary: "Reads the request and takes the strategy that fits it.",
  settings: AutoSettings,
  plans: true,
  controls: [...new Set([phased, rounds, react].flatMap(({ controls }) => controls ?? []))],
  stages: ["phase", "round", "turn"],
  run: async (run, settings) => (await import("./take-strategy.ts")).takeStrategy(run, settings),
}
