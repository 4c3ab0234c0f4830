import { type BigIntStats, realpathSync } from "node:fs"
import { chmod, lstat, readlink, rename, symlink } from "node:fs/promises"
import { basename, dirname, join, relative } from "node:path"
import { quotedName } from "../../text/quoted-name.ts"
import { runLaterKind, runLaterMark } from "../../text/words/run-later.ts"
import { ToolFailure } from "../tool.ts"
import { workspaceOf } from "./guarded-names.ts"
import { type Mount, readOnly } from "./mount.ts"
import { isOwn, type OwnFiles } from "./own-files.ts"
import type { Attendance, SandboxPlace } from "./sandbox.ts"
import { settingsNow } from "./settings-now.ts"
import { placesIn } from "./workspace-places.ts"

/** The time that bubblewrap needs grows with the square of its mounts: 512 take about 0.3 seconds. */
const MAX_SETTINGS = 512
/** Settings may lie within settings: each look finds the outermost. */
const MAX_LOOKS = 10
const MOST_NAMED = 10
const LONGEST_NAME = 200

/** What was found for the mounts of a command is what its workspace is compared with afterwards. */
const found = new WeakMap<SandboxPlace, readonly string[]>()

/** Settings that are there are read-only; of a link, what it leads to in the workspace. */
export async function settingsMounts(
  place: SandboxPlace,
  root: string,
  settings: readonly string[],
  isShown: (path: string) => boolean,
): Promise<Mount[]> {
  found.set(place, settings)
  const paths = await Promise.all(coverable(root, settings).map((path) => mountable(root, path)))
  return [...new Set(paths.flat())].filter(isShown).map(readOnly)
}

/** Where there are too many, CI files further down may be left out: services read them at the top of a repository only. */
function coverable(root: string, settings: readonly string[]): readonly string[] {
  if (settings.length <= MAX_SETTINGS) return settings
  const isNestedCi = (path: string) => runLaterKind(path) === "ci" && path.split("/").length > 2
  const left = settings.filter((path) => !isNestedCi(relative(root, path)))
  if (left.length <= MAX_SETTINGS) return left
  throw new ToolFailure(
    `${root} has ${left.length} files and folders that other programs run later (.vscode, .husky, .envrc, …), and at most ${MAX_SETTINGS} ` +
      "can be kept read-only for a command, so no command runs in it. Run in a folder further down, or without the sandbox.",
  )
}

async function mountable(root: string, path: string): Promise<string[]> {
  const entry = await lstatOf(path)
  if (entry?.isFile() || entry?.isDirectory()) return [path]
  const target = entry?.isSymbolicLink() ? realOf(path) : undefined
  return target?.startsWith(`${root}/`) ? [target] : []
}

function realOf(path: string): string | undefined {
  try {
    return realpathSync(path)
  } catch {
    return undefined
  }
}

/** A setting by the folder that it is in, whatever that is called by now: a mount goes along when a folder above it is renamed. */
type Known = { readonly path: string; readonly what: string }

/**
 * Looks for settings that a command made. They can't be made read-only before they are there: a mount would leave an empty file
 * behind. They are renamed, not removed: the user may have made one in the same moment. Nothing here follows a link or writes into a
 * file.
 */
export async function watchSettings(place: SandboxPlace): Promise<Attendance["leave"]> {
  const root = workspaceOf(place)
  if (root === undefined) return async () => []
  const settings = found.get(place) ?? (await placesIn(root)).settings
  const known = new Map<string, Known>()
  for (const path of settings) known.set(await placeOf(path), { path, what: await whatIs(path) })
  return (own) => takeBack(root, known, own)
}

async function takeBack(root: string, known: ReadonlyMap<string, Known>, own: OwnFiles = new Map()): Promise<string[]> {
  const ending = `.set-aside-${crypto.randomUUID().slice(0, 8)}`
  const notes: string[] = []
  let isWhole = true
  for (let look = 0; look < MAX_LOOKS; look++) {
    const now = await settingsNow(root)
    isWhole = now.isWhole
    const made: string[] = []
    for (const path of now.settings) if (!(await isKnown(path, known)) && !(await isOwn(path, own))) made.push(path)
    if (made.length === 0) break
    for (const path of made) notes.push(await setAside(root, path, ending))
  }
  return [
    ...shortened(notes, ending),
    ...(await putBackLinks(root, known)),
    ...(isWhole
      ? []
      : ["[keelson: the command made more folders than can be searched for settings, or too deep ones; remove them.]"]),
  ]
}

async function isKnown(path: string, known: ReadonlyMap<string, Known>): Promise<boolean> {
  const before = known.get(await placeOf(path))
  return before !== undefined && before.what === (await whatIs(path))
}

async function setAside(root: string, path: string, ending: string): Promise<string> {
  const to = join(dirname(path), asideName(basename(path), ending))
  const [name, aside] = [path, to].map((one) => quotedName(relative(root, one))) as [string, string]
  const mark = runLaterMark("en", relative(root, path)) ?? ""
  const failure = await renamed(path, to)
  if (failure !== undefined)
    return `[keelson: ${name} (${mark}) was made by this command and could not be set aside (${failure}): tell the user to look at it.]`
  return (
    `[keelson: ${name} was made by this command. Other programs run it by themselves (${mark}), so commands can't make it; it is now ${aside}. ` +
    "To have it in its place, write it with the file tools, which ask the user, or tell the user to rename it.]"
  )
}

/** File systems allow names of 255 bytes; of a long one its beginning has to do. */
function asideName(name: string, ending: string): string {
  if (Buffer.byteLength(name) <= LONGEST_NAME) return `${name}${ending}`
  return `${name.slice(0, 20)}-${crypto.randomUUID().slice(0, 8)}${ending}`
}

/** What went wrong, or nothing. A folder that the command made read-only is opened for a moment. */
async function renamed(from: string, to: string): Promise<string | undefined> {
  try {
    await rename(from, to)
    return undefined
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException
    if (code !== "EACCES" && code !== "EPERM") return code
  }
  try {
    const { mode } = await lstat(dirname(from))
    await chmod(dirname(from), mode | 0o700)
    await rename(from, to).finally(() => chmod(dirname(from), mode))
    return undefined
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? String(error)
  }
}

/** A link can't be mounted over, so a command can remove it. */
async function putBackLinks(root: string, known: ReadonlyMap<string, Known>): Promise<string[]> {
  const notes: string[] = []
  for (const [place, { path, what }] of known) {
    if (!what.startsWith(LINK) || (await placeOf(path)) !== place || (await lstatOf(path))) continue
    const name = quotedName(relative(root, path))
    const isBack = await symlink(what.slice(LINK.length), path).then(
      () => true,
      () => false,
    )
    notes.push(
      isBack
        ? `[keelson: the link ${name} was put back: commands can't change it.]`
        : `[keelson: the link ${name} was removed by this command and could not be put back: tell the user.]`,
    )
  }
  return notes
}

function shortened(notes: readonly string[], ending: string): string[] {
  const left = notes.length - MOST_NAMED
  if (left <= 0) return [...notes]
  return [
    ...notes.slice(0, MOST_NAMED),
    `[keelson: ${left} more of them were set aside; their names end in ${ending}.]`,
  ]
}

/** The folder by its own number, and the name in it. */
async function placeOf(path: string): Promise<string> {
  const parent = await lstatOf(dirname(path))
  return join(`${parent?.dev}:${parent?.ino}`, basename(path))
}

const LINK = "link "

/** Files and folders are mounted read-only, so only the user can have changed one; anything else is compared. */
async function whatIs(path: string): Promise<string> {
  const entry = await lstatOf(path)
  if (entry?.isFile() || entry?.isDirectory()) return "mounted"
  return entry?.isSymbolicLink() ? `${LINK}${await readlink(path).catch(() => "")}` : `other ${entry?.ino}`
}

function lstatOf(path: string): Promise<BigIntStats | undefined> {
  return lstat(path, { bigint: true }).catch(() => undefined)
}
