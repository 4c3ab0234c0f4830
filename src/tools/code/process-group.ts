import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync } from "node:fs"

export type GroupEnd =
  | { readonly kind: "exited"; readonly code: number }
  | { readonly kind: "killed"; readonly signal: string }

export type GroupRequest = {
  readonly command: string
  readonly folder: string
  readonly environment: NodeJS.ProcessEnv
  /** Kills the whole group. */
  readonly signal: AbortSignal
  /** Standard output and error, in the order in which they were written. */
  onOutput(chunk: Buffer): void
}

/** How long a process that left the group may go on writing to our pipe before it is cut off. */
const STRAGGLER_MS = 250

const SHELL = existsSync("/bin/bash") ? "/bin/bash" : "sh"
// One pipe for both streams: with two, their order would be a matter of luck.
const ONE_STREAM = 'exec "$0" -c "$1" 2>&1'

/** Runs a shell command as a process group of its own; whatever of the group is left at the end is killed. */
export async function runProcessGroup(request: GroupRequest): Promise<GroupEnd> {
  request.signal.throwIfAborted()
  const child = spawn(SHELL, ["-c", ONE_STREAM, SHELL, request.command], {
    cwd: request.folder,
    env: request.environment,
    detached: true,
    stdio: ["ignore", "pipe", "ignore"],
  })
  const drained = drain(child, request.onOutput)
  const [code, signal] = await untilExit(child, request.signal)
  await drained
  return code === null ? { kind: "killed", signal: signal ?? "unknown" } : { kind: "exited", code }
}

async function untilExit(child: ChildProcess, signal: AbortSignal): Promise<[number | null, string | null]> {
  const kill = () => killGroup(child)
  signal.addEventListener("abort", kill, { once: true })
  watch(child)
  try {
    return (await once(child, "exit")) as [number | null, string | null]
  } finally {
    kill()
    signal.removeEventListener("abort", kill)
    unwatch(child)
  }
}

/** Groups that must not outlive us. */
const alive = new Set<ChildProcess>()
const killAll = () => alive.forEach(killGroup)

function watch(child: ChildProcess): void {
  if (alive.size === 0) process.once("exit", killAll)
  alive.add(child)
}

function unwatch(child: ChildProcess): void {
  alive.delete(child)
  if (alive.size === 0) process.removeListener("exit", killAll)
}

function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return
  try {
    process.kill(-child.pid, "SIGKILL")
  } catch {
    // Nobody is left in the group.
  }
}

/** Ends with the pipe, or soon after the command: only processes that left the group can still hold the pipe open then. */
function drain(child: ChildProcess, onOutput: (chunk: Buffer) => void): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  let straggling: NodeJS.Timeout | undefined
  child.stdout?.on("data", onOutput)
  child.once("exit", () => {
    // Once more through the event loop: what waits in the pipe is read before it is closed.
    straggling = setTimeout(() => setImmediate(() => child.stdout?.destroy()), STRAGGLER_MS)
  })
  child.once("close", () => {
    clearTimeout(straggling)
    resolve()
  })
  return promise
}
