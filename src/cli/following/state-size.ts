import { readdir, stat } from "node:fs/promises"
import { join } from "node:path"
import { bytesBelow } from "../../checkpoints/shadow/shrink.ts"
import { size } from "../../text/words/units.ts"

/** Above this somebody has to be told: nothing grows without a word. */
export const MUCH = 2e9

export const PRUNE = "keelson runs --all --prune --older-than 30d"

/** What to say of a folder that has grown large; `undefined` for one that has not, or that can't be looked at. */
export async function growthWord(folder: string): Promise<string | undefined> {
  const sizes = await stateSize(folder).catch(() => undefined)
  const total = sizes ? sizes.store + sizes.checkpoints : 0
  return total < MUCH ? undefined : `runs and checkpoints take ${size(total)} in ${folder}; remove old ones: ${PRUNE}`
}

/** What a state folder takes, in bytes. */
export async function stateSize(folder: string): Promise<{ readonly store: number; readonly checkpoints: number }> {
  const names = (await readdir(folder)).filter((name) => name.startsWith("keelson.db"))
  const sizes = await Promise.all(names.map((name) => bytesOf(join(folder, name))))
  return { store: sum(sizes), checkpoints: await bytesBelow(join(folder, "checkpoints")) }
}

/** Files come and go meanwhile. */
async function bytesOf(path: string): Promise<number> {
  return (await stat(path).catch(() => undefined))?.size ?? 0
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
