import { type ChildProcess, spawn } from "node:child_process"
import type { Readable, Writable } from "node:stream"
import { trustedPath } from "../../programs/find-program.ts"
import type { Mount } from "../mount.ts"
import { FILTER_DESCRIPTOR } from "../sandbox.ts"

/** A command in a sandbox that has no network and no workspace, only these mounts; everything else is read-only, secrets are hidden. */
export type GitCell = { readonly command: readonly string[]; readonly filter: Uint8Array | undefined }
export type Confine = (command: readonly string[], mounts: readonly Mount[]) => Promise<GitCell>

export type CellRun = {
  readonly environment: Readonly<Record<string, string>>
  /** What it reads. */
  readonly input?: AsyncIterable<Buffer>
  readonly timeoutMs?: number
}

/** A hostile repository must not keep a run for ever, nor fill the disk. */
export const CELL_MS = 120_000
const MAX_COMPLAINT = 4096

/** Git in a cell takes nothing from the user or the machine. */
const ALONE = {
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_CONFIG_SYSTEM: "/dev/null",
  GIT_ATTR_NOSYSTEM: "1",
  GIT_TERMINAL_PROMPT: "0",
  GIT_OPTIONAL_LOCKS: "0",
  GIT_NO_REPLACE_OBJECTS: "1",
  GIT_NO_LAZY_FETCH: "1",
  GIT_GRAFT_FILE: "/dev/null",
  GIT_ALLOW_PROTOCOL: "none",
  GIT_COMMITTER_NAME: "Keelson",
  GIT_COMMITTER_EMAIL: "keelson@localhost",
  HOME: "/tmp",
  TMPDIR: "/tmp",
  LC_ALL: "C",
}

/** One that has been started: its output, and its end, which does not come before the output was read. */
export type StartedCell = { readonly output: Readable; readonly end: Promise<void>; stop(): void }

/** Starts git in a cell. `end` throws with what it complained about; the output must be read. */
export function startCell(cell: GitCell, { environment, input, timeoutMs = CELL_MS }: CellRun): StartedCell {
  const [program = "", ...args] = cell.command
  const child = spawn(program, args, {
    cwd: "/",
    env: { PATH: trustedPath(), ...ALONE, ...environment },
    stdio: [input ? "pipe" : "ignore", "pipe", "pipe", ...(cell.filter ? ["pipe" as const] : [])],
    timeout: timeoutMs,
    killSignal: "SIGKILL",
  })
  const end = endOf(child)
  // Whoever reads the output first hears of a failure later.
  end.catch(() => {})
  const pipe = child.stdio[FILTER_DESCRIPTOR] as Writable | undefined
  pipe?.on("error", () => {})
  pipe?.end(cell.filter)
  // An input that fails has to end what reads it.
  if (input && child.stdin) feed(child.stdin, input).catch(() => child.kill("SIGKILL"))
  return { output: child.stdout as Readable, end, stop: () => void child.kill("SIGKILL") }
}

/** The output of a cell, a part at a time, up to so many bytes each. */
export class CellOutput {
  readonly #reader: AsyncIterator<Buffer>
  readonly #end: StartedCell["end"]
  /** Read already, and part of what comes next. */
  #rest: Buffer = Buffer.alloc(0)

  constructor({ output, end }: StartedCell) {
    this.#reader = output[Symbol.asyncIterator]() as AsyncIterator<Buffer>
    this.#end = end
  }

  /** All that comes before these words. */
  async until(words: string, maxBytes: number): Promise<Buffer> {
    const last = Buffer.from(words)
    const chunks: Buffer[] = []
    // The words may be cut in two.
    let seen = Buffer.alloc(0)
    for (let size = 0; ; ) {
      const chunk = await this.#next()
      if (chunk === undefined) {
        await this.#end
        throw new Error("git ended early")
      }
      size += chunk.length
      if (size > maxBytes) throw tooMuch(maxBytes)
      chunks.push(chunk)
      seen = Buffer.concat([seen.subarray(-last.length), chunk])
      if (!seen.includes(last)) continue
      const whole = Buffer.concat(chunks)
      const at = whole.indexOf(last)
      this.#rest = whole.subarray(at + last.length)
      return whole.subarray(0, at)
    }
  }

  /** All that is left, as it comes. */
  async *rest(maxBytes: number): AsyncGenerator<Buffer> {
    for (let size = 0; ; ) {
      const chunk = await this.#next()
      if (chunk === undefined) return
      size += chunk.length
      if (size > maxBytes) throw tooMuch(maxBytes)
      yield chunk
    }
  }

  /** All that is left, once git has ended well. */
  async last(maxBytes: number): Promise<Buffer> {
    const chunks: Buffer[] = []
    for await (const chunk of this.rest(maxBytes)) chunks.push(chunk)
    await this.#end
    return Buffer.concat(chunks)
  }

  async #next(): Promise<Buffer | undefined> {
    const rest = this.#rest
    this.#rest = Buffer.alloc(0)
    if (rest.length > 0) return rest
    const { done, value } = await this.#reader.next()
    return done ? undefined : value
  }
}

function tooMuch(maxBytes: number): Error {
  return new Error(`git said more than ${maxBytes} bytes`)
}

/** A program that ends early closes its input; its exit code tells why. */
async function feed(stdin: Writable, input: NonNullable<CellRun["input"]>): Promise<void> {
  stdin.on("error", () => {})
  try {
    for await (const chunk of input) if (!stdin.write(chunk)) await drained(stdin)
  } finally {
    stdin.end()
  }
}

function drained(stdin: Writable): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  for (const event of ["drain", "close", "error"]) stdin.once(event, () => resolve())
  return promise
}

function endOf(child: ChildProcess): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  let complaint = ""
  child.stderr?.on("data", (chunk: Buffer) => {
    if (complaint.length < MAX_COMPLAINT) complaint += chunk.toString("utf8")
  })
  child.once("error", reject)
  child.once("close", (code, signal) => {
    if (code === 0) resolve()
    else reject(new Error(complaint.trim().split("\n").at(-1) || `git ended by ${signal ?? `exit code ${code}`}`))
  })
  return promise
}
