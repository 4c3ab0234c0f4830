import { createHash } from "node:crypto"
import { readdir, rm } from "node:fs/promises"
import { basename, join } from "node:path"
import { writeAtomically } from "../workspace/atomic-write.ts"
import { readPlainFile } from "../workspace/plain-file.ts"
import { type MemoryNote, parseNote, renderNote } from "./note.ts"

const ENDING = ".md"
/** What people put there by hand may be longer than what a run may write, but not without end. */
const LARGEST_FILE = 100_000
const ID = /^[\p{L}\p{N}_][\p{L}\p{N}_.-]{0,99}$/u

/** The notes of one workspace, one file each. */
export class NotesFolder {
  readonly path: string

  constructor(path: string) {
    this.path = path
  }

  /** All that can be read, in the order of their ids. */
  async list(): Promise<MemoryNote[]> {
    const names = await readdir(this.path).catch(() => [])
    const ids = names.filter((name) => name.endsWith(ENDING)).map((name) => name.slice(0, -ENDING.length))
    const notes = await Promise.all(
      ids
        .filter((id) => ID.test(id))
        .sort()
        .map((id) => this.find(id)),
    )
    return notes.filter((note) => note !== undefined && note.text !== "") as MemoryNote[]
  }

  async find(id: string): Promise<MemoryNote | undefined> {
    if (!ID.test(id)) return undefined
    const file = this.#file(id)
    try {
      return parseNote(id, String(await readPlainFile(file, { maxBytes: LARGEST_FILE, followLink: true })))
    } catch {
      return undefined
    }
  }

  /** Whole or not at all. */
  async keep(note: MemoryNote): Promise<void> {
    await writeAtomically(this.#file(note.id), renderNote(note))
  }

  async remove(id: string): Promise<void> {
    await rm(this.#file(id), { force: true })
  }

  #file(id: string): string {
    return join(this.path, `${id}${ENDING}`)
  }
}

/** Readable, and different for folders of one name. */
export function folderName(root: string): string {
  const name =
    basename(root)
      .replace(/[^\p{L}\p{N}_.-]+/gu, "-")
      .slice(0, 60) || "root"
  return `${name}-${createHash("sha256").update(root).digest("hex").slice(0, 8)}`
}
