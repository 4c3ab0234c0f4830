import { realpath } from "node:fs/promises"
import { basename, extname, resolve } from "node:path"
import { aiderJobs } from "./formats/aider.ts"
import { harborJobs, TASK_FILE } from "./formats/harbor.ts"
import { JOB_FILE, jobFolders, jobOfFolder, jobsOfFile } from "./formats/own-jobs.ts"
import { sweBenchJobs } from "./formats/swe-bench.ts"
import type { Job, JobSet } from "./job.ts"
import { JobError } from "./job-error.ts"
import { isFileAt, isFolderAt } from "./sources/read-path.ts"

/** The jobs of a folder or a file, in whichever layout they are. Throws `JobError`. */
export async function readJobs(path: string): Promise<JobSet> {
  const given = resolve(path)
  const place = await realpath(given).catch(() => undefined)
  if (place === undefined) throw new JobError(`There is no "${given}"; name a folder of jobs, or a file with some.`)
  const { name, jobs } = await read(place)
  requireDistinct(jobs, place)
  return { name: name ?? basename(place, extname(place)), jobs, hide: [place] }
}

async function read(place: string): Promise<{ readonly name?: string | undefined; readonly jobs: readonly Job[] }> {
  if (await isFileAt(place)) return place.endsWith(".jsonl") ? { jobs: await sweBenchJobs(place) } : jobsOfFile(place)
  if (await isFileAt(resolve(place, JOB_FILE))) return { jobs: [await jobOfFolder(place)] }
  if (!(await isFolderAt(place))) throw new JobError(`"${place}" is neither a file nor a folder.`)
  const folders = await jobFolders(place)
  if (folders.length > 0) return { jobs: await Promise.all(folders.map((folder) => jobOfFolder(folder, place))) }
  for (const others of [harborJobs, aiderJobs]) {
    const jobs = await others(place)
    if (jobs.length > 0) return { jobs }
  }
  throw new JobError(
    `"${place}" has no jobs: none of its folders has a ${JOB_FILE} or a ${TASK_FILE}, and it has no exercises/practice.`,
  )
}

function requireDistinct(jobs: readonly Job[], place: string): void {
  const names = jobs.map(({ name }) => name)
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) throw new JobError(`${place}: two jobs are called "${twice}"; names tell them apart.`)
}
