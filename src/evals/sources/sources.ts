import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import { digestOf } from "../../journal/stable-json.ts"
import type { EvalGround } from "../ground.ts"
import type { JobSource } from "../job.ts"
import { JobError } from "../job-error.ts"
import { type JobGit, jobGit } from "./git.ts"
import { copyTree } from "./tree.ts"

type GitSource = Extract<JobSource, { kind: "git" }>

/** Mirrors that are being made or brought up to date by this process, by their folder. */
const underWay = new Map<string, Promise<string>>()

/** The full name of the commit that a source means today. */
export function commitOf(ground: EvalGround, source: GitSource): Promise<string> {
  const mirror = mirrorOf(ground, source)
  // One after the other: several jobs come from one repository.
  const found = (underWay.get(mirror) ?? Promise.resolve(""))
    .catch(() => "")
    .then(() => resolved(ground, source, mirror))
  underWay.set(mirror, found)
  return found
}

async function resolved(ground: EvalGround, source: GitSource, mirror: string): Promise<string> {
  const git = gitOf(ground)
  await makeMirror(git, source, mirror)
  const ask = () => jobGit(git, mirror, ["rev-parse", "--verify", "--quiet", `${source.ref}^{commit}`])
  const isName = !/^[\da-f]{7,64}$/i.test(source.ref)
  // A name may mean another commit by now; a commit that is there stays what it is.
  const known = isName ? undefined : await ask().catch(() => undefined)
  if (known === undefined) await jobGit(git, mirror, ["remote", "update", "--prune"])
  const commit = known ?? (await ask().catch(() => undefined))
  if (commit === undefined) throw new JobError(`${source.repository} has no commit "${source.ref}".`)
  return commit.trim()
}

async function makeMirror(git: JobGit, { repository }: GitSource, mirror: string): Promise<void> {
  const isThere = await readFile(join(mirror, "HEAD")).catch(() => undefined)
  if (isThere) return
  await mkdir(dirname(mirror), { recursive: true, mode: 0o700 })
  const making = await mkdtemp(`${mirror}-`)
  try {
    await jobGit(git, making, ["clone", "--mirror", "--quiet", "--", repository, making])
    await rename(making, mirror)
  } finally {
    await rm(making, { recursive: true, force: true })
  }
}

/** Makes a folder what its source says: of a repository the one commit, without what came before or after it. */
export async function placeSource(
  ground: EvalGround,
  source: JobSource,
  commit: string | undefined,
  folder: string,
): Promise<void> {
  if (source.kind === "nothing") await mkdir(folder, { recursive: true })
  else if (source.kind === "folder") await copyTree(source.path, folder, source.without)
  else await checkOut(ground, source, commit ?? (await commitOf(ground, source)), folder)
}

async function checkOut(ground: EvalGround, source: GitSource, commit: string, folder: string): Promise<void> {
  const git = gitOf(ground)
  const words = (...said: string[]) => jobGit(git, folder, said)
  await mkdir(folder, { recursive: true })
  await words("init", "--quiet")
  await words("fetch", "--quiet", "--depth", "1", "--no-tags", `file://${mirrorOf(ground, source)}`, commit)
  await words("checkout", "--quiet", "-B", "main", commit)
  await rm(join(folder, ".git", "FETCH_HEAD"), { force: true })
}

/** A file as the source has it; `undefined` where it has none. */
export async function originalFile(
  ground: EvalGround,
  source: JobSource,
  commit: string | undefined,
  path: string,
): Promise<string | undefined> {
  if (source.kind === "nothing") return undefined
  if (source.kind === "folder") return readFile(join(source.path, path), "utf8").catch(() => undefined)
  const at = commit ?? (await commitOf(ground, source))
  return jobGit(gitOf(ground), mirrorOf(ground, source), ["show", `${at}:${path}`]).catch(() => undefined)
}

/** Applies a patch in git's form to a folder, whatever repository is in it. */
export async function applyPatch(ground: EvalGround, folder: string, patch: string): Promise<void> {
  const file = join(await mkdtemp(join(ground.folders, "patch-")), "change.patch")
  try {
    await writeFile(file, patch.endsWith("\n") ? patch : `${patch}\n`)
    // A repository that a run has written in is not asked for its settings.
    const git = { ...gitOf(ground), outside: true }
    await jobGit(git, folder, ["apply", "--whitespace=nowarn", file])
  } finally {
    await rm(dirname(file), { recursive: true, force: true })
  }
}

function gitOf({ env, signal }: EvalGround): JobGit {
  return { env, signal }
}

function mirrorOf({ kept }: EvalGround, { repository }: GitSource): string {
  return join(kept, "sources", digestOf(repository))
}
