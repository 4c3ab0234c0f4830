import { homedir } from "node:os"
import { join, resolve } from "node:path"
import { existing, isWithin, realOf } from "../sandbox/paths.ts"

/** What the user says of single files and folders. Paths are absolute, begin with `~/`, or are relative to the workspace. */
export type PathRules = {
  /** Commands may read these although they are in a hidden place. */
  readonly allow_read: readonly string[]
  /** Neither commands nor file tools may read or write these. */
  readonly deny_read: readonly string[]
  /** Commands may write these although they are outside of the workspace. */
  readonly allow_write: readonly string[]
  /** Neither commands nor file tools may write these. */
  readonly deny_write: readonly string[]
}

/** The same as real paths of what exists. A denial wins over a permission, wherever both are said. */
export type RealRules = {
  /** Outside of the workspace. */
  readonly allowRead: readonly string[]
  readonly allowWrite: readonly string[]
  readonly denyRead: readonly string[]
  readonly denyWrite: readonly string[]
  /** Files of the workspace that may be read although they may hold secrets, as they are spelt: no link counts. */
  readonly unmasked: readonly string[]
}

/** The rules that were said; `undefined` where none was. */
export function saidRules({ allow_read, deny_read, allow_write, deny_write }: PathRules): PathRules | undefined {
  const rules = { allow_read, deny_read, allow_write, deny_write }
  return Object.values(rules).some(({ length }) => length > 0) ? rules : undefined
}

export const NO_RULES: PathRules = { allow_read: [], deny_read: [], allow_write: [], deny_write: [] }

export function realRules(rules: PathRules = NO_RULES, root?: string): RealRules {
  const named = (paths: readonly string[]) => paths.map((path) => expanded(path, root ?? "/"))
  const [denyRead, denyWrite] = [rules.deny_read, rules.deny_write].map((paths) => existing(named(paths))) as Pair
  const isFree = (denied: readonly string[]) => (path: string) => !denied.some((one) => isWithin(one, path))
  const [read, write] = [named(rules.allow_read), named(rules.allow_write)]
  // A command could make a link of what lies in a place that it may write; there the outer permission is enough.
  const isOutside = (path: string) =>
    ![...(root === undefined ? [] : [root]), ...write].some((outer) => outer !== path && isWithin(outer, path))
  return {
    denyRead,
    denyWrite: denyWrite.filter(isFree(denyRead)),
    allowRead: existing(read.filter(isOutside)).filter(isFree(denyRead)),
    allowWrite: existing(write.filter(isOutside)).filter(isFree([...denyRead, ...denyWrite])),
    unmasked: read.filter((path) => root !== undefined && isWithin(root, path)).filter(isFree(denyRead)),
  }
}

type Pair = [string[], string[]]

/** Those that nothing is at: they have no effect, and may be misspelt. */
export function missingPaths(rules: PathRules, root: string): string[] {
  return Object.values(rules)
    .flat()
    .filter((path) => realOf(expanded(path, root)) === undefined)
}

/** True where one of the named paths is this path or holds it, by its name or by where links lead. */
export function isNamedBy(paths: readonly string[], root: string, candidates: readonly string[]): boolean {
  const named = paths.map((path) => expanded(path, root))
  const places = [...named, ...existing(named)]
  return candidates.some((candidate) => places.some((place) => isWithin(place, candidate)))
}

function expanded(path: string, root: string): string {
  return /^~(\/|$)/.test(path) ? join(homedir(), path.slice(1)) : resolve(root, path)
}
