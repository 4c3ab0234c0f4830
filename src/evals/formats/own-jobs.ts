import { readdir, readFile } from "node:fs/promises"
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path"
import type { z } from "zod"
import type { JsonSchema } from "../../model/seam/model.ts"
import { ONCE } from "../../protocol/zod/parse-once.ts"
import { CHECK_MS, type Job, type JobChange, type JobSource, NO_CHANGE } from "../job.ts"
import { JobError } from "../job-error.ts"
import { isFileAt, isFolderAt } from "../sources/read-path.ts"
import { filesIn } from "../sources/tree.ts"
import { type OwnJob, ownJob, ownJobs } from "./own-schema.ts"

/** What a folder is a job by. */
export const JOB_FILE = "job.json"

/** Where a job is told, and what must not be in its workspace. */
type Place = { readonly file: string; readonly folder: string; readonly root: string; readonly isFolder: boolean }

/** The job of a folder that has a `job.json`. */
export async function jobOfFolder(folder: string, root = folder): Promise<Job> {
  const file = join(folder, JOB_FILE)
  return toJob(readBy(ownJob(), await readJson(file), file), { file, folder, root, isFolder: true }, basename(folder))
}

/** The jobs of one file. */
export async function jobsOfFile(file: string): Promise<{ readonly name: string | undefined; readonly jobs: Job[] }> {
  const { name, jobs } = readBy(ownJobs(), await readJson(file), file)
  const place = { file, folder: dirname(file), root: file, isFolder: false }
  return { name, jobs: await Promise.all(jobs.map((job, index) => toJob(job, place, `job-${index + 1}`))) }
}

/** Throws `JobError`. */
async function readJson(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, "utf8"))
  } catch (error) {
    const why = error instanceof SyntaxError ? error.message : (error as NodeJS.ErrnoException).code
    throw new JobError(`${file}: can't be read as JSON: ${why}.`)
  }
}

function readBy<T>(schema: z.ZodType<T>, value: unknown, file: string): T {
  const parsed = schema.safeParse(value, ONCE)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new JobError(`${file}: ${issue?.path.join(".") || "the whole"}: ${issue?.message}.`)
}

async function toJob(said: OwnJob, place: Place, fallback: string): Promise<Job> {
  const { checks = {}, answer } = said
  if (Object.keys(checks).length === 0 && answer === undefined)
    throw new JobError(`${place.file}: nothing decides whether it is done; give it "checks" or an "answer".`)
  return {
    name: said.name ?? fallback,
    request: said.request ?? (await requestFile(place)),
    source: await sourceOf(said, place),
    setup: said.setup,
    limits: said.limits ?? {},
    hidden: (await changeOf(said.hidden, place, "hidden")) ?? NO_CHANGE,
    checks,
    checkMs: said.check_ms ?? CHECK_MS,
    answer: answer && { ...answer, schema: answer.schema as JsonSchema | undefined },
    solution: await changeOf(said.solution, place, "solution"),
    isDone: said.nothing_to_do ?? false,
  }
}

async function requestFile({ file, folder, isFolder }: Place): Promise<string> {
  const text = isFolder ? await readFile(join(folder, "request.md"), "utf8").catch(() => "") : ""
  if (text.trim() !== "") return text.trim()
  const beside = isFolder ? ", or a request.md beside it" : ""
  throw new JobError(`${file}: no request; give it a "request"${beside}.`)
}

async function sourceOf({ workspace }: OwnJob, { file, folder, root, isFolder }: Place): Promise<JobSource> {
  if (typeof workspace === "object") {
    const isPath = /^\.{1,2}(?:\/|$)/.test(workspace.git)
    return { kind: "git", repository: isPath ? resolve(folder, workspace.git) : workspace.git, ref: workspace.ref }
  }
  const path = resolve(folder, workspace ?? "workspace")
  const isThere = await isFolderAt(path)
  if (workspace === undefined && !(isFolder && isThere)) return { kind: "nothing" }
  if (!isThere) throw new JobError(`${file}: workspace: there is no folder "${path}".`)
  return { kind: "folder", path, without: within(path, root) }
}

/** The jobs themselves are no part of what a run gets. */
function within(path: string, root: string): string[] {
  const inside = relative(path, root)
  return inside !== "" && !inside.startsWith(`..${sep}`) && inside !== ".." && !isAbsolute(inside) ? [inside] : []
}

async function changeOf(said: OwnJob["hidden"], place: Place, name: string): Promise<JobChange | undefined> {
  if (said === undefined) {
    const folder = join(place.folder, name)
    return place.isFolder && (await isFolderAt(folder)) ? { files: await filesIn(folder) } : undefined
  }
  const { files, patch, command } = typeof said === "string" ? { files: said } : said
  const folder = files === undefined ? undefined : resolve(place.folder, files)
  if (folder !== undefined && !(await isFolderAt(folder)))
    throw new JobError(`${place.file}: ${name}: there is no folder "${folder}".`)
  return {
    files: folder === undefined ? [] : await filesIn(folder),
    ...(patch === undefined ? {} : { patch: await readPatch(resolve(place.folder, patch), place, name) }),
    ...(command === undefined ? {} : { command }),
  }
}

async function readPatch(path: string, { file }: Place, name: string): Promise<string> {
  return readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    throw new JobError(`${file}: ${name}: "${path}" can't be read (${error.code}).`)
  })
}

/** Folders in a folder that are jobs, in the order of their names. */
export async function jobFolders(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(folder, name))
  const isJob = await Promise.all(folders.map((path) => isFileAt(join(path, JOB_FILE))))
  return folders.filter((_, index) => isJob[index]).sort()
}
