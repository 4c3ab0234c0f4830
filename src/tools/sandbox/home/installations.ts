import { existsSync, lstatSync, readdirSync, readlinkSync } from "node:fs"
import { basename, dirname, isAbsolute, join, resolve } from "node:path"
import { isWithin, realOf } from "../paths.ts"
import { VARIABLES } from "./tool-chains.ts"

/** Something of a hidden place that commands see: what is there, and where they see it. */
export type Shown = { readonly at: string; readonly from: string }

/** Folders of a home that hold more than one program's things. */
const BROAD = ["", ".local", ".local/share", ".local/state", ".config", ".cache", "Library"]

/** A folder with programs, by its name. */
const PROGRAMS = /^(s?bin|shims)$/
/** What stands beside such a folder where both are one installation, and not a folder of somebody's projects. */
const MARKS = ["lib", "lib64", "libexec", "share", "pyvenv.cfg", "release", "VERSION", "boot", "pkg"]

const MAX_LINKS = 8

/**
 * The programs that would disappear with the hidden folders: our own Node, the folders of the search path with the installations that
 * they belong to, and what links in those folders lead to.
 */
export function installations(hidden: readonly string[]): Shown[] {
  const isHidden = (path: string) => hidden.some((folder) => isWithin(folder, path))
  const isBroad = (path: string) => hidden.some((folder) => BROAD.some((name) => join(folder, name) === path))
  const searched = (process.env.PATH ?? "").split(":").filter(isAbsolute)
  const folders = [dirname(process.execPath), ...searched].map((path) => resolve(path))
  const named = VARIABLES.map((name) => process.env[name] ?? "").filter(isAbsolute)
  const found = [
    ...folders.flatMap((folder) => shownAs(folder, (real) => installationOf(real, isBroad))),
    ...named.flatMap((path) => shownAs(resolve(path), (real) => real)),
    ...[...new Set(folders)].flatMap((folder) => linkedFrom(folder, isHidden, isBroad)),
  ]
  return found.filter(({ at, from }) => isHidden(at) && !isBroad(at) && !isBroad(from))
}

/** At its real place, and by the name that somebody uses. */
function shownAs(path: string, widen: (real: string) => string): Shown[] {
  const real = realOf(path)
  if (real === undefined) return []
  const from = widen(real)
  const at = from === real ? path : dirname(path)
  return [{ at: from, from }, ...(at === from ? [] : [{ at, from }])]
}

/** The programs of npm's packages are links into the packages; other programs need the libraries beside them. */
function installationOf(folder: string, isBroad: (path: string) => boolean): string {
  const parent = dirname(folder)
  if (folder.endsWith("/node_modules/.bin")) return parent
  if (!PROGRAMS.test(basename(folder)) || isBroad(parent) || existsSync(join(parent, ".git"))) return folder
  return MARKS.some((mark) => existsSync(join(parent, mark))) ? parent : folder
}

function linkedFrom(folder: string, isHidden: (path: string) => boolean, isBroad: (path: string) => boolean): Shown[] {
  const real = realOf(folder)
  if (real === undefined || !isHidden(real)) return []
  return linksIn(real).flatMap((link) => {
    const target = realOf(link)
    if (target === undefined || !isHidden(target)) return []
    const from = programOf(target, isBroad)
    return [{ at: from, from }, ...stationsOf(link).map((at) => ({ at, from: target }))]
  })
}

/** What one program needs: its packages, its installation, or, where nothing tells, the file alone. */
function programOf(target: string, isBroad: (path: string) => boolean): string {
  const packages = target.indexOf("/node_modules/")
  if (packages !== -1) return target.slice(0, packages + "/node_modules".length)
  const folder = dirname(target)
  const installation = installationOf(folder, isBroad)
  return installation === folder ? target : installation
}

/** Where a link leads on its way, if it goes by other links. */
function stationsOf(link: string): string[] {
  const stations: string[] = []
  let path = link
  for (let count = 0; count < MAX_LINKS; count++) {
    const next = targetOf(path)
    if (next === undefined) break
    stations.push(next)
    path = next
  }
  return stations
}

function targetOf(path: string): string | undefined {
  try {
    return isLink(path) ? resolve(dirname(path), readlinkSync(path)) : undefined
  } catch {
    return undefined
  }
}

function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false
}

function linksIn(folder: string): string[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true })
    return entries.filter((entry) => entry.isSymbolicLink()).map(({ name }) => join(folder, name))
  } catch {
    return []
  }
}
