import { createHash } from "node:crypto"
import { mkdirSync, renameSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { z } from "zod"
import { textIn } from "./refs.ts"

const STATE_BYTES = 64 << 20
const NAME_BYTES = 100
const STATE = "state.json"
const CURRENT = "current"

/** What the engine knows of the copy of a repository: as both were when they were last the same. */
const ShadowState = z.object({
  own: z.string(),
  /** Of the real objects: another repository in the same place is not the one that was copied. */
  identity: z.string(),
  /** The folder of the copy. */
  generation: z.string().regex(/^[0-9a-f]{12}$/),
  /** Fingerprints of the real repository, its index, and the copy. */
  real: z.string(),
  index: z.string(),
  shadow: z.string(),
  head: z.string(),
  refs: z.record(z.string(), z.string()),
  stash: z.array(z.string()),
})
export type ShadowState = Readonly<z.infer<typeof ShadowState>>

/** The folder of one repository's copies, named by where the repository is. */
export function placeOf(shadows: string, own: string): string {
  const place = join(shadows, createHash("sha256").update(own).digest("hex").slice(0, 32))
  mkdirSync(place, { recursive: true, mode: 0o700 })
  return place
}

/** The state of a copy. One that is not whole was never used. */
export function readState(generation: string): ShadowState | undefined {
  try {
    return ShadowState.parse(JSON.parse(textIn(join(generation, STATE), STATE_BYTES)))
  } catch {
    return undefined
  }
}

export function writeState(generation: string, state: ShadowState): void {
  replace(join(generation, STATE), JSON.stringify(state))
}

/** The copy that the next command gets, if there is one. */
export function currentState(place: string): ShadowState | undefined {
  const name = textIn(join(place, CURRENT), NAME_BYTES)
  return name === "" ? undefined : readState(join(place, name))
}

/** From now on commands get this copy. */
export function setCurrent(place: string, state: ShadowState): void {
  writeState(join(place, state.generation), state)
  replace(join(place, CURRENT), state.generation)
}

function replace(path: string, text: string): void {
  const draft = `${path}.tmp`
  writeFileSync(draft, text, { mode: 0o600 })
  renameSync(draft, path)
}
