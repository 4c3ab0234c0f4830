import { EXTRA_NAMES, type ExtraName, extraNamed } from "../../extras/extras.ts"
import { placeOf } from "../../extras/find-package.ts"
import { languageHere } from "../../host/user-language.ts"
import { distrust } from "../../tools/programs/untrusted-places.ts"
import { installExtra } from "../extras/install.ts"
import { InstallError } from "../extras/npm.ts"
import { packagesOf } from "../extras/packages.ts"
import { listExtras } from "../extras/standing.ts"
import { sayExtra } from "../extras/words.ts"
import { tableRows } from "../paint/table.ts"
import { UsageError } from "../terminal/failure.ts"
import { print, printJson, tell } from "../terminal/output.ts"

/** Installs extras into Keelson's own folder; none named: lists them. Whoever types it has been asked. */
export async function installCommand(named: readonly string[], { json }: { readonly json?: boolean }): Promise<number> {
  // As for a run here: what lies in this folder does not count as installed.
  distrust(process.cwd())
  if (named.length === 0) return list(json)
  const names = named.map(known)
  for (const [index, name] of names.entries()) await installOne(name).catch(failing(names.slice(index)))
  return 0
}

/** Where there is no way to the registry just now, somebody has to come back to it. */
function failing(left: readonly ExtraName[]): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof InstallError)) throw error
    throw new InstallError(`${error.message} Try again with: keelson install ${left.join(" ")}`)
  }
}

async function installOne(name: ExtraName): Promise<void> {
  const language = languageHere()
  const place = placeOf(name)
  if (place === "beside" || place === "own") return print(sayExtra(language, "there", name, sayExtra(language, place)))
  tell(`${sayExtra(language, "installing", packagesOf(name))}`)
  const folder = await installExtra(name)
  print(sayExtra(language, "installed", name, packagesOf(name), folder))
}

function known(name: string): ExtraName {
  const extra = extraNamed(name)
  if (extra === undefined) throw new UsageError(`there is no extra "${name}"; there are: ${EXTRA_NAMES.join(", ")}.`)
  return extra
}

function list(json = false): number {
  const standing = listExtras(languageHere())
  if (json) printJson(standing)
  else {
    const rows = standing.map(({ name, brings, stands, packages }) => [name, stands, `${brings}: ${packages}`])
    print(tableRows(rows, process.stdout.columns ?? Number.POSITIVE_INFINITY).join("\n"))
  }
  return 0
}
