import { systemClock } from "../clock.ts"
import { HeadAndTail } from "../code/text/head-and-tail.ts"
import type { CommandResult } from "../process/run-command.ts"
import { type ToolContext, ToolFailure } from "../tool.ts"

/** So much of what nobody has read yet is kept, both ends of it. */
const UNREAD_BYTES = 200_000

/** `lost`: it was cut off with the run. */
export type ProcessEnd = {
  readonly how: "exited" | "stopped" | "lost"
  readonly code: number | null
  readonly signal: string | null
  readonly ms: number
  /** What the sandbox says after it, and what kept it from starting. */
  readonly notes: readonly string[]
}

/** Runs the command to its end, in a context of the process's own. */
type Runner = (context: ToolContext) => Promise<CommandResult>

/** A command that goes on while others run. */
export class BackgroundProcess {
  readonly id: string
  readonly command: string
  /** What has a way to the network is reached by no other command: they would have that way too. */
  readonly standsAlone: boolean
  readonly ended: Promise<ProcessEnd>
  end: ProcessEnd | undefined
  bytes = 0
  /** It stays while the project's final checks run. */
  isKept = false
  /** The model was told that it has ended. */
  isSeenEnded = false
  readonly #stopper = new AbortController()
  readonly #clock
  readonly #startedAt: number
  #unread = new HeadAndTail(UNREAD_BYTES)
  #how: ProcessEnd["how"] = "exited"

  constructor(id: string, command: string, context: ToolContext, run: Runner) {
    this.id = id
    this.command = command
    const { network } = context
    this.standsAlone = Boolean(context.sandbox) && typeof network === "object" && network.isStanding !== true
    this.#clock = context.clock ?? systemClock
    this.#startedAt = this.#clock.elapsed()
    this.ended = this.#run(context, run)
  }

  get ms(): number {
    return this.end?.ms ?? Math.round(this.#clock.elapsed() - this.#startedAt)
  }

  /** What came since the last time. */
  takeOutput(): string {
    const text = this.#unread.text().trimEnd()
    this.#unread = new HeadAndTail(UNREAD_BYTES)
    return text
  }

  async stop(how: "stopped" | "lost" = "stopped"): Promise<ProcessEnd> {
    if (this.end === undefined) {
      this.#how = how
      this.#stopper.abort(new DOMException("It was stopped.", "TimeoutError"))
    }
    return this.ended
  }

  /** Running, or how it ended. */
  describeEnd(): string {
    const seconds = `${(this.ms / 1000).toFixed(this.ms < 100_000 ? 1 : 0)} s`
    if (this.end === undefined) return `running for ${seconds}.`
    const { how, code, signal } = this.end
    if (how !== "exited") return `stopped after ${seconds}.`
    return `${code === null ? (signal ? `killed by ${signal}` : "it could not run") : `exit code ${code}`}, ${seconds}.`
  }

  async #run(context: ToolContext, run: Runner): Promise<ProcessEnd> {
    const onOutput = (chunk: Buffer) => {
      this.bytes += chunk.length
      this.#unread.add(chunk)
    }
    const own: ToolContext = { ...context, signal: this.#stopper.signal, onOutput }
    const end = await run(own).then(
      ({ exitCode, signal, notes }) => this.#ended(exitCode, signal, notes),
      (error: unknown) => this.#ended(null, null, [error instanceof ToolFailure ? error.message : String(error)]),
    )
    this.end = end
    return end
  }

  #ended(code: number | null, signal: string | null, notes: readonly string[]): ProcessEnd {
    const ms = Math.round(this.#clock.elapsed() - this.#startedAt)
    return { how: this.#how, code, signal, ms, notes }
  }
}
