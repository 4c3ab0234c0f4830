import { readFile } from "node:fs/promises"
import { join } from "node:path"
import type { z } from "zod"
import { ONCE } from "../protocol/zod/parse-once.ts"
import { writeAtomically } from "../tools/workspace/atomic-write.ts"
import type { EvalGround } from "./ground.ts"

/** A value that was kept under a key; `undefined` where there is none, or none that can be read. */
export async function keptValue<T>(
  { kept }: EvalGround,
  kind: string,
  key: string,
  schema: z.ZodType<T>,
): Promise<T | undefined> {
  const text = await readFile(pathOf(kept, kind, key), "utf8").catch(() => undefined)
  if (text === undefined) return undefined
  try {
    return schema.safeParse(JSON.parse(text), ONCE).data
  } catch {
    return undefined
  }
}

/** Keeps it, whole or not at all. */
export async function keepValue({ kept }: EvalGround, kind: string, key: string, value: unknown): Promise<void> {
  await writeAtomically(pathOf(kept, kind, key), `${JSON.stringify(value, null, 1)}\n`)
}

function pathOf(kept: string, kind: string, name: string): string {
  return join(kept, kind, name.slice(0, 2), `${name}.json`)
}
