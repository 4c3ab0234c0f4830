import { constants } from "node:fs"
import { cp, mkdir, mkdtemp, realpath, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { basename, join } from "node:path"

/** A folder for copies of one workspace; everything in it goes with it unless it is kept. */
export class WorkspaceCopies {
  readonly folder: string
  readonly #source: string

  private constructor(folder: string, source: string) {
    this.folder = folder
    this.#source = source
  }

  static async of(source: string): Promise<WorkspaceCopies> {
    const folder = await realpath(await mkdtemp(join(tmpdir(), "keelson-compare-")))
    return new WorkspaceCopies(folder, source)
  }

  /** The whole workspace, its repository and what it ignores included; shares blocks where the file system can. */
  async make(name: string): Promise<string> {
    const copy = join(this.folder, name, basename(this.#source))
    await mkdir(join(this.folder, name), { recursive: true })
    await cp(this.#source, copy, {
      recursive: true,
      preserveTimestamps: true,
      verbatimSymlinks: true,
      mode: constants.COPYFILE_FICLONE,
    })
    return copy
  }

  remove(): Promise<void> {
    return rm(this.folder, { recursive: true, force: true })
  }
}
