import { randomBytes } from "node:crypto"
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises"
import { dirname } from "node:path"
import { z } from "zod"
import { ONCE } from "../../protocol/zod/parse-once.ts"
import type { LearnedFact } from "../seam/model.ts"
import { SERVER_KINDS } from "../servers/server-answer.ts"
import { InMemoryLearned, type LearnedMemory, learnedKey } from "./learned.ts"

const Share = z.number().min(0).max(1)

const Fact = z.object({
  rungs: z
    .array(z.enum(["named", "required", "schema", "text"]))
    .min(1)
    .optional(),
  thinkingOff: z.union([z.boolean(), z.literal("always")]).optional(),
  systemRole: z.boolean().optional(),
  alternation: z.literal("strict").optional(),
  callsAtOnce: z.literal("one").optional(),
  pictures: z.literal(false).optional(),
  contextWindow: z.number().int().positive().optional(),
  missed: z.record(z.string(), z.number().int().positive()).optional(),
  toolForm: z.literal("text").optional(),
  ability: z.object({ plan: Share, edit: Share, judge: Share }).optional(),
  server: z.enum(SERVER_KINDS).optional(),
  isStranger: z.boolean().optional(),
})

const LearnedFile = z.object({ keelson_learned: z.literal(1), models: z.record(z.string(), Fact) })
type Facts = Readonly<Record<string, LearnedFact>>

/**
 * A memory in one small file. A damaged file is reported and begun anew; several processes may share it: each writes the
 * whole file at once, after taking over what the others wrote.
 */
export async function openLearned(path: string, onNotice: (notice: string) => void = () => {}): Promise<LearnedMemory> {
  return new LearnedFileMemory(path, await readFacts(path, onNotice), onNotice)
}

class LearnedFileMemory implements LearnedMemory {
  readonly #path: string
  readonly #memory: InMemoryLearned
  readonly #onNotice: (notice: string) => void
  #writing: Promise<void> = Promise.resolve()

  constructor(path: string, facts: Facts, onNotice: (notice: string) => void) {
    this.#path = path
    this.#memory = new InMemoryLearned(facts)
    this.#onNotice = onNotice
  }

  find(modelId: string, baseUrl: string): LearnedFact {
    return this.#memory.find(modelId, baseUrl)
  }

  async learn(modelId: string, baseUrl: string, fact: LearnedFact): Promise<void> {
    if (isKnown(this.find(modelId, baseUrl), fact)) return this.#writing
    await this.#memory.learn(modelId, baseUrl, fact)
    this.#writing = this.#writing.then(() => this.#keep(learnedKey(modelId, baseUrl), fact))
    return this.#writing
  }

  /** Only the new fact is added to what the file says by now: another process may know more. */
  async #keep(key: string, fact: LearnedFact): Promise<void> {
    try {
      const facts = await readFacts(this.#path, () => {})
      await replaceFile(this.#path, { ...facts, [key]: { ...facts[key], ...fact } })
    } catch (error) {
      this.#onNotice(`what was learned about ${key} could not be kept in ${this.#path}: ${(error as Error).message}`)
    }
  }
}

function isKnown(known: LearnedFact, fact: LearnedFact): boolean {
  return JSON.stringify({ ...known, ...fact }) === JSON.stringify(known)
}

async function readFacts(path: string, onNotice: (notice: string) => void): Promise<Facts> {
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") onNotice(`${path} can't be read (${error.code}); nothing is remembered of models.`)
    return undefined
  })
  if (text === undefined) return {}
  const parsed = LearnedFile.safeParse(parseJson(text), ONCE)
  if (parsed.success) return parsed.data.models
  onNotice(`${path} is damaged and is begun anew; what was learned about models is found out again.`)
  return {}
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

async function replaceFile(path: string, models: Facts): Promise<void> {
  const temporary = `${path}.${randomBytes(6).toString("hex")}.tmp`
  await mkdir(dirname(path), { recursive: true })
  try {
    await writeFile(temporary, `${JSON.stringify({ keelson_learned: 1, models }, null, 2)}\n`)
    await rename(temporary, path)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}
