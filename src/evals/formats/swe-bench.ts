import { readFile } from "node:fs/promises"
import { basename, dirname, join, resolve } from "node:path"
import { z } from "zod"
import { madeOnce } from "../../protocol/zod/made-once.ts"
import { ONCE } from "../../protocol/zod/parse-once.ts"
import { CHECK_MS, type Job } from "../job.ts"
import { JobError } from "../job-error.ts"
import { filesOfPatch } from "../judging/patch-files.ts"
import { isFolderAt } from "../sources/read-path.ts"

/* Lines as SWE-bench has them: a repository at a commit, a patch of tests, and the tests that must pass then. */

/** Lists come as lists, or as JSON in a text. */
const names = () =>
  z.union([z.array(z.string()), z.string()]).transform((said, context) => {
    if (typeof said !== "string") return said
    try {
      return z.array(z.string()).parse(JSON.parse(said || "[]"))
    } catch {
      context.addIssue({ code: "custom", message: "expected a list of tests, or one as JSON" })
      return z.NEVER
    }
  })

const instance = madeOnce(() =>
  z.looseObject({
    repo: z.string().min(1),
    instance_id: z.string().min(1),
    base_commit: z.string().regex(/^[\w./-]+$/),
    problem_statement: z.string().min(1),
    patch: z.string().default(""),
    test_patch: z.string().default(""),
    FAIL_TO_PASS: names(),
    PASS_TO_PASS: names(),
    /** Of lines for this machine: what sets the repository up, and what runs the tests. */
    setup_cmd: z.string().min(1).optional(),
    test_cmd: z.string().min(1).optional(),
  }),
)
type Instance = z.infer<ReturnType<typeof instance>>

/** The jobs of a file with a line of JSON for each. Repositories are looked for beside it: nothing is fetched unasked. */
export async function sweBenchJobs(file: string): Promise<Job[]> {
  const lines = (await readFile(file, "utf8")).split("\n")
  const jobs = lines.map((line, index) =>
    line.trim() === "" ? undefined : toJob(read(line, `${file}:${index + 1}`), file),
  )
  return Promise.all(jobs.filter((job) => job !== undefined))
}

function read(line: string, place: string): Instance {
  const parsed = instance().safeParse(jsonOf(line, place), ONCE)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new JobError(`${place}: ${issue?.path.join(".")}: ${issue?.message}.`)
}

function jsonOf(line: string, place: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    throw new JobError(`${place}: this line is no JSON.`)
  }
}

async function toJob(row: Instance, file: string): Promise<Job> {
  const { repo, instance_id: name, base_commit: ref, problem_statement: request, test_patch: patch } = row
  const repository = await repositoryOf(repo, dirname(file))
  const testFiles = filesOfPatch(patch)
  return {
    name: name.replace(/[^\w.-]/g, "_"),
    request,
    source: { kind: "git", repository: repository ?? repo, ref },
    setup: row.setup_cmd,
    limits: {},
    hidden: { files: [], patch },
    checks: {
      tests:
        row.test_cmd ?? `python3 -m pytest -rA -p no:cacheprovider ${testFiles.map((path) => `'${path}'`).join(" ")}`,
    },
    checkMs: CHECK_MS,
    tests: { failToPass: row.FAIL_TO_PASS, passToPass: row.PASS_TO_PASS },
    solution: row.patch.trim() === "" ? undefined : { files: [], patch: row.patch },
    isDone: false,
    unfit: unfitness(row, repository),
  }
}

/** An address, a path, or a folder beside the file: `repos/owner__name`, `owner/name`, `name`. */
async function repositoryOf(repo: string, folder: string): Promise<string | undefined> {
  if (/^(?:https?|ssh|file):\/\/|^git@/.test(repo)) return repo
  const places = [repo, join("repos", repo.replaceAll("/", "__")), join("repos", repo), basename(repo)]
  for (const place of places) {
    const path = resolve(folder, place)
    if (await isFolderAt(path)) return path
  }
  return undefined
}

function unfitness({ repo, FAIL_TO_PASS: tests }: Instance, repository: string | undefined): string | undefined {
  if (repository === undefined)
    return `its repository is not here: put a clone of ${repo} into repos/${repo.replaceAll("/", "__")} beside the file`
  return tests.length === 0 ? "it names no test that has to pass" : undefined
}
