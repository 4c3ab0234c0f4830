import { ToolFailure } from "../../tool.ts"
import type { Workspace } from "../../workspace/workspace.ts"
import type { Replacement } from "../../workspace/workspace-write.ts"
import { type FileContent, missing, readContent } from "../file-content.ts"
import { count } from "../text/text.ts"
import { editableText, encodeLike } from "../text/text-file.ts"
import { applyHunks, newContent } from "./patch-apply.ts"
import type { FilePatch } from "./patch-parse.ts"

type Entry = { readonly file: FileContent; after: Buffer | null; mode?: number | undefined; isMoved: boolean }

/**
 * The files that a patch touches, worked out one after another in memory. What a file becomes depends on itself or on a file that
 * is removed only at the very end: so a change that was interrupted can be completed from what lies on disk.
 */
export class PatchedFiles {
  readonly #workspace: Workspace
  readonly #finished: ReadonlySet<string>
  readonly #entries = new Map<string, Entry>()
  readonly #account: string[] = []
  readonly #notes: string[] = []

  constructor(workspace: Workspace, finished: readonly string[]) {
    this.#workspace = workspace
    this.#finished = new Set(finished)
  }

  add(patch: FilePatch): Promise<void> {
    const { from, to } = patch
    if (to === null) return this.#remove(from ?? "", patch)
    if (from === null) return this.#make(to, patch)
    return from === to ? this.#change(to, patch) : this.#rename(from, to, patch)
  }

  /** What remains to be done. */
  replacements(): Replacement[] {
    return [...this.#entries.values()]
      .filter(({ file, after }) => !this.#finished.has(file.path) && !isSame(file.bytes, after))
      .map(({ file, after, mode }) => ({ path: file.path, before: file.bytes, after, mode }))
  }

  account(): string {
    const notes = this.#notes.length === 0 ? "" : `\n${this.#notes.join("\n")}`
    return `Patched ${count(this.#account.length, "file")}: ${this.#account.join(", ")}.${notes}`
  }

  async #change(path: string, patch: FilePatch): Promise<void> {
    const entry = await this.#entry(path)
    this.#account.push(`${path} (${count(patch.hunks.length, "hunk")})`)
    if (this.#isFinished(entry)) return
    this.#refuseMoved(entry, path)
    entry.after = await this.#patched(path, entry, patch)
  }

  async #make(path: string, { hunks, mode }: FilePatch): Promise<void> {
    const entry = await this.#entry(path)
    this.#account.push(`${path} (new)`)
    if (this.#isFinished(entry)) return
    this.#refuseMoved(entry, path)
    if (entry.after !== null) throw new ToolFailure(`The patch makes "${path}", which exists already.`)
    Object.assign(entry, { after: Buffer.from(newContent(hunks)), mode })
  }

  async #remove(path: string, patch: FilePatch): Promise<void> {
    const entry = await this.#entry(path)
    this.#account.push(`${path} (removed)`)
    if (this.#isFinished(entry)) return
    this.#refuseMoved(entry, path)
    const left = patch.hunks.length === 0 ? await this.#present(path, entry) : await this.#patched(path, entry, patch)
    if (patch.hunks.length > 0 && left.length > 0) {
      throw new ToolFailure(`The patch removes "${path}" but not all of its lines; read the file again.`)
    }
    entry.after = null
  }

  async #rename(from: string, to: string, patch: FilePatch): Promise<void> {
    const source = await this.#entry(from)
    const target = await this.#entry(to)
    this.#account.push(`${from} → ${to}`)
    this.#refuseMoved(source, from)
    this.#refuseMoved(target, to)
    if (!this.#isFinished(target)) {
      if (target.after !== null) throw new ToolFailure(`The patch renames "${from}" to "${to}", which exists already.`)
      if (!isSame(source.file.bytes, source.after)) throw touchedTwice(from)
      Object.assign(target, { after: await this.#patched(from, source, patch), mode: source.file.mode })
    }
    Object.assign(source, { after: null, isMoved: true })
  }

  async #patched(path: string, entry: Entry, { hunks }: FilePatch): Promise<Buffer> {
    const bytes = await this.#present(path, entry)
    if (hunks.length === 0) return bytes
    const { text, encoding } = editableText({ path, bytes })
    const patched = applyHunks(path, text, hunks)
    this.#notes.push(...patched.notes.map((note) => `${path}: ${note}.`))
    return encodeLike(path, patched.text, encoding)
  }

  async #present(path: string, { after }: Entry): Promise<Buffer> {
    if (after === null) throw await missing(this.#workspace, path)
    return after
  }

  /** By the real file: two names may mean one. */
  async #entry(path: string): Promise<Entry> {
    const file = await readContent(this.#workspace, path, "write")
    const known = this.#entries.get(file.path)
    if (known) return known
    const entry: Entry = { file, after: file.bytes, isMoved: false }
    this.#entries.set(file.path, entry)
    return entry
  }

  #isFinished({ file }: Entry): boolean {
    return this.#finished.has(file.path)
  }

  #refuseMoved({ isMoved }: Entry, path: string): void {
    if (isMoved) throw touchedTwice(path)
  }
}

function touchedTwice(path: string): ToolFailure {
  return new ToolFailure(`The patch renames "${path}" and does something else with it; do that in two patches.`)
}

function isSame(a: Buffer | null, b: Buffer | null): boolean {
  return a === null || b === null ? a === b : a.equals(b)
}
