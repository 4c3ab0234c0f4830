import { readdirSync, rmSync } from "node:fs"
import { join } from "node:path"
import { shadowFingerprint, stamp } from "./fingerprint.ts"
import { partsOf } from "./shadow.ts"
import { currentState } from "./shadow-state.ts"

/** A copy that could not be taken over stays, for somebody to look at. */
export const KEPT = "kept"

/** The folder of one repository's copies, and one copy in it. */
const PLACE = /^[0-9a-f]{32}$/
export const GENERATION = /^[0-9a-f]{12}$/

/** A look at each must not hold up a command. */
const MAX_LOOKS = 500

/** Removes the copies of repositories that are gone, but those that hold something which was not taken over. */
export function sweepCopies(shadows: string): void {
  for (const name of readdirSync(shadows)
    .filter((one) => PLACE.test(one))
    .slice(0, MAX_LOOKS)) {
    const place = join(shadows, name)
    if (isOfNoUse(place)) rmSync(place, { recursive: true, force: true })
  }
}

function isOfNoUse(place: string): boolean {
  const state = currentState(place)
  if (state === undefined || stamp(state.own) !== "-") return false
  const generations = readdirSync(place).filter((one) => GENERATION.test(one))
  if (generations.some((one) => stamp(join(place, one, KEPT)) !== "-")) return false
  return shadowFingerprint(partsOf(join(place, state.generation)).git) === state.shadow
}
