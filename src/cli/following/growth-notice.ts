import { stateSize } from "../../host/runs/state-size.ts"
import { size } from "../../text/words/units.ts"

/** Above this somebody has to be told: nothing grows without a word. */
export const MUCH = 2e9

export const PRUNE = "keelson runs --all --prune --older-than 30d"

/** What to say of a folder that has grown large; `undefined` for one that has not, or that can't be looked at. */
export async function growthNotice(folder: string): Promise<string | undefined> {
  const sizes = await stateSize(folder).catch(() => undefined)
  const total = sizes ? sizes.store + sizes.checkpoints : 0
  return total < MUCH ? undefined : `runs and checkpoints take ${size(total)} in ${folder}; remove old ones: ${PRUNE}`
}
