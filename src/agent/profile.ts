import { isLittle } from "../model/seam/ability.ts"
import type { Model } from "../model/seam/model.ts"
import type { Environment } from "../protocol/log/environment.ts"

/** Up to so many tokens a window has no room for more than the least. */
const LEAST_ROOM = 8192

/** How a run is laid out: as the user says, else by the window and by what the model was seen to be able to do. */
export function profileFor(said: Environment["profile"], model: Model): "small" | "usual" {
  if (said !== "auto") return said
  const { ability } = model.traits ?? {}
  // A guess at the window says nothing of the model.
  const isNarrow = model.contextWindow <= LEAST_ROOM && !model.isWindowAssumed
  return isNarrow || (ability && isLittle(ability)) ? "small" : "usual"
}

type Settings = Environment["settings"]

/** One control a call, where the strategy has the switch and nobody said otherwise. */
export function settingsFor(profile: "small" | "usual", takesFuse: boolean, said: Settings = {}): Settings {
  return profile === "small" && takesFuse ? { fuse: false, ...said } : { ...said }
}
