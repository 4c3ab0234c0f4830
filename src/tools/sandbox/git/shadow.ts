import { randomBytes } from "node:crypto"
import { chmodSync, lstatSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { dirname, isAbsolute, join, resolve } from "node:path"
import { readPlainFileSync } from "../../workspace/plain-file.ts"
import { objectFormatOf, offeredConfig, plainConfig, readSettings } from "./config.ts"
import { fingerprintOf, OPEN_WORK, shadowFingerprint, stamp } from "./fingerprint.ts"
import { requireFit } from "./fitness.ts"
import type { GitFolders } from "./folders.ts"
import { parseHead, type Refs, readRefs, textIn } from "./refs.ts"
import type { ShadowState } from "./shadow-state.ts"
import { stashIds } from "./stash.ts"
import { UnfitRepository } from "./unfit.ts"

/** Where commands find the objects of the real repository, in their copy of it. */
export const REAL_OBJECTS = "real-objects"

const INDEX_BYTES = 512 << 20
const LOG_BYTES = 16 << 20
const SMALL_BYTES = 1 << 20
const MAX_HOOKS = 200

/** The parts of a copy. Commands write in `git` alone; the others are the engine's, and are mounted read-only where commands see them. */
export function partsOf(generation: string) {
  const part = (name: string) => join(generation, name)
  return {
    git: part("git"),
    config: part("config"),
    plainConfig: part("plain-config"),
    hooks: part("hooks"),
    empty: part("empty"),
    baseIndex: part("base-index"),
    request: part("request"),
  }
}

/**
 * Makes a copy of a repository's state for commands: refs, HEAD, index, settings. Objects are not copied, the real ones are read
 * through. No program of git's is run on the repository.
 */
export async function makeShadow(place: string, folders: GitFolders): Promise<ShadowState> {
  const { own, common } = folders
  requireFit(folders)
  const before = { real: fingerprintOf(folders), index: stamp(join(own, "index")) }
  const settings = await readSettings(own, common)
  const format = objectFormatOf(settings)
  const headText = textIn(join(own, "HEAD"), SMALL_BYTES)
  if (parseHead(headText) === undefined) throw new UnfitRepository("its HEAD is not readable")
  const refs = readRefs(common)
  const name = randomBytes(6).toString("hex")
  const parts = partsOf(join(place, name))
  for (const folder of [parts.git, parts.hooks, parts.empty, parts.request])
    mkdirSync(folder, { recursive: true, mode: 0o700 })
  const isBare = own === common && settings.findLast(({ name: key }) => key === "core.bare")?.value === "true"
  writeFileSync(parts.config, offeredConfig(format, settings, isBare))
  writeFileSync(parts.plainConfig, plainConfig(format))
  copyHooks(join(common, "hooks"), parts.hooks)
  fillGit(parts.git, folders, headText, refs)
  copyIndex(own, parts.git, parts.baseIndex)
  const stash = stashIds(textIn(join(common, "logs/refs/stash"), LOG_BYTES))
  return {
    ...before,
    own,
    identity: stamp(join(common, "objects"), true),
    generation: name,
    shadow: shadowFingerprint(parts.git),
    head: headText.trimEnd(),
    refs: Object.fromEntries(refs.ids),
    stash,
  }
}

function fillGit(git: string, { own, common }: GitFolders, head: string, refs: Refs): void {
  const write = (name: string, text: string | Buffer) => {
    mkdirSync(dirname(join(git, name)), { recursive: true })
    writeFileSync(join(git, name), text)
  }
  for (const name of ["refs/heads", "refs/tags", "objects/pack", REAL_OBJECTS, "hooks", "modules", "worktrees"])
    mkdirSync(join(git, name), { recursive: true })
  // Mounted over.
  write("config", "")
  write("HEAD", head)
  write("packed-refs", [...refs.ids].map(([name, id]) => `${id} ${name}\n`).join(""))
  for (const [name, target] of refs.symbolic) write(name, `ref: ${target}\n`)
  write("objects/info/alternates", `../${REAL_OBJECTS}\n${furtherObjects(common)}`)
  const logs = [["logs/HEAD", own] as const, ["logs/refs/stash", common] as const]
  const kept = [...OPEN_WORK, "info/sparse-checkout"].map((name) => [name, own] as const)
  const shared = ["shallow", "info/exclude"].map((name) => [name, common] as const)
  for (const [name, folder] of [...logs, ...kept, ...shared]) {
    const text = textIn(join(folder, name), LOG_BYTES)
    if (text !== "") write(name, text)
  }
}

/** Git does not follow a second list of relative paths, so they are named here by where they are. */
function furtherObjects(common: string): string {
  const objects = join(common, "objects")
  const lines = textIn(join(objects, "info/alternates"), SMALL_BYTES).split("\n")
  const named = lines.filter((line) => line !== "" && !line.startsWith("#") && !line.startsWith('"'))
  return named.map((line) => `${isAbsolute(line) ? line : resolve(objects, line)}\n`).join("")
}

/** The index may have its entries in a second file. */
function copyIndex(own: string, git: string, base: string): void {
  const isShared = (name: string) => /^sharedindex\.[0-9a-f]+$/.test(name)
  for (const name of readdirSync(own).filter((one) => one === "index" || isShared(one))) {
    const bytes = readPlainFileSync(join(own, name), { maxBytes: INDEX_BYTES })
    writeFileSync(join(git, name), bytes)
    if (name === "index") writeFileSync(base, bytes)
  }
}

/** Hooks run confined, in commands alone. */
function copyHooks(from: string, to: string): void {
  let left = MAX_HOOKS
  for (const entry of lstatSync(from, { throwIfNoEntry: false })?.isDirectory() ? readdirSync(from) : []) {
    const found = lstatSync(join(from, entry))
    if (!found.isFile() || entry.endsWith(".sample") || found.size > SMALL_BYTES || left-- <= 0) continue
    writeFileSync(join(to, entry), readPlainFileSync(join(from, entry), { maxBytes: SMALL_BYTES }))
    chmodSync(join(to, entry), found.mode & 0o755)
  }
}

export function removeShadow(place: string, generation: string): void {
  rmSync(join(place, generation), { recursive: true, force: true })
}
