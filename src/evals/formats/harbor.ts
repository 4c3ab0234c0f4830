import { readdir, readFile } from "node:fs/promises"
import { basename, dirname, join, normalize, posix } from "node:path"
import { CHECK_MS, type Job, type PlacedFile } from "../job.ts"
import { isFileAt, isFolderAt } from "../sources/read-path.ts"
import { filesIn } from "../sources/tree.ts"
import { readToml, type Toml } from "./toml.ts"

/* Harbor's task folders: instruction.md, environment/, tests/test.sh and solution/solve.sh around a task.toml. */

export const TASK_FILE = "task.toml"

/** Where the task's own scripts are put in the copy, in place of the folders of a container. */
const OWN = ".harbor"

/** The jobs of a task, or of a folder of tasks; nothing where it is neither. */
export async function harborJobs(place: string): Promise<Job[]> {
  if (await isFileAt(join(place, TASK_FILE))) return [await toJob(place)]
  const folders = (await readdir(place, { withFileTypes: true })).filter((entry) => entry.isDirectory())
  const tasks = folders.map(({ name }) => join(place, name)).sort()
  const isTask = await Promise.all(tasks.map((folder) => isFileAt(join(folder, TASK_FILE))))
  return Promise.all(tasks.filter((_, index) => isTask[index]).map(toJob))
}

async function toJob(folder: string): Promise<Job> {
  const [told, instruction] = await Promise.all([
    readFile(join(folder, TASK_FILE), "utf8"),
    readFile(join(folder, "instruction.md"), "utf8").catch(() => ""),
  ])
  const task = taskOf(told)
  const image = await imageOf(folder)
  const work = image.workdir
  const seconds = (table: string) => Number(tableIn(task.toml, table).timeout_sec ?? Number.NaN) * 1000
  const [agentMs, checkMs] = [seconds("agent"), seconds("verifier")]
  return {
    name: basename(folder).replace(/[^\w.-]/g, "_"),
    request: withoutCanary(instruction).replaceAll(work, "."),
    source: { kind: "nothing" },
    setup: undefined,
    limits: agentMs > 0 ? { max_time_ms: agentMs } : {},
    hidden: { files: await scripts(folder, "tests"), command: here(work, "tests") },
    checks: { reward: `bash ${OWN}/tests/test.sh > ${OWN}/said.txt 2>&1; ${REWARD}` },
    checkMs: checkMs > 0 ? checkMs : CHECK_MS,
    solution: (await isFileAt(join(folder, "solution", "solve.sh")))
      ? {
          files: await scripts(folder, "solution"),
          command: `${here(work, "solution")} && bash ${OWN}/solution/solve.sh`,
        }
      : undefined,
    isDone: false,
    start: image.files,
    unfit: task.unfit ?? image.unfit ?? (await unfitness(folder, task.toml, instruction)),
  }
}

/** 1 is the whole reward; a verifier that leaves none could not do its work. */
const REWARD = [
  `r=$(cat ${OWN}/logs/verifier/reward.txt 2>/dev/null || sed -n 's/.*"reward"[: ]*\\([0-9.]*\\).*/\\1/p' ${OWN}/logs/verifier/reward.json 2>/dev/null)`,
  `[ -n "$r" ] || { tail -n 1 ${OWN}/said.txt; echo "the verifier left no reward"; exit 3; }`,
  'echo "reward $r"; awk "BEGIN { exit !($r >= 1) }"',
].join("; ")

/** Folders of a container are those of the copy, in the task's own scripts. */
function here(workdir: string, name: string): string {
  const folders = ["tests", "logs", "solution"].map(
    (one) => `s{(?<![\\w./-])/${one}(?![\\w-])}{$ENV{PWD}/${OWN}/${one}}g`,
  )
  const work = `s{(?<![\\w./-])${workdir}(?![\\w-])}{$ENV{PWD}}g`
  return `mkdir -p ${OWN}/logs/verifier ${OWN}/logs/agent && find ${OWN}/${name} -type f -exec perl -pi -e '${[work, ...folders].join("; ")}' {} +`
}

async function scripts(folder: string, name: string): Promise<PlacedFile[]> {
  const path = join(folder, name)
  if (!(await isFolderAt(path))) return []
  return (await filesIn(path)).map(({ from, to }) => ({ from, to: join(OWN, name, to) }))
}

function taskOf(text: string): { readonly toml: Toml; readonly unfit?: string } {
  try {
    return { toml: readToml(text) }
  } catch (error) {
    return { toml: {}, unfit: `its ${TASK_FILE} can't be read: ${(error as Error).message}` }
  }
}

function tableIn(toml: Toml, name: string): Toml {
  const table = toml[name]
  return typeof table === "object" && table !== null && !Array.isArray(table) ? (table as Toml) : {}
}

/** Lines for machines at the top are not for the run. */
function withoutCanary(text: string): string {
  return text.replace(/^(?:\s*(?:<!--[^\n]*canary[^\n]*-->|#[^\n]*canary[^\n]*)\n)+/i, "").trim()
}

async function unfitness(folder: string, toml: Toml, instruction: string): Promise<string | undefined> {
  const environment = tableIn(toml, "environment")
  if (await isFolderAt(join(folder, "steps"))) return "it has several steps"
  if (instruction.trim() === "") return "it has no instruction.md"
  if (!(await isFileAt(join(folder, "tests", "test.sh")))) return "it has no tests/test.sh"
  const composed = ["docker-compose.yaml", "docker-compose.yml"].map((name) =>
    isFileAt(join(folder, "environment", name)),
  )
  if ((await Promise.all(composed)).includes(true)) return "it needs several containers (docker-compose)"
  if (Number(environment.gpus ?? 0) > 0) return "it needs a GPU"
  if (Array.isArray(environment.mcp_servers) && environment.mcp_servers.length > 0)
    return "it needs MCP servers of its own"
  if (tableIn(toml, "verifier").environment_mode === "separate") return "its verifier needs a container of its own"
  return undefined
}

type Image = { readonly workdir: string; readonly files: readonly PlacedFile[]; readonly unfit?: string }

/** What of a Dockerfile is files and nothing else. */
async function imageOf(folder: string): Promise<Image> {
  const context = join(folder, "environment")
  const text = await readFile(join(context, "Dockerfile"), "utf8").catch(() => "")
  const files: PlacedFile[] = []
  let workdir = "/app"
  const lines = text.replace(/\\\r?\n/g, " ").split(/\r?\n/)
  for (const line of lines.map((one) => one.trim()).filter((one) => one !== "" && !one.startsWith("#"))) {
    const [word = "", ...rest] = line.split(/\s+/)
    const name = word.toUpperCase()
    if (name === "WORKDIR") workdir = posix.resolve(workdir, rest[0] ?? "")
    else if (name === "COPY" || name === "ADD") {
      const copied = await copiedFiles(context, workdir, rest)
      if (typeof copied === "string") return { workdir, files, unfit: copied }
      files.push(...copied)
    } else if (!HARMLESS.has(name))
      return {
        workdir,
        files,
        unfit: `it needs a container: its Dockerfile says "${name} ${rest.slice(0, 6).join(" ")}"`,
      }
  }
  return { workdir, files }
}

const HARMLESS: ReadonlySet<string> = new Set(["FROM", "LABEL", "CMD", "EXPOSE", "MAINTAINER", "SHELL"])

async function copiedFiles(context: string, workdir: string, words: readonly string[]): Promise<PlacedFile[] | string> {
  const paths = words.filter((word) => !word.startsWith("--"))
  const target = paths.at(-1) ?? "."
  const place = posix.relative(workdir, posix.resolve(workdir, target)) || "."
  if (words.some((word) => word.startsWith("--from")) || place.startsWith(".."))
    return `it needs a container: its Dockerfile copies to ${target}`
  const found = await Promise.all(
    paths.slice(0, -1).map(async (source) => {
      const from = join(context, normalize(source))
      if (await isFolderAt(from)) return (await filesIn(from)).map((file) => ({ ...file, to: join(place, file.to) }))
      const isInto = target.endsWith("/") || place === "." || paths.length > 2
      return [{ from, to: isInto ? join(place, basename(source)) : place }]
    }),
  )
  const missing = (
    await Promise.all(found.flat().map(async ({ from }) => ((await isFileAt(from)) ? [] : [from])))
  ).flat()
  return missing[0] === undefined
    ? found.flat()
    : `its Dockerfile copies ${posix.join(basename(dirname(missing[0])), basename(missing[0]))}, which is not there`
}
