import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"

/** A private folder for the length of one call: made when it is first needed, removed with everything in it. */
export class Scratch implements AsyncDisposable {
  #folder: string | undefined
  #files = 0

  async folder(): Promise<string> {
    this.#folder ??= await mkdtemp(join(tmpdir(), "keelson-data-"))
    return this.#folder
  }

  /** A path that no other file of the call has. */
  async newPath(extension: string): Promise<string> {
    this.#files += 1
    return join(await this.folder(), `${this.#files}${extension}`)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#folder !== undefined) await rm(this.#folder, { recursive: true, force: true })
  }
}
