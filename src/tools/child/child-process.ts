import type { ChildProcess } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type ProgramEnd, startProgram, whyNotStarted } from "../process/start-program.ts"
import type { Sandbox } from "../sandbox/sandbox.ts"
import { ToolFailure } from "../tool.ts"
import { type ChildLimits, childCommand, childEnvironment } from "./child-command.ts"
import type { ChildJobName, ChildJobs, ChildOrder, ChildReply } from "./child-jobs.ts"

/** Why a child did not come to the end of its job: it was too slow, needed too much, broke down or could not be started. */
export class ChildStopped extends Error {
  readonly limit: "time" | "memory" | undefined

  constructor(message: string, limit?: "time" | "memory") {
    super(message)
    this.name = "ChildStopped"
    this.limit = limit
  }
}

const MOST_SAID = 4000

/** A child process for parsers. It does one job at a time, and dies with us. */
export class ParserChild {
  readonly #child: ChildProcess | undefined
  readonly #ended: Promise<ProgramEnd>
  readonly #scratch = mkdtempSync(join(tmpdir(), "keelson-child-"))
  readonly #limits: ChildLimits
  #said = ""
  #isUsable = true

  constructor(limits: ChildLimits, sandbox: Sandbox | null | undefined) {
    this.#limits = limits
    const [program = "", ...words] = childCommand(limits, this.#scratch, sandbox)
    const { child, ended } = startProgram(program, words, {
      cwd: "/",
      env: childEnvironment(this.#scratch),
      stdio: ["ignore", "ignore", "pipe", "ipc"],
      serialization: "advanced",
    })
    this.#child = child
    this.#ended = ended
    child?.stderr?.on("data", (chunk: Buffer) => {
      this.#said = (this.#said + chunk.toString("utf8")).slice(-MOST_SAID)
    })
    const forget = () => {
      this.#isUsable = false
      process.off("exit", this.#kill)
      rmSync(this.#scratch, { recursive: true, force: true })
    }
    ended.then(forget, forget)
    process.once("exit", this.#kill)
  }

  /** Whether it can do another job. */
  get isUsable(): boolean {
    return this.#isUsable && this.#child?.connected === true
  }

  /** Throws `ToolFailure` where the job fails, `ChildStopped` where the child does, and the signal's reason. */
  async run<Name extends ChildJobName>(
    order: ChildOrder<Name>,
    { signal, limitMs }: { readonly signal: AbortSignal; readonly limitMs: number },
  ): Promise<ChildJobs[Name]["result"]> {
    signal.throwIfAborted()
    const stopped = Promise.withResolvers<never>()
    const stop = (reason: unknown) => {
      stopped.reject(reason)
      this.#kill()
    }
    const onAbort = () => stop(signal.reason)
    const late = new ChildStopped(`It took longer than ${limitMs / 1000} s.`, "time")
    const timer = setTimeout(() => stop(late), limitMs)
    signal.addEventListener("abort", onAbort, { once: true })
    this.#hold(true)
    try {
      return this.#result<Name>(await Promise.race([this.#answer(order), stopped.promise]))
    } finally {
      this.#hold(false)
      clearTimeout(timer)
      signal.removeEventListener("abort", onAbort)
    }
  }

  async end(): Promise<void> {
    this.#hold(true)
    this.#kill()
    await this.#ended.catch(() => {})
    rmSync(this.#scratch, { recursive: true, force: true })
  }

  #answer(order: ChildOrder): Promise<ChildReply> {
    const { promise, resolve, reject } = Promise.withResolvers<ChildReply>()
    const child = this.#child
    child?.once("message", (reply) => resolve(reply as ChildReply))
    this.#ended.then(
      (end) => reject(this.#whyEnded(end)),
      (error: unknown) => reject(new ChildStopped(`It can't be started: ${whyNotStarted(error)}.`)),
    )
    // A child that is gone by now says so by its end.
    child?.send?.(order, () => {})
    return promise
  }

  #result<Name extends ChildJobName>(reply: ChildReply): ChildJobs[Name]["result"] {
    if ("result" in reply) return reply.result as ChildJobs[Name]["result"]
    if (reply.isSpent) this.#kill()
    if ("failure" in reply) throw new ToolFailure(reply.failure, { verdict: reply.verdict })
    throw reply.isSpent ? this.#tooMuch() : new Error(reply.fault)
  }

  #whyEnded({ code, signal }: ProgramEnd): ChildStopped {
    const isMemory = signal === "SIGKILL" || code === KILLED || OUT_OF_MEMORY.test(this.#said)
    if (isMemory) return this.#tooMuch()
    const last = this.#said.trim().split("\n").at(-1) ?? ""
    return new ChildStopped(`Its process ended (${signal ?? code})${last && `: ${last}`}.`)
  }

  #tooMuch(): ChildStopped {
    const megabytes = Math.round(this.#limits.memoryBytes / 2 ** 20)
    return new ChildStopped(`It needed more than ${megabytes} MB of memory.`, "memory")
  }

  /** An idle child keeps nobody from leaving. */
  #hold(isBusy: boolean): void {
    const held = [this.#child, this.#child?.channel, this.#child?.stderr as { ref?(): void; unref?(): void } | null]
    for (const one of held) isBusy ? one?.ref?.() : one?.unref?.()
  }

  readonly #kill = () => {
    this.#isUsable = false
    this.#child?.kill("SIGKILL")
  }
}

/** As bubblewrap passes it on. */
const KILLED = 137
const OUT_OF_MEMORY = /out of memory|bad_alloc|memory allocation of|allocation fail/i
