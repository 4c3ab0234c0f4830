import { realpathSync } from "node:fs"
import { createRequire } from "node:module"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { EXTRAS, type ExtraName } from "./extras.ts"
import { MissingExtraError } from "./missing-extra.ts"
import { isInOpenWorkspace } from "./open-workspaces.ts"
import { ownFolderOf } from "./own-folder.ts"

/** Where a package of an extra was found; `workspace`: only where a run could have put it, so it is not used. */
export type ExtraPlace = "beside" | "own" | "workspace" | "nowhere"

type PackageOf<Name extends ExtraName> = (typeof EXTRAS)[Name]["packages"][number]

/** The file to import for a package of an extra. Throws `MissingExtraError`. */
export function findPackage<Name extends ExtraName>(name: Name, from: PackageOf<Name>): string {
  const { file, place } = look(name, from)
  if (file === undefined || place === "workspace") throw new MissingExtraError(name, place === "workspace")
  return pathToFileURL(file).href
}

/** Loads a package of an extra, whose type the caller names. Throws `MissingExtraError`. */
export async function loadPackage<Module, Name extends ExtraName = ExtraName>(
  name: Name,
  from: PackageOf<Name>,
): Promise<Module> {
  return (await import(findPackage(name, from))) as Module
}

/** How an extra stands here: as that of its packages that stands worst. */
export function placeOf(name: ExtraName): ExtraPlace {
  const places = EXTRAS[name].packages.map((from) => look(name, from).place)
  return WORST_FIRST.find((place) => places.includes(place)) ?? "nowhere"
}

const WORST_FIRST: readonly ExtraPlace[] = ["nowhere", "workspace", "own", "beside"]

/** Beside Keelson comes first: it is what the user's project says. Never by the working folder, which may be anybody's. */
function look(name: ExtraName, from: string): { readonly file?: string; readonly place: ExtraPlace } {
  const beside = resolveFrom(import.meta.url, from)
  if (beside !== undefined && !isInOpenWorkspace(beside)) return { file: beside, place: "beside" }
  const folder = ownFolderOf(name)
  const own = folder === undefined ? undefined : resolveFrom(join(folder, "package.json"), from)
  if (own !== undefined && !isInOpenWorkspace(own)) return { file: own, place: "own" }
  return { place: (beside ?? own) === undefined ? "nowhere" : "workspace" }
}

/** Without links. */
function resolveFrom(place: string, name: string): string | undefined {
  try {
    return realpathSync(createRequire(place).resolve(name))
  } catch {
    return undefined
  }
}
