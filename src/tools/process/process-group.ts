import type { ChildProcess, StdioOptions } from "node:child_process"
import type { Server } from "node:net"
import type { Writable } from "node:stream"
import { killMarked, MARK_NAME } from "./leftovers.ts"
import { startProgram, whyNotStarted } from "./start-program.ts"

export type GroupEnd = { readonly code: number | null; readonly signal: string | null }

export type GroupRequest = {
  readonly command: readonly string[]
  readonly folder: string
  readonly environment: NodeJS.ProcessEnv
  /** What the command reads; without it, nothing. */
  readonly input: string | undefined
  /** What it reads at descriptor 3, if anything. */
  readonly filter?: Uint8Array | undefined
  /** Open descriptors of this process that it gets from number 5 on. */
  readonly descriptors?: readonly number[] | undefined
  /** Ends with this process also where that is killed, with all that stays in its group. A sandbox does so by itself. */
  readonly isGuarded?: boolean | undefined
  /** Takes over the port that the command opens first, which sends it over a channel at descriptor 4. Without it there is no channel. */
  readonly onPort?: ((port: Server) => void) | undefined
  /** Kills the whole group. */
  readonly signal: AbortSignal
  /** Standard output and error, in the order in which they were written. */
  onOutput(chunk: Buffer): void
}

/** How long a process that left the group may go on writing to our pipe before it is cut off. */
const STRAGGLER_MS = 250

// One pipe for both streams: with two, their order would be a matter of luck. Where memory runs out, the command goes first.
const START = '{ echo 1000 > /proc/self/oom_score_adj; } 2> /dev/null; exec "$@" 2>&1'

// Descriptor 5 is a pipe that nobody writes to: it ends when this process does, and with it the group.
const GUARD = "{ read _; kill -9 0; } <&5 > /dev/null 2>&1 & exec 5<&-; "

/** Runs a command as a process group of its own; whatever it leaves behind is killed. */
export async function runProcessGroup(request: GroupRequest): Promise<GroupEnd> {
  request.signal.throwIfAborted()
  const mark = crypto.randomUUID()
  const script = request.isGuarded ? GUARD + START : START
  const { child, exited } = startProgram("/bin/sh", ["-c", script, "sh", ...request.command], {
    cwd: request.folder,
    env: { ...request.environment, [MARK_NAME]: mark },
    detached: true,
    stdio: stdioFor(request),
  })
  if (child?.pid === undefined) throw await notStarted(exited)
  feed(child.stdin, request.input)
  feed((child.stdio?.[3] as Writable | null | undefined) ?? null, request.filter)
  if (request.onPort) receivePort(child, request.onPort)
  const drained = drain(child, request.onOutput)
  try {
    return await untilExit(child, exited, request.signal)
  } finally {
    await killMarked(mark)
    await drained
  }
}

async function notStarted(exited: Promise<unknown>): Promise<Error> {
  const why = await exited.then(() => "unknown reason", whyNotStarted)
  return new Error(why)
}

function stdioFor({ input, filter, onPort, isGuarded = false, descriptors = [] }: GroupRequest): StdioOptions {
  const usual = [input === undefined ? "ignore" : "pipe", "pipe", "ignore"] as const
  const reading = filter ? "pipe" : "ignore"
  if (isGuarded) return [...usual, reading, onPort ? "ipc" : "ignore", "pipe"]
  if (descriptors.length > 0) return [...usual, reading, onPort ? "ipc" : "ignore", ...descriptors]
  if (onPort) return [...usual, reading, "ipc"]
  return filter ? [...usual, reading] : [...usual]
}

/** One port, and the channel is closed: nothing that is sent later is heard. */
function receivePort(child: ChildProcess, onPort: (port: Server) => void): void {
  child.once("message", (_, port) => {
    if (port) onPort(port as Server)
    child.send("taken over", () => child.connected && child.disconnect())
  })
  // Without its port the command says why, and ends.
  child.on("error", () => {})
}

/** A command that does not read its input to the end is within its rights. */
function feed(stdin: Writable | null, input: string | Uint8Array | undefined): void {
  stdin?.on("error", () => {})
  stdin?.end(input)
}

async function untilExit(child: ChildProcess, exited: Promise<GroupEnd>, signal: AbortSignal): Promise<GroupEnd> {
  const kill = () => killGroup(child)
  signal.addEventListener("abort", kill, { once: true })
  watch(child)
  try {
    return await exited
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

/**
 * Ends with the pipe, or soon after the command: only processes that left the group can still hold the pipe open then. (A child's own
 * "close" does not come where we closed its channel.)
 */
function drain(child: ChildProcess, onOutput: (chunk: Buffer) => void): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const { stdout } = child
  let straggling: NodeJS.Timeout | undefined
  stdout?.on("data", onOutput)
  child.once("exit", () => {
    if (stdout?.closed) return
    // Once more through the event loop: what waits in the pipe is read before it is closed.
    straggling = setTimeout(() => setImmediate(() => stdout?.destroy()), STRAGGLER_MS)
  })
  stdout?.once("close", () => {
    clearTimeout(straggling)
    resolve()
  })
  return promise
}
