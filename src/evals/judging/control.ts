import type { JobControl } from "../cell.ts"
import { jobControl } from "../cell.ts"
import type { EvalGround } from "../ground.ts"
import { JobError } from "../job-error.ts"
import { keepValue, keptValue } from "../kept-results.ts"
import type { KnownJob } from "../keys.ts"
import { openFolder } from "../sources/work-folder.ts"
import { judge, makeChange, type Verdict } from "./judge.ts"

/** Whether a job tells done from not done: by doing nothing, and by its own solution. Kept by what the job is made of. */
export async function controlled(ground: EvalGround, known: KnownJob): Promise<JobControl> {
  const { job, key } = known
  const said = (why: string, more: Partial<JobControl> = {}): JobControl => {
    return { job: job.name, counts: why === "", nothing: null, solution: null, why, ...more }
  }
  const kept = await keptValue(ground, "controls", key, jobControl())
  if (kept) return { ...kept, job: job.name }
  try {
    const control = await tryOut(ground, known, said)
    await keepValue(ground, "controls", key, control)
    return control
  } catch (error) {
    // What may be otherwise next time is not kept.
    if (error instanceof JobError) return said(error.message)
    if (ground.signal.aborted) return said("it was stopped before it was tried out")
    throw error
  }
}

type Say = (why: string, more?: Partial<JobControl>) => JobControl

async function tryOut(ground: EvalGround, known: KnownJob, said: Say): Promise<JobControl> {
  const { job } = known
  const untouched = await judged(ground, known, "nothing")
  const solved = job.solution && (await judged(ground, known, "solution"))
  const tried = { nothing: word(untouched), solution: solved ? word(solved) : null }
  if (solved && !solved.passed) return said(`its own solution does not pass: ${whyOf(solved)}`, tried)
  if (!solved && untouched.lacking !== undefined) return said(`it can't be checked here: ${untouched.lacking}`, tried)
  if (untouched.passed === job.isDone) return said("", tried)
  return said(
    job.isDone
      ? `nothing is to be done, and yet it does not pass: ${whyOf(untouched)}`
      : "it passes when nothing is done",
    tried,
  )
}

async function judged(ground: EvalGround, known: KnownJob, what: "nothing" | "solution"): Promise<Verdict> {
  const { job, key } = known
  const folder = await openFolder({ ...ground, keepFolders: false }, known, `${what}-${key}`, true)
  try {
    // An answer is nobody's before a run: what is wanted of one is left to the run.
    const checks = what === "solution" ? { ...job, answer: undefined } : job
    if (what === "solution" && job.solution) await makeChange(ground, known, folder.path, job.solution)
    return await judge(ground, { ...known, job: checks }, folder.path, undefined)
  } finally {
    await folder.leave()
  }
}

function word({ passed }: Verdict): "passed" | "failed" {
  return passed ? "passed" : "failed"
}

function whyOf({ checks }: Verdict): string {
  const failed = checks.find(({ passed }) => !passed)
  return failed ? `${failed.name}: ${failed.why}` : "nothing failed"
}
