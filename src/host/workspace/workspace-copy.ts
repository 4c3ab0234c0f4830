import { createHash } from "node:crypto"
import { constants, mkdtempSync, realpathSync } from "node:fs"
import { cp, mkdir, rm, rmdir } from "node:fs/promises"
import { tmpdir } from "node:os"
import { basename, dirname, join, sep } from "node:path"
import type { Config } from "../../config.ts"
import { IN_MEMORY, stateFolder } from "../../journal/state-folder.ts"
import type { RunHeader } from "../../protocol/log/run.ts"
import { SetupError } from "../errors/setup-error.ts"

type Environment = Config["environment"]

let inMemory: string | undefined

/** Where runs work that get a folder of ours: beside the state folder, which the sandbox hides from their commands. */
function copiesRoot(environment: Environment): string {
  const state = stateFolder(environment)
  if (state !== IN_MEMORY) return `${state}-copies`
  inMemory ??= mkdtempSync(join(tmpdir(), "keelson-copies-"))
  return inMemory
}

/** Where those of one workspace are, without links, so that its server finds them again and no other shows them. */
export function copiesFor(environment: Environment, workspace: string): string {
  const root = copiesRoot(environment)
  const name = createHash("sha256").update(workspace).digest("hex").slice(0, 12)
  return join(withoutLinks(dirname(root)), basename(root), `${basename(workspace)}-${name}`)
}

function withoutLinks(folder: string): string {
  try {
    return realpathSync(folder)
  } catch {
    return folder
  }
}

/** A folder for copies of one workspace; everything in it goes with it unless it is kept. */
export class WorkspaceCopies {
  readonly folder: string
  readonly #source: string

  /** `name`: the comparison that they are for. */
  constructor(environment: Environment, source: string, name: string) {
    this.folder = join(copiesFor(environment, source), name)
    this.#source = source
  }

  /** The whole workspace, its repository and what it ignores included; shares blocks where the file system can. */
  async make(name: string): Promise<string> {
    if (`${this.folder}${sep}`.startsWith(`${this.#source}${sep}`))
      throw new SetupError(
        `${this.#source} holds the folder that copies are made in (${dirname(this.folder)}); compare in a folder further down.`,
      )
    const copy = join(this.folder, name, basename(this.#source))
    await mkdir(join(this.folder, name), { recursive: true, mode: 0o700 })
    await cp(this.#source, copy, {
      recursive: true,
      preserveTimestamps: true,
      verbatimSymlinks: true,
      mode: constants.COPYFILE_FICLONE,
    })
    return copy
  }

  async remove(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true })
    await rmdir(dirname(this.folder)).catch(() => {})
  }
}

/** Removes the folders of ours that these runs worked in. */
export async function removeCopies(environment: Environment, gone: readonly RunHeader[]): Promise<void> {
  const root = copiesRoot(environment)
  const roots = [root, join(withoutLinks(dirname(root)), basename(root))]
  for (const { workspace } of gone) {
    if (!roots.some((folder) => workspace.startsWith(`${folder}${sep}`))) continue
    await rm(dirname(workspace), { recursive: true, force: true })
    // The folder of a comparison goes with the last of its runs.
    await rmdir(dirname(dirname(workspace))).catch(() => {})
  }
}
