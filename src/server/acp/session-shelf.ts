import { randomBytes } from "node:crypto"
import { mkdir, readdir, readFile, rename, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { z } from "zod"

/** What is kept of a session: where it works, how, and which runs it is made of. What they said and did stands in their logs. */
const KeptSession = z.object({
  id: z.string(),
  cwd: z.string(),
  title: z.string(),
  updated_at: z.string(),
  approve: z.string().optional(),
  strategy: z.string().optional(),
  runs: z.array(z.string()),
})
export type KeptSession = Readonly<z.infer<typeof KeptSession>>

const ID = /^[a-z0-9-]{1,60}$/

/** The sessions of this user, one small file each; with no folder they end with the process. */
export class SessionShelf {
  readonly #folder: string | undefined
  readonly #kept = new Map<string, KeptSession>()

  constructor(folder: string | undefined) {
    this.#folder = folder
  }

  static newId(): string {
    return `s-${randomBytes(8).toString("hex")}`
  }

  async find(id: string): Promise<KeptSession | undefined> {
    if (!ID.test(id)) return undefined
    return this.#kept.get(id) ?? (await this.#read(id))
  }

  /** Replaced as a whole, so that a crash leaves the old or the new one. */
  async keep(session: KeptSession): Promise<void> {
    this.#kept.set(session.id, session)
    if (this.#folder === undefined) return
    await mkdir(this.#folder, { recursive: true, mode: 0o700 })
    const path = this.#path(session.id)
    const temporary = `${path}.${randomBytes(4).toString("hex")}.tmp`
    await writeFile(temporary, JSON.stringify(session), { mode: 0o600 })
    await rename(temporary, path)
  }

  /** Those that something was asked in, newest first. */
  async list(): Promise<KeptSession[]> {
    const names = this.#folder === undefined ? [] : await readdir(this.#folder).catch(() => [])
    const ids = new Set([...this.#kept.keys(), ...names.flatMap((name) => /^(.+)\.json$/.exec(name)?.[1] ?? [])])
    const all = await Promise.all([...ids].map((id) => this.find(id)))
    return all
      .flatMap((session) => (session && session.runs.length > 0 ? [session] : []))
      .sort((a, b) => b.updated_at.localeCompare(a.updated_at))
  }

  /** A file that can't be read is no session; the runs that it named are still there. */
  async #read(id: string): Promise<KeptSession | undefined> {
    if (this.#folder === undefined) return undefined
    const text = await readFile(this.#path(id), "utf8").catch(() => undefined)
    if (text === undefined) return undefined
    try {
      return KeptSession.parse(JSON.parse(text))
    } catch {
      return undefined
    }
  }

  #path(id: string): string {
    return join(this.#folder ?? "", `${id}.json`)
  }
}
