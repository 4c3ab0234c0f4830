import { spawn } from "node:child_process"
import type { Writable } from "node:stream"
import { pipeline } from "node:stream/promises"
import { findProgram, trustedPath } from "../tools/programs/find-program.ts"
import { distrust } from "../tools/programs/untrusted-places.ts"
import { CheckpointsUnavailable } from "./unavailable.ts"

/** Where a git command works: always the shadow, never a repository of the user's. */
export type GitPlace = {
  readonly gitFolder: string
  readonly workspace: string
  /** The index it uses; commands on trees alone need none. */
  readonly index?: string
  /** Ends the command. */
  readonly signal?: AbortSignal
}

/** What a command is given and may do. */
export type GitRequest = {
  readonly input?: string | Uint8Array | AsyncIterable<Uint8Array>
  /** Beside those that always hold. */
  readonly settings?: readonly string[]
}

/**
 * Settings that keep every byte as it is and run nobody else's code. They stand on the command line, because a setting
 * there wins over every file.
 */
const SETTINGS = [
  "core.bare=false",
  "core.autocrlf=false",
  "core.eol=lf",
  "core.safecrlf=false",
  "core.fileMode=true",
  "core.symlinks=true",
  "core.quotePath=false",
  "core.hooksPath=/dev/null",
  "core.attributesFile=/dev/null",
  "core.excludesFile=/dev/null",
  "core.fsmonitor=false",
  "core.sshCommand=false",
  "core.askPass=false",
  "core.editor=false",
  "core.pager=false",
  "credential.helper=",
  "diff.external=",
  "commit.gpgSign=false",
  "protocol.allow=never",
  "submodule.recurse=false",
  "core.untrackedCache=false",
  "core.splitIndex=false",
  "core.preloadIndex=true",
  "gc.auto=0",
  "maintenance.auto=false",
  "safe.directory=*",
].flatMap((setting) => ["-c", setting])

/** Runs git and returns what it printed. Throws `CheckpointsUnavailable` when there is no git or it fails. */
export async function git(place: GitPlace, words: readonly string[], request: GitRequest = {}): Promise<Buffer> {
  const { settings = [] } = request
  const child = spawn(gitFor(place), [...SETTINGS, ...settings, "--literal-pathspecs", ...words], {
    cwd: place.workspace,
    env: environmentOf(place),
    ...(place.signal ? { signal: place.signal } : {}),
    stdio: ["pipe", "pipe", "pipe"],
  })
  const said: Buffer[] = []
  const complained: Buffer[] = []
  child.stdout.on("data", (chunk: Buffer) => said.push(chunk))
  child.stderr.on("data", (chunk: Buffer) => complained.push(chunk))
  // A command that ends early closes its input; its exit code tells why.
  child.stdin.on("error", () => {})
  const unread = feed(child.stdin, request.input ?? "")
  const { promise, resolve, reject } = Promise.withResolvers<number | null>()
  child.once("error", (error: NodeJS.ErrnoException) => reject(notRun(error, place)))
  child.once("close", (code) => resolve(code))
  const [code] = await Promise.all([promise, unread])
  if (code === 0) return Buffer.concat(said)
  throw new CheckpointsUnavailable(
    `The checkpoints of ${place.workspace} can't be used: git ${words[0]} said "${firstLine(complained)}". They are kept in ${place.gitFolder}; without that folder they begin anew.`,
  )
}

/** Whoever gives it in parts is not asked for more than was read. */
async function feed(stdin: Writable, input: NonNullable<GitRequest["input"]>): Promise<void> {
  if (typeof input === "string" || input instanceof Uint8Array) stdin.end(input)
  // Of a command that ended early its exit code tells why.
  else
    await pipeline(input, stdin).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "EPIPE" && error.code !== "ERR_STREAM_PREMATURE_CLOSE") throw error
    })
}

/** Not one that lies in the workspace: it would run unconfined. */
function gitFor({ workspace }: GitPlace): string {
  distrust(workspace)
  const program = findProgram("git")
  if (program !== undefined) return program
  throw new CheckpointsUnavailable(
    `No checkpoint of ${workspace}: the program "git" was not found outside of it. Install git, and runs can be undone.`,
  )
}

/** The parts of a list whose parts end in a NUL. */
export function listed(output: Buffer): string[] {
  return output.toString("utf8").split("\0").slice(0, -1)
}

/** Only what git needs to run: a `GIT_DIR` of a hook that started us, or a user's settings, must not reach it. */
function environmentOf({ gitFolder, workspace, index }: GitPlace): NodeJS.ProcessEnv {
  const { SYSTEMROOT, TMPDIR } = process.env
  return {
    ...present({ SYSTEMROOT, TMPDIR }),
    PATH: trustedPath(),
    ...(index === undefined ? {} : { GIT_INDEX_FILE: index }),
    GIT_DIR: gitFolder,
    GIT_WORK_TREE: workspace,
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_SYSTEM: "/dev/null",
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_ATTR_NOSYSTEM: "1",
    GIT_TERMINAL_PROMPT: "0",
    HOME: gitFolder,
    XDG_CONFIG_HOME: gitFolder,
    LC_ALL: "C",
  }
}

function present(variables: Readonly<Record<string, string | undefined>>): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== undefined))
}

function notRun(error: NodeJS.ErrnoException, { workspace }: GitPlace): CheckpointsUnavailable {
  // A missing folder to start in looks like a missing program.
  const why = error.code === "ENOENT" ? "its folder or the program is gone" : error.code
  return new CheckpointsUnavailable(`No checkpoint of ${workspace}: git can't be started (${why}).`)
}

function firstLine(chunks: readonly Buffer[]): string {
  return Buffer.concat(chunks).toString("utf8").trim().split("\n")[0] ?? ""
}
