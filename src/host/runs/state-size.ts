import { readdir, stat } from "node:fs/promises"
import { join } from "node:path"
import { bytesBelow } from "../../checkpoints/shadow/shrink.ts"

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
