import { mkdtemp, rm } from "node:fs/promises"
import { join } from "node:path"
import { parseTreeId, type TreeId } from "../checkpoints/contents/tree-id.ts"
import { type GitPlace, git, listed } from "../checkpoints/shadow/git.ts"
import type { Source } from "../protocol/log/source.ts"
import { messageOf } from "../text/message-of.ts"
import { branchOf } from "./own-repository.ts"
import { sourceGit } from "./source-git.ts"

/** What is delivered, and when its run ended: the same work is the same commit, whoever makes it. */
export type FinishedWork = {
  readonly runId: string
  readonly title: string
  readonly endedAt: number
  readonly commit: string
  readonly base: TreeId
  readonly tree: TreeId
}

/** The branch in the source that has the work, or why there is none. */
export type Delivered = { readonly branch: string | null; readonly commit: string | null; readonly reason: string }

/** Puts a commit on top of the source's one, and pushes it as a branch of the run's own. */
export async function deliver(
  place: GitPlace,
  source: Source,
  work: FinishedWork,
  signal: AbortSignal,
): Promise<Delivered> {
  if (work.tree === work.base) return { branch: null, commit: null, reason: "nothing was changed" }
  const branch = branchOf(work.runId)
  try {
    const commit = await commitOf(place, source, work)
    const fetching = { gitFolder: place.gitFolder, signal }
    const target = `+${commit}:refs/heads/${branch}`
    await sourceGit(fetching, source, ["push", "--quiet", "--no-verify", "--", source.url, target])
    return { branch, commit, reason: "" }
  } catch (error) {
    return { branch: null, commit: null, reason: messageOf(error) }
  }
}

async function commitOf(place: GitPlace, source: Source, work: FinishedWork): Promise<string> {
  const tree = await wholeTree(place, source, work)
  const by = `Keelson <keelson@localhost> ${Math.floor(work.endedAt / 1000)} +0000`
  const text = `tree ${tree}\nparent ${work.commit}\nauthor ${by}\ncommitter ${by}\n\n${work.title}\n\nKeelson-Run: ${work.runId}\n`
  return printed(await git(place, ["hash-object", "-t", "commit", "-w", "--stdin"], { input: text }))
}

/** The source's tree with the run's folder in it, without what the source would ignore. */
async function wholeTree(
  place: GitPlace,
  { subfolder }: Source,
  { commit, base, tree }: FinishedWork,
): Promise<string> {
  const folder = await mkdtemp(join(place.gitFolder, "delivery-"))
  try {
    const own = await withoutIgnored({ ...place, index: join(folder, "own") }, base, tree)
    if (subfolder === "") return own
    const whole = { ...place, index: join(folder, "whole") }
    await git(whole, ["read-tree", commit])
    await remove(whole, listed(await git(whole, ["ls-files", "-z", "--full-name", "--", `${subfolder}/`])))
    await git(whole, ["read-tree", `--prefix=${subfolder}/`, own])
    return printed(await git(whole, ["write-tree"]))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Checkpoints keep what tools write even where it is ignored; a source that ignores it does not want it. */
async function withoutIgnored(place: GitPlace, base: TreeId, tree: TreeId): Promise<string> {
  await git(place, ["read-tree", parseTreeId(tree).tree])
  const ignored = listed(await git(place, ["ls-files", "-z", "--cached", "--ignored", "--exclude-standard"]))
  const old = new Set(listed(await git(place, ["ls-tree", "-r", "-z", "--name-only", parseTreeId(base).tree])))
  await remove(
    place,
    ignored.filter((path) => !old.has(path)),
  )
  return printed(await git(place, ["write-tree"]))
}

async function remove(place: GitPlace, paths: readonly string[]): Promise<void> {
  const input = paths.map((path) => `${path}\0`).join("")
  if (paths.length > 0) await git(place, ["update-index", "--force-remove", "-z", "--stdin"], { input })
}

function printed(output: Buffer): string {
  return output.toString("utf8").trim()
}
