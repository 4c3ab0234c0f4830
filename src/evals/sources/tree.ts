import { constants } from "node:fs"
import { copyFile, cp, lstat, mkdir, readdir, readlink, rm, writeFile } from "node:fs/promises"
import { dirname, join, relative, sep } from "node:path"
import { fileHash } from "../../tools/content-hash.ts"
import type { PlacedFile } from "../job.ts"

/** Repositories change with each look at them; what is in one is told by its files. */
const NOT_HASHED = ".git"

/** Every file below a folder, with its place in it. */
export async function filesIn(folder: string): Promise<PlacedFile[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true })
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((from) => ({ from, to: relative(folder, from) }))
    .sort((one, other) => (one.to < other.to ? -1 : 1))
}

/** What is in a folder, as lines that are equal for equal content. */
export async function treeLines(folder: string, without: readonly string[] = []): Promise<string[]> {
  const isLeftOut = (path: string) => isBelowAny(path, [...without, NOT_HASHED])
  const files = (await filesIn(folder)).filter(({ to }) => !isLeftOut(to))
  return Promise.all(files.map(async ({ from, to }) => `${to} ${await fileLine(from)}`))
}

/** What a file is, in a word: its content and whether it can be run, or where it leads. */
export async function fileLine(path: string): Promise<string> {
  const stats = await lstat(path)
  if (stats.isSymbolicLink()) return `-> ${await readlink(path)}`
  return `${stats.mode & 0o111 ? "x" : "-"} ${await fileHash(path)}`
}

/** The whole folder but for some paths; shares blocks where the file system can. */
export async function copyTree(from: string, to: string, without: readonly string[] = []): Promise<void> {
  await cp(from, to, {
    recursive: true,
    preserveTimestamps: true,
    verbatimSymlinks: true,
    mode: constants.COPYFILE_FICLONE,
    filter: (path) => !isBelowAny(relative(from, path), without),
  })
}

/** Puts a file into a folder that a run has written in: what lies in its way, links above all, makes room and is not followed. */
export async function putFile(root: string, { from, to }: PlacedFile): Promise<void> {
  const path = await makeRoom(root, to)
  if ((await lstat(from)).isSymbolicLink()) await cp(from, path, { verbatimSymlinks: true })
  else await copyFile(from, path, constants.COPYFILE_EXCL)
}

/** The same with a content at hand. */
export async function putContent(root: string, to: string, content: string): Promise<void> {
  await writeFile(await makeRoom(root, to), content, { flag: "wx" })
}

/** A path at which there is nothing, below folders that are no links. */
export async function makeRoom(root: string, to: string): Promise<string> {
  const parts = dirname(to) === "." ? [] : dirname(to).split(sep)
  let folder = root
  for (const part of parts) {
    folder = join(folder, part)
    const stats = await lstat(folder).catch(() => undefined)
    if (stats?.isDirectory()) continue
    if (stats) await rm(folder, { force: true })
    await mkdir(folder)
  }
  const path = join(root, to)
  await rm(path, { recursive: true, force: true })
  return path
}

function isBelowAny(path: string, places: readonly string[]): boolean {
  return places.some((place) => path === place || path.startsWith(`${place}${sep}`))
}
