import { randomBytes } from "node:crypto"
import { mkdir, readdir, readFile, realpath, rename, rm, writeFile } from "node:fs/promises"
import { dirname, join, relative, sep } from "node:path"
import { madeBeside } from "../../tools/by-products.ts"
import { TEMPORARY_GLOB } from "../../tools/workspace/atomic-write.ts"
import { type GitPlace, git } from "./git.ts"
import { inheritedIgnores } from "./inherited-ignores.ts"
import { shadowFolder } from "./shrink.ts"
import { CheckpointsUnavailable } from "./unavailable.ts"

/** Large, and made anew from what is kept: left out even where no `.gitignore` says so. A `.gitignore` can bring them back. */
const MADE_ANEW = [
  "node_modules/",
  "bower_components/",
  ".venv/",
  "venv/",
  "__pycache__/",
  ".tox/",
  ".mypy_cache/",
  ".pytest_cache/",
  ".ruff_cache/",
  ".gradle/",
  ".nox/",
  ".nyc_output/",
  ".hypothesis/",
  ".benchmarks/",
  "*.tsbuildinfo",
  ".eslintcache",
  ".coverage",
  ".phpunit.result.cache",
]

/** A workspace's `.gitattributes` must not change a byte on the way in or out. */
const ATTRIBUTES = "* -text -ident -filter !working-tree-encoding\n"

/**
 * The shadow repository of a workspace, made on first use. It is named by the workspace's real path, and its owner alone may look
 * into it: it holds copies of the workspace's files.
 */
export async function openShadow(folder: string, workspaceRoot: string, signal?: AbortSignal): Promise<GitPlace> {
  const workspace = await realpath(workspaceRoot).catch(() => {
    throw new CheckpointsUnavailable(`No checkpoint of ${workspaceRoot}: there is no such folder.`)
  })
  const gitFolder = shadowFolder(folder, workspace)
  const place = { gitFolder, workspace, ...(signal ? { signal } : {}) }
  if (!(await isThere(gitFolder))) await makeShadow(place)
  await writeIfChanged(join(gitFolder, "info", "exclude"), await exclusions(folder, workspace))
  return place
}

/** Made beside its place and moved there: another process sees a whole repository or none. */
async function makeShadow({ gitFolder, ...place }: GitPlace): Promise<void> {
  const draft = `${gitFolder}.${randomBytes(6).toString("hex")}.tmp`
  await mkdir(dirname(gitFolder), { recursive: true, mode: 0o700 })
  await mkdir(draft, { mode: 0o700 })
  try {
    await git({ ...place, gitFolder: draft }, ["init", "--quiet", "--template="])
    for (const name of ["info", "states", "refs/trees"]) await mkdir(join(draft, name), { recursive: true })
    await writeFile(join(draft, "info", "attributes"), ATTRIBUTES)
    await writeFile(join(draft, "description"), `Keelson's checkpoints of ${place.workspace}\n`)
    await rename(draft, gitFolder)
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    if (!(await isThere(gitFolder))) throw error
  }
}

async function exclusions(folder: string, workspace: string): Promise<string> {
  const lines = [
    ...(await inheritedIgnores(workspace)),
    ...MADE_ANEW,
    ...(await builtFolders(workspace)),
    TEMPORARY_GLOB,
    ...ownState(await realpath(folder), workspace),
  ]
  return `${lines.join("\n")}\n`
}

/** What build tools make beside the manifests of the workspace and of the folders in it; deeper ones have a `.gitignore` more often than not. */
async function builtFolders(workspace: string): Promise<string[]> {
  const entries = await readdir(workspace, { withFileTypes: true }).catch(() => [])
  const folders = entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith("."))
  const inner = await Promise.all(
    folders.slice(0, MOST_FOLDERS).map(async ({ name }) => {
      const names = await readdir(join(workspace, name)).catch(() => [])
      return madeBeside(names).map((made) => `/${name.replace(/[\\*?[\] ]/g, "\\$&")}/${made}`)
    }),
  )
  return [...madeBeside(entries.map(({ name }) => name)).map((made) => `/${made}`), ...inner.flat()]
}

const MOST_FOLDERS = 200

/** A state folder inside the workspace is not part of the work: undoing it would take the log back too. */
function ownState(folder: string, workspace: string): string[] {
  const state = relative(workspace, dirname(folder)).split(sep).join("/")
  if (state.startsWith("..")) return []
  const names = ["keelson.db", "keelson.db-*", relative(dirname(folder), folder)]
  return state === "" ? names.map((name) => `/${name}`) : [`/${state}/`]
}

async function writeIfChanged(path: string, text: string): Promise<void> {
  const before = await readFile(path, "utf8").catch(() => undefined)
  if (before !== text) await writeFile(path, text)
}

async function isThere(path: string): Promise<boolean> {
  return realpath(path).then(
    () => true,
    () => false,
  )
}
