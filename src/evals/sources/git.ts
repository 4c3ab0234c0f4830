import { startProgram, whyNotStarted } from "../../tools/process/start-program.ts"
import { findProgram, trustedPath } from "../../tools/programs/find-program.ts"
import { JobError } from "../job-error.ts"

/** Nothing that a repository says is run, and no settings of this machine change what comes out. */
const SETTINGS = [
  "core.hooksPath=/dev/null",
  "core.fsmonitor=false",
  "core.autocrlf=false",
  "gc.auto=0",
  "maintenance.auto=false",
  "submodule.recurse=false",
  "fetch.recurseSubmodules=false",
  "safe.directory=*",
  "advice.detachedHead=false",
  "init.defaultBranch=main",
  "uploadpack.allowAnySHA1InWant=true",
].flatMap((setting) => ["-c", setting])

const PROTOCOLS = "file:http:https:ssh"
const LONGEST_MS = 1_800_000

/** Git for the sources of jobs. `env`: what this machine needs to get into them. */
export type JobGit = {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly signal: AbortSignal
  /** No repository is looked for. */
  readonly outside?: boolean
}

/** Runs git in a folder and returns what it printed. Throws `JobError` with what it said. */
export async function jobGit(
  { env, signal, outside = false }: JobGit,
  folder: string,
  words: readonly string[],
): Promise<string> {
  const program = findProgram("git")
  if (program === undefined)
    throw new JobError("There is no git here; install it to use jobs that come from a repository.")
  const own = Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith("GIT_")))
  const { child, ended } = startProgram(program, [...SETTINGS, ...words], {
    cwd: folder,
    env: {
      GIT_SSH_COMMAND: "ssh -o BatchMode=yes",
      ...own,
      PATH: trustedPath(),
      GIT_ALLOW_PROTOCOL: PROTOCOLS,
      GIT_TERMINAL_PROMPT: "0",
      ...(outside ? { GIT_DIR: "/dev/null" } : {}),
    },
    signal,
    timeout: LONGEST_MS,
    killSignal: "SIGKILL",
    stdio: ["ignore", "pipe", "pipe"],
  })
  const said: string[] = []
  const complained: string[] = []
  child?.stdout?.setEncoding("utf8").on("data", (text: string) => said.push(text))
  child?.stderr?.setEncoding("utf8").on("data", (text: string) => complained.push(text))
  const { code } = await ended.catch((error: unknown) => {
    signal.throwIfAborted()
    throw new JobError(`git can't be started: ${whyNotStarted(error)}.`)
  })
  if (code === 0) return said.join("")
  const why = complained.join("").trim().split("\n").at(-1) ?? ""
  throw new JobError(`git ${words[0]}: ${why || `ended with ${code}`}`)
}
