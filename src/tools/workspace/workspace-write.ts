import { rm } from "node:fs/promises"
import { basename, dirname, join } from "node:path"
import { ToolFailure } from "../tool.ts"
import { type StagedFile, stageFile } from "./atomic-write.ts"
import { readPlainFile } from "./plain-file.ts"
import type { Workspace } from "./workspace.ts"
import { type HeldFolder, holdFolder } from "./workspace-folder.ts"

/** Both states of one file; `null` where there is none. `path` is real and relative to the root, as `relative` gives it. */
export type Replacement = {
  readonly path: string
  readonly before: Buffer | null
  readonly after: Buffer | null
  /** Of a new file; one that is there keeps its own. */
  readonly mode?: number | undefined
}

type HeldTarget = { readonly file: Replacement; readonly folder: HeldFolder; readonly name: string }

/**
 * Changes all files or none: everything is on disk before the first name changes. Contents come before removals, so that a process
 * that dies in between loses nothing. Places are looked up again: a link may have taken one since the change was worked out.
 */
export async function replaceFiles(workspace: Workspace, files: readonly Replacement[]): Promise<void> {
  const places: HeldTarget[] = []
  try {
    for (const file of files) places.push(await holdPlace(workspace, file))
    await replaceAt(places)
  } finally {
    for (const { folder } of places) await folder[Symbol.asyncDispose]()
  }
}

async function replaceAt(places: readonly HeldTarget[]): Promise<void> {
  for (const place of places) await requireBefore(place)
  const written = places.filter(({ file }) => file.after !== null)
  const staged = await stageAll(written)
  const removed = places.filter(({ file }) => file.after === null)
  await makeAll([
    ...written.map((place, index) => ({ place, make: () => commit(staged[index]) })),
    ...removed.map((place) => ({ place, make: () => remove(place) })),
  ])
}

async function commit(staged: StagedFile | undefined): Promise<void> {
  await staged?.commit()
}

async function holdPlace(workspace: Workspace, file: Replacement): Promise<HeldTarget> {
  const absolute = join(workspace.root, file.path)
  if ((await workspace.resolve(file.path, "write")) !== absolute) {
    throw new ToolFailure(`"${file.path}" became a link in this moment; nothing was written.`)
  }
  const folder = await holdFolder(workspace.root, dirname(absolute)).catch((error: unknown) => {
    throw asFailure(error, file.path)
  })
  return { file, folder, name: basename(absolute) }
}

/** Somebody else may have worked on the file in the meantime; what they did is not overwritten. */
async function requireBefore({ file, folder, name }: HeldTarget): Promise<void> {
  const current = await readHere(folder.path(name)).catch((error: unknown) => {
    throw asFailure(error, file.path)
  })
  const isSame = current === null ? file.before === null : file.before?.equals(current)
  if (!isSame) throw new ToolFailure(`"${file.path}" changed in this moment; nothing was written. Read it again.`)
}

async function readHere(path: string): Promise<Buffer | null> {
  try {
    return await readPlainFile(path, { maxBytes: Number.POSITIVE_INFINITY })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null
    throw error
  }
}

async function stageAll(places: readonly HeldTarget[]): Promise<StagedFile[]> {
  const staged: StagedFile[] = []
  for (const { file, folder, name } of places) {
    try {
      staged.push(await stageFile({ folder, name, mode: file.mode }, file.after ?? ""))
    } catch (error) {
      await Promise.all(staged.map((one) => one.discard()))
      throw asFailure(error, file.path)
    }
  }
  return staged
}

type Deed = { readonly place: HeldTarget; readonly make: () => Promise<void> }

/** What fails half-way is taken back, last things first. */
async function makeAll(deeds: readonly Deed[]): Promise<void> {
  const made: HeldTarget[] = []
  for (const { place, make } of deeds) {
    try {
      await make()
      made.push(place)
    } catch (error) {
      for (const done of made.reverse()) await restore(done)
      throw asFailure(error, place.file.path)
    }
  }
}

async function restore(place: HeldTarget): Promise<void> {
  const { file, folder, name } = place
  if (file.before === null) return remove(place)
  await (await stageFile({ folder, name }, file.before)).commit()
}

async function remove({ folder, name }: HeldTarget): Promise<void> {
  await rm(folder.path(name))
  await folder.sync()
}

function asFailure(error: unknown, path: string): ToolFailure {
  if (error instanceof ToolFailure) return error
  const { code, message } = error as NodeJS.ErrnoException
  return new ToolFailure(`"${path}" could not be written (${code ?? message}); nothing was changed.`)
}
