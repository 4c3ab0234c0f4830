import { execFileSync, spawnSync } from "node:child_process"
import { cpSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { describe, expect, test } from "vitest"
import { readRehearsal } from "../../src/model/rehearsal/rehearsal-file.ts"
import { eventsOf, logsIn } from "../campaign/log.ts"
import { type Place, place, Running } from "../cli/keelson.ts"
import { oneOf, someOf } from "../sample.ts"
import { ELSEWHERE, ON_NODE, type PlayedRun } from "./runs.ts"

/** What Python leaves behind. */
const BY_PRODUCT = /__pycache__|\.pytest_cache|\.benchmarks/

describe.concurrent("what a capable model did", () => {
  for (const run of [...someOf("played on node", 2, ON_NODE), ...oneOf("played elsewhere", ELSEWHERE)]) {
    const { job, strategy } = run
    test.skipIf(isShort(run))(`${job}, ${strategy}`, async () => {
      const here = repository(job)
      const replies = folderOf(job, `${strategy}.jsonl`)
      const flags = ["--approve", "full", "--strategy", strategy, "--rehearse", replies]
      const end = await here.keelson("run", readFileSync(folderOf(job, "request.txt"), "utf8").trim(), ...flags)
      expect(end.code, end.stderr).toBe(0)

      const { lines } = readRehearsal(readFileSync(replies, "utf8"))
      expect(end.stdout.trim()).toBe(longestText(lines.at(-1)?.reply).trim())

      const [log = []] = await logsIn(here.environment.KEELSON_STATE as string)
      expect(eventsOf(log, "run.ended").map(({ outcome }) => outcome)).toMatchObject([
        { status: "done", verified: run.verified },
      ])
      // Nothing is asked that was not asked then, and all of that.
      expect(eventsOf(log, "model.called")).toHaveLength(lines.length)

      expect(changesIn(here)).toEqual([...run.changes].sort())
      expect(await judged(here, job, end.stdout)).toEqual({ code: 0, stdout: "RIGHT\n" })
    })
  }
})

/** The workspace of the job as a git repository with one commit. */
function repository(job: string): Place {
  const here = place({})
  Object.assign(here.environment, { GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1" })
  cpSync(folderOf(job, "workspace"), here.workspace, { recursive: true })
  git(here, "init", "--quiet", "--initial-branch", "main")
  // The model itself puts changes aside at times, which takes a name.
  git(here, "config", "user.name", "Ada")
  git(here, "config", "user.email", "ada@example.org")
  git(here, "add", "--all")
  git(here, "commit", "--quiet", "--message", "As it is")
  return here
}

function git(here: Place, ...words: readonly string[]): string {
  return execFileSync("git", words, { cwd: here.workspace, env: here.environment, encoding: "utf8" })
}

function changesIn(here: Place): string[] {
  const lines = git(here, "status", "--porcelain", "--untracked-files=all").split("\n")
  return lines.filter((line) => line !== "" && !BY_PRODUCT.test(line)).sort()
}

/** What the hidden test says, which nothing in the run has seen. */
async function judged(here: Place, job: string, answer: string): Promise<{ code: number | null; stdout: string }> {
  const file = join(here.root, "answer.md")
  writeFileSync(file, answer)
  const options = { cwd: here.workspace, env: { ...here.environment, ANSWER_FILE: file } }
  const { code, stdout } = await new Running([folderOf(job, "hidden.sh")], options, ["bash"]).end
  return { code, stdout: stdout.replace(/^NOTE: .*\n/gm, "") }
}

/** The answer is the longest text in the reply that ends the run, whatever its strategy calls it. */
function longestText(reply: unknown): string {
  const texts: string[] = []
  JSON.stringify(reply, (key, value) => {
    if (typeof value !== "string") return value
    if (key === "arguments") return JSON.parse(value)
    texts.push(value)
    return value
  })
  return texts.reduce((longest, text) => (text.length > longest.length ? text : longest), "")
}

/** In CI a program that is missing fails the test. */
function isShort({ needs }: PlayedRun): boolean {
  return process.env.CI === undefined && needs.some((program) => !isThere(program))
}

function isThere(program: string): boolean {
  const [command = "", ...words] =
    program === "pytest" ? ["python3", "-m", "pytest", "--version"] : [program, "--version"]
  return spawnSync(command, words, { stdio: "ignore" }).status === 0
}

function folderOf(job: string, file: string): string {
  return fileURLToPath(new URL(`${job}/${file}`, import.meta.url))
}
