import type { Writable } from "node:stream"
import { pipeline } from "node:stream/promises"
import { startProgram, whyNotStarted } from "../../tools/process/start-program.ts"
import { findProgram, trustedPath } from "../../tools/programs/find-program.ts"
import { distrust } from "../../tools/programs/untrusted-places.ts"
import { limitGit, requireUnblocked } from "./git-limits.ts"
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

/**
 * Runs git and returns what it printed, within limits of time. Throws `CheckpointsUnavailable` when there is no git, it fails or it waits
 * for something, and the signal's reason once that is aborted.
 */
export async function git(place: GitPlace, words: readonly string[], request: GitRequest = {}): Promise<Buffer> {
  place.signal?.throwIfAborted()
  requireUnblocked(place.workspace)
  const ending = new AbortController()
  const stopWatching = limitGit(place.workspace, words, ending)
  try {
    return await runGit(place, words, request, ending.signal)
  } catch (error) {
    // A command that is ended says so in its own words; what counts is why.
    ending.signal.throwIfAborted()
    place.signal?.throwIfAborted()
    throw error
  } finally {
    stopWatching()
  }
}

async function runGit(
  place: GitPlace,
  words: readonly string[],
  { settings = [], input = "" }: GitRequest,
  ending: AbortSignal,
): Promise<Buffer> {
  const { child, ended } = startProgram(gitFor(place), [...SETTINGS, ...settings, "--literal-pathspecs", ...words], {
    cwd: place.workspace,
    env: environmentOf(place),
    signal: place.signal ? AbortSignal.any([place.signal, ending]) : ending,
    killSignal: "SIGKILL",
    stdio: ["pipe", "pipe", "pipe"],
  })
  const said: Buffer[] = []
  const complained: Buffer[] = []
  child?.stdout?.on("data", (chunk: Buffer) => said.push(chunk))
  child?.stderr?.on("data", (chunk: Buffer) => complained.push(chunk))
  const [{ code }] = await Promise.all([
    ended.catch((error: unknown) => {
      throw notRun(error, place)
    }),
    feed(child?.stdin, input),
  ])
  if (code === 0) return Buffer.concat(said)
  throw new CheckpointsUnavailable(
    `The checkpoints of ${place.workspace} can't be used: git ${words[0]} said "${firstLine(complained)}". They are kept in ${place.gitFolder}; without that folder they begin anew.`,
  )
}

/** Whoever gives it in parts is not asked for more than was read. */
async function feed(stdin: Writable | null | undefined, input: NonNullable<GitRequest["input"]>): Promise<void> {
  if (!stdin) return
  // A command that ends early closes its input; its exit code tells why.
  stdin.on("error", () => {})
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
    ...KEEPS_ITS_MEMORY,
  }
}

/**
 * Git frees what it packs a file with and asks for it again for the next one. The C library of most Linuxes gives it back to the system
 * each time, which for many small files is two thirds of the system's part of the work.
 */
const KEEPS_ITS_MEMORY = { MALLOC_TRIM_THRESHOLD_: "134217728", MALLOC_MMAP_THRESHOLD_: "33554432" }

function present(variables: Readonly<Record<string, string | undefined>>): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== undefined))
}

function notRun(error: unknown, { workspace }: GitPlace): CheckpointsUnavailable {
  const why = `git can't be started: ${whyNotStarted(error)}`
  return new CheckpointsUnavailable(`No checkpoint of ${workspace}: ${why}.`, why)
}

function firstLine(chunks: readonly Buffer[]): string {
  return Buffer.concat(chunks).toString("utf8").trim().split("\n")[0] ?? ""
}
