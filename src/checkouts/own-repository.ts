import { copyFile, mkdir, readdir, rm, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import { type GitPlace, git } from "../checkpoints/shadow/git.ts"
import { CHECK_OUT } from "./put-tree.ts"

/** The branch that a run's work is delivered as. */
export function branchOf(runId: string): string {
  return `keelson/${runId}`
}

/**
 * Gives a folder a repository that has the source's commit alone, so that commands see what was changed since. It is the run's to spoil:
 * nothing of ours reads it.
 */
export async function putRepository(shadow: GitPlace, root: string, commit: string, branch: string): Promise<void> {
  const gitFolder = join(root, ".git")
  const place = { gitFolder, workspace: root, index: join(gitFolder, "index") }
  await git(place, ["init", "--quiet", "--template="])
  await copyObjects(shadow.gitFolder, gitFolder)
  const head = join(gitFolder, "refs", "heads", branch)
  await mkdir(dirname(head), { recursive: true })
  await writeFile(head, `${commit}\n`)
  await writeFile(join(gitFolder, "HEAD"), `ref: refs/heads/${branch}\n`)
  await git(place, ["read-tree", commit])
}

/** What the source has around the run's own folder, which stays empty. */
export async function putOthers(root: string, own: string): Promise<void> {
  const gitFolder = join(root, ".git")
  await git({ gitFolder, workspace: root, index: join(gitFolder, "index") }, CHECK_OUT)
  await emptied(own)
}

/** What was fetched came as packs; `shallow` says where the history is cut off. */
async function copyObjects(from: string, to: string): Promise<void> {
  const packs = join("objects", "pack")
  await mkdir(join(to, packs), { recursive: true })
  for (const name of await readdir(join(from, packs))) await copyFile(join(from, packs, name), join(to, packs, name))
  await copyFile(join(from, "shallow"), join(to, "shallow")).catch(() => undefined)
}

/** Everything in a folder goes, the folder stays. */
export async function emptied(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
}
