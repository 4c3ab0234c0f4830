import { isSameJson } from "../../journal/stable-json.ts"
import type { CheckVerdict } from "../cell.ts"
import type { EvalGround } from "../ground.ts"
import type { ExpectedAnswer, Job, JobChange } from "../job.ts"
import { JobError } from "../job-error.ts"
import type { KnownJob } from "../keys.ts"
import { applyPatch, originalFile } from "../sources/sources.ts"
import { makeRoom, putContent, putFile } from "../sources/tree.ts"
import { lastWord, runJobCommand } from "./job-commands.ts"
import { verdictsByName } from "./named-tests.ts"
import { filesOfPatch } from "./patch-files.ts"

/** What a run answered. */
export type GivenAnswer = { readonly text: string; readonly value: unknown }

export type Verdict = {
  readonly passed: boolean
  readonly checks: readonly CheckVerdict[]
  /** A check's program is not there: what it says is nothing about the work. */
  readonly lacking?: string
}

/** Looks at what a folder has become, by what its run never saw. */
export async function judge(
  ground: EvalGround,
  known: KnownJob,
  folder: string,
  answered: GivenAnswer | undefined,
): Promise<Verdict> {
  const { job } = known
  await makeChange(ground, known, folder, job.hidden)
  const checks: CheckVerdict[] = []
  let lacking: string | undefined
  for (const [name, command] of Object.entries(job.checks)) {
    const ended = await runJobCommand(ground, folder, command, { ms: job.checkMs })
    const why = ended.exitCode === 0 && !ended.timedOut ? "" : lastWord(ended, job.checkMs)
    if (ended.exitCode === 127 && /not found/.test(why)) lacking ??= `check ${name}: ${why}`
    if (job.tests) checks.push(...verdictsByName(job.tests, ended))
    else checks.push({ name, passed: why === "", why })
  }
  checks.push(...answerVerdicts(job.answer, answered))
  return { passed: checks.every(({ passed }) => passed), checks, ...(lacking === undefined ? {} : { lacking }) }
}

/** Files, then the patch, then the command. What a patch changes is first put back as it was: a run may have changed it too. */
export async function makeChange(
  ground: EvalGround,
  { job, commit }: KnownJob,
  folder: string,
  { files, patch, command }: JobChange,
): Promise<void> {
  for (const file of files) await putFile(folder, file)
  if (patch !== undefined && patch.trim() !== "") {
    for (const path of filesOfPatch(patch)) await putBack(ground, job, commit, folder, path)
    await applyPatch(ground, folder, patch)
  }
  if (command === undefined) return
  const ended = await runJobCommand(ground, folder, command, { ms: job.checkMs })
  if (ended.exitCode !== 0) throw new JobError(`"${command}" failed: ${lastWord(ended, job.checkMs)}`)
}

async function putBack(
  ground: EvalGround,
  { source }: Job,
  commit: string | undefined,
  folder: string,
  path: string,
): Promise<void> {
  const content = await originalFile(ground, source, commit, path)
  if (content === undefined) await makeRoom(folder, path)
  else await putContent(folder, path, content)
}

function answerVerdicts(answer: ExpectedAnswer | undefined, answered: GivenAnswer | undefined): CheckVerdict[] {
  if (answer === undefined) return []
  const verdict = (name: string, passed: boolean, why: string) => ({ name, passed, why: passed ? "" : why })
  const { schema, equals, pattern } = answer
  return [
    ...(schema === undefined
      ? []
      : [verdict("answer: schema", answered?.value !== undefined, "there is no answer in this shape")]),
    ...(equals === undefined
      ? []
      : [verdict("answer: value", isSameJson(answered?.value, equals), "the answer is another one")]),
    ...(pattern === undefined
      ? []
      : [verdict("answer: pattern", new RegExp(pattern, "m").test(answered?.text ?? ""), `no match for /${pattern}/`)]),
  ]
}
