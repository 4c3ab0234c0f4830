import { lstat, readdir } from "node:fs/promises"
import { join } from "node:path"
import { contentHash } from "../tools/content-hash.ts"

const MARKERS = [
  "node_modules/.package-lock.json",
  "node_modules/.yarn-integrity",
  "node_modules/.yarn-state.yml",
  "node_modules/.modules.yaml",
]
const LOCKS = [
  "package-lock.json",
  "npm-shrinkwrap.json",
  "pnpm-lock.yaml",
  "yarn.lock",
  "bun.lock",
  "bun.lockb",
  "poetry.lock",
  "uv.lock",
  "Pipfile.lock",
  "Cargo.lock",
  "go.sum",
  "composer.lock",
  "Gemfile.lock",
]
const ENVIRONMENTS = [".venv", "venv"]

/** Stamps of what is installed and of what says so: an installation in between changes what a check says, and no checkpoint has it. */
export async function surroundings(root: string): Promise<string> {
  const files = await Promise.all([...MARKERS, ...LOCKS].map((name) => stampOf(join(root, name))))
  const environments = await Promise.all(ENVIRONMENTS.map((name) => packagesIn(join(root, name))))
  const modules = await namesIn(join(root, "node_modules"))
  return contentHash(Buffer.from(JSON.stringify([files, environments, modules])))
}

async function stampOf(path: string): Promise<string> {
  const found = await lstat(path).catch(() => undefined)
  return found ? `${found.size}:${found.mtimeMs}` : ""
}

/** By name, and those have versions. Tools put caches of their own beside packages: their names begin with a dot. */
async function namesIn(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder).catch(() => [])
  return names.filter((name) => !/^(\.|__pycache__)/.test(name)).sort()
}

async function packagesIn(environment: string): Promise<readonly string[]> {
  const versions = await readdir(join(environment, "lib")).catch(() => [])
  const lists = await Promise.all(
    versions.sort().map((name) => namesIn(join(environment, "lib", name, "site-packages"))),
  )
  return lists.flat()
}
