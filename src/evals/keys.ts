import { digestOf } from "../journal/stable-json.ts"
import type { EvalCell } from "./cell.ts"
import type { EvalGround } from "./ground.ts"
import type { Job, JobChange } from "./job.ts"
import { JobError } from "./job-error.ts"
import { commitOf } from "./sources/sources.ts"
import { fileLine, treeLines } from "./sources/tree.ts"

/** A job with what it is known by: the hash of all that is in it, and the commit that its ref means. */
export type KnownJob = { readonly job: Job; readonly key: string; readonly commit: string | undefined }

/** Told apart from results of an earlier shape. */
const SHAPE = 1

export async function knownJob(ground: EvalGround, job: Job): Promise<KnownJob> {
  const { source, hidden, solution, name, start = [], ...said } = job
  const commit = source.kind === "git" ? await commitOf(ground, source) : undefined
  const files = source.kind === "folder" ? await treeLines(source.path, source.without) : (commit ?? "nothing")
  const content = {
    said,
    start: await contentOf({ files: start }),
    files,
    hidden: await contentOf(hidden),
    solution: solution && (await contentOf(solution)),
  }
  return { job, commit, key: digestOf({ SHAPE, ...content }) }
}

async function contentOf({ files, patch, command }: JobChange): Promise<unknown> {
  return { patch, command, files: await Promise.all(files.map(async ({ from, to }) => [to, await lineOf(from)])) }
}

/** The key of a cell. `settings`: what else of this machine and of us can change what comes out. */
export function cellKey({ key }: KnownJob, { model, strategy, repeat }: EvalCell, settings: unknown): string {
  return digestOf({ key, model, strategy, repeat, settings })
}

async function lineOf(path: string): Promise<string> {
  return fileLine(path).catch((error: NodeJS.ErrnoException) => {
    throw new JobError(`its file "${path}" can't be read (${error.code}).`)
  })
}
