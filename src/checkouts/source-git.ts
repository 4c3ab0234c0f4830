import { type Source, SourceError } from "../protocol/log/source.ts"
import { startProgram, whyNotStarted } from "../tools/process/start-program.ts"
import { findProgram, trustedPath } from "../tools/programs/find-program.ts"

/** Where what is fetched goes, and who ends it. */
export type Fetching = { readonly gitFolder: string; readonly signal: AbortSignal }

/** Nothing that a repository says is run here; how to get into the source is the machine's own business. */
const SETTINGS = [
  "core.hooksPath=/dev/null",
  "core.fsmonitor=false",
  "gc.auto=0",
  "maintenance.auto=false",
  "fetch.unpackLimit=1",
  "fetch.recurseSubmodules=false",
  "submodule.recurse=false",
  "push.recurseSubmodules=no",
  "safe.directory=*",
].flatMap((setting) => ["-c", setting])

/** Those that start programs by what an address says are not among them. */
const PROTOCOLS = "file:http:https:ssh"

/** What would lead git somewhere else than it is told. */
const MISLEADING =
  /^(?:GIT_(?:DIR|WORK_TREE|INDEX_FILE|OBJECT_DIRECTORY|ALTERNATE_OBJECT_DIRECTORIES|NAMESPACE|PREFIX|COMMON_DIR|TRACE.*))$/

/** Runs git with what this machine has to get into a source. Throws `SourceError`. */
export async function sourceGit(
  { gitFolder, signal }: Fetching,
  source: Source,
  words: readonly string[],
): Promise<void> {
  const program = findProgram("git")
  if (program === undefined) throw new SourceError(`No source can be fetched: there is no git here.`, "unavailable")
  const { child, ended } = startProgram(program, [...SETTINGS, ...words], {
    cwd: gitFolder,
    env: environmentFor(gitFolder),
    signal,
    timeout: LONGEST_MS,
    killSignal: "SIGKILL",
    stdio: ["ignore", "ignore", "pipe"],
  })
  let said = ""
  child?.stderr?.setEncoding("utf8").on("data", (text: string) => {
    said = (said + text).slice(-MOST_SAID)
  })
  const { code } = await ended.catch((error: unknown) => {
    signal.throwIfAborted()
    throw new SourceError(`No source can be fetched: git can't be started: ${whyNotStarted(error)}.`, "unavailable")
  })
  if (code === null) throw new SourceError(`The source ${source.url} took longer than 30 minutes.`, "unavailable")
  if (code !== 0) throw new SourceError(inWords(source, said), "unavailable")
}

/** A source that is large takes long; one that takes longer does not answer. */
const LONGEST_MS = 1_800_000
const MOST_SAID = 10_000

function environmentFor(gitFolder: string): NodeJS.ProcessEnv {
  const own = Object.fromEntries(Object.entries(process.env).filter(([name]) => !MISLEADING.test(name)))
  return {
    GIT_SSH_COMMAND: "ssh -o BatchMode=yes",
    GIT_HTTP_LOW_SPEED_LIMIT: "100",
    GIT_HTTP_LOW_SPEED_TIME: "60",
    ...own,
    PATH: trustedPath(),
    GIT_DIR: gitFolder,
    GIT_ALLOW_PROTOCOL: PROTOCOLS,
    GIT_TERMINAL_PROMPT: "0",
    LC_ALL: "C",
  }
}

const GONE = /couldn't find remote ref|invalid refspec|no such ref/i
const SHUT = /authentication failed|could not read (?:username|password)|permission denied|\b40[13]\b|access denied/i

function inWords({ url, ref }: Source, said: string): string {
  if (GONE.test(said)) return `The source ${url} has no "${ref}"; see whether it was renamed or removed.`
  if (SHUT.test(said))
    return `The source ${url} does not let this worker in; give its git what is needed (credential helper, key, .netrc).`
  return `The source ${url} can't be used from here: ${withoutCredentials(lastLine(said))}`
}

function lastLine(said: string): string {
  const lines = said.trim().split("\n")
  return lines.findLast((line) => /^(?:fatal|error|ssh|remote):? /.test(line)) ?? lines.at(-1) ?? ""
}

/** A setting of the machine's may put some into an address. */
function withoutCredentials(text: string): string {
  return text.replaceAll(/\/\/[^/@\s]+@/g, "//…@")
}
