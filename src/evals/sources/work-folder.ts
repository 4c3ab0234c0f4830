import { mkdir, readFile, realpath, rm, stat, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { currentOwner, describeOwner, isDead } from "../../journal/owner.ts"
import type { Owner } from "../../journal/run-store.ts"
import type { EvalGround } from "../ground.ts"
import { JobError } from "../job-error.ts"
import { lastWord, runJobCommand } from "../judging/job-commands.ts"
import type { KnownJob } from "../keys.ts"
import { placeSource } from "./sources.ts"
import { putFile } from "./tree.ts"

/** So long a set-up may take. */
const SETUP_MS = 1_800_000

/** A folder that one process works in. */
export type WorkFolder = {
  /** Without links, as runs record it. */
  readonly path: string
  /** Its files are those that it begins with. */
  readonly isFresh: boolean
  leave(): Promise<void>
}

/**
 * The folder of a cell or control, made ready; one that an earlier process made ready is taken as that left it. Throws `JobError` where
 * another process has it, or it can't be made. `isAnew`: what is there is nothing to go on with.
 */
export async function openFolder(
  ground: EvalGround,
  { job, commit }: KnownJob,
  name: string,
  isAnew = false,
): Promise<WorkFolder> {
  const outer = join(ground.folders, name)
  await mkdir(outer, { recursive: true, mode: 0o700 })
  const owner = join(outer, "owner.json")
  await takeOver(owner)
  const path = join(outer, job.name)
  const ready = join(outer, "ready")
  const leave = () => rm(ground.keepFolders ? owner : outer, { recursive: true, force: true })
  try {
    const isFresh = isAnew || !(await stat(ready).catch(() => undefined))
    if (isFresh) {
      await rm(path, { recursive: true, force: true })
      await placeSource(ground, job.source, commit, path)
      for (const file of job.start ?? []) await putFile(path, file)
      await setUp(ground, job.setup, path)
      await writeFile(ready, "")
    }
    return { path: await realpath(path), isFresh, leave }
  } catch (error) {
    await rm(owner, { force: true })
    throw error
  }
}

/** Gives it back as it is, for whoever goes on with it. */
export async function giveBack(ground: EvalGround, name: string): Promise<void> {
  await rm(join(ground.folders, name, "owner.json"), { force: true })
}

async function takeOver(file: string): Promise<void> {
  for (;;) {
    try {
      return await writeFile(file, JSON.stringify(currentOwner()), { flag: "wx" })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error
    }
    const owner = await ownerIn(file)
    if (owner && !isDead(owner)) throw new JobError(`${describeOwner(owner)} works at it; wait until it is done.`)
    await rm(file, { force: true })
  }
}

/** What a killed process left half written is nobody's. */
async function ownerIn(file: string): Promise<Owner | undefined> {
  try {
    return JSON.parse(await readFile(file, "utf8")) as Owner
  } catch {
    return undefined
  }
}

async function setUp(ground: EvalGround, setup: string | undefined, folder: string): Promise<void> {
  if (setup === undefined) return
  const ended = await runJobCommand(ground, folder, setup, { ms: SETUP_MS, network: true })
  if (ended.exitCode !== 0) throw new JobError(`its set-up failed: ${lastWord(ended, SETUP_MS)}`)
}
