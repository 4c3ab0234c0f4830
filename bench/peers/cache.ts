import { execFileSync } from "node:child_process"
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { homedir } from "node:os"
import { join } from "node:path"
import { repositoryPath } from "../support/processes.ts"
import type { Contender } from "./contender.ts"

/** Outside of the repository: hundreds of megabytes that are fetched once. */
const CACHE = join(process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache"), "keelson", "peers")
const PROGRAMS = repositoryPath("bench/peers/programs")

export type Installed = { readonly folder: string; readonly version: string }

/** Installs what a contender needs, unless it is there, and puts our scripts beside it, so that they find its packages. */
export function install({ name, packages }: Contender): Installed {
  const [first] = packages
  if (first === undefined) return { folder: repositoryPath("."), version: ownVersion() }
  const folder = join(CACHE, packages.join("+").replaceAll(/[^\w.@+-]/g, "_"))
  if (!existsSync(join(folder, "installed"))) fetchPackages(name, folder, packages)
  for (const file of readdirSync(PROGRAMS)) copyFileSync(join(PROGRAMS, file), join(folder, file))
  const manifest = join(folder, "node_modules", first.slice(0, first.lastIndexOf("@")), "package.json")
  return { folder, version: JSON.parse(readFileSync(manifest, "utf8")).version }
}

function fetchPackages(name: string, folder: string, packages: readonly string[]): void {
  process.stderr.write(`Installing ${name} (${packages.join(", ")}) …\n`)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, "package.json"), '{ "private": true, "type": "module" }\n')
  execFileSync("npm", ["install", "--no-audit", "--no-fund", ...packages], {
    cwd: folder,
    stdio: ["ignore", "ignore", "inherit"],
  })
  writeFileSync(join(folder, "installed"), "")
}

function ownVersion(): string {
  return JSON.parse(readFileSync(repositoryPath("package.json"), "utf8")).version
}
