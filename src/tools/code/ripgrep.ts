import { namePatterns } from "../../text/path-glob.ts"
import { startProgram, whyNotStarted } from "../process/start-program.ts"
import { ToolFailure } from "../tool.ts"
import { TEMPORARY_GLOB } from "../workspace/atomic-write.ts"
import { knownToBlock, READ_BY_RIPGREP, watchForBlocking } from "../workspace/blocking-file.ts"

/** What every use shares: the same files whatever the user's own settings, in a fixed order, without git's and our own. */
const COMMON = [
  "--no-config",
  "--no-messages",
  "--no-require-git",
  "--no-ignore-global",
  "--hidden",
  "--sort=path",
  "--glob=!.git",
  `--glob=!${TEMPORARY_GLOB}`,
  // A name with a line break in it would pass for two lines of the answer; no tool takes such a path anyway.
  "--glob=!*[\u0001-\u001f\u007f]*",
]

export type RipgrepRequest = {
  readonly folder: string
  readonly args: readonly string[]
  /** A file or folder relative to `folder`. */
  readonly path: string
  /** A first choice by name alone; ripgrep never sees more of it, for its own globs bring back what ignore files leave out. */
  readonly glob: string | undefined
  /** Also what ignore files leave out. */
  readonly withIgnored?: boolean
  readonly signal: AbortSignal
  /** Returns false to stop the search: nothing of what follows is wanted. */
  onLine(line: string): boolean
}

/** Runs ripgrep to its end or to the line that had enough; resolves to what it complained about, empty if nothing. */
export async function runRipgrep(request: RipgrepRequest): Promise<string> {
  const { rgPath } = await import("@vscode/ripgrep")
  request.signal.throwIfAborted()
  const ignored = request.withIgnored ? ["--no-ignore"] : []
  const args = [...COMMON, ...ignored, ...byName(request.glob), ...request.args, "--", `./${request.path}`]
  const known = knownToBlock(request.folder, READ_BY_RIPGREP)
  if (known !== undefined) throw blocked(known)
  const { child, ended } = startProgram(rgPath, args, { cwd: request.folder, stdio: ["ignore", "pipe", "pipe"] })
  const stop = () => child?.kill("SIGKILL")
  let blocking: string | undefined
  const stopWatching = watchForBlocking(request.folder, READ_BY_RIPGREP, (name) => {
    blocking = name
    stop()
  })
  request.signal.addEventListener("abort", stop, { once: true })
  try {
    const lines = forEachLine(child?.stdout, request.onLine).then((isWanted) => isWanted || stop())
    const [complaint] = await Promise.all([readText(child?.stderr), lines, ended.catch(refuseStart)])
    request.signal.throwIfAborted()
    if (blocking !== undefined) throw blocked(blocking)
    return complaint.trim()
  } finally {
    stopWatching()
    request.signal.removeEventListener("abort", stop)
  }
}

function blocked(name: string): ToolFailure {
  return new ToolFailure(`"${name}" is not a plain file and would block the search; remove it, then try again.`)
}

function refuseStart(error: unknown): never {
  throw new ToolFailure(`The search can't be started: ${whyNotStarted(error)}.`)
}

/** A file type ranks below ignore files: it only narrows what they leave. */
function byName(glob: string | undefined): string[] {
  const names = glob === undefined ? undefined : namePatterns(glob)
  return names === undefined ? [] : [...names.map((name) => `--type-add=wanted:${name}`), "--type=wanted"]
}

/** Splits at line feeds only; `node:readline` would also split at characters that belong to the text. */
async function forEachLine(
  stream: NodeJS.ReadableStream | null | undefined,
  onLine: (line: string) => boolean,
): Promise<boolean> {
  if (!stream) return true
  stream.setEncoding("utf8")
  let rest = ""
  for await (const chunk of stream) {
    const lines = (rest + chunk).split("\n")
    rest = lines.pop() ?? ""
    if (!lines.every(onLine)) return false
  }
  return rest === "" || onLine(rest)
}

async function readText(stream: NodeJS.ReadableStream | null | undefined): Promise<string> {
  let text = ""
  for await (const chunk of stream ?? []) text = (text + String(chunk)).slice(0, 4000)
  return text
}
