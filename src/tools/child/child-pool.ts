import type { Sandbox } from "../sandbox/sandbox.ts"
import { ToolFailure } from "../tool.ts"
import { type ChildLimits, DEFAULT_LIMITS } from "./child-command.ts"
import type { ChildJobName, ChildJobs, ChildOrder } from "./child-jobs.ts"
import { ChildStopped, ParserChild } from "./child-process.ts"

/** Side by side; more wait for their turn. */
const MOST_CHILDREN = 2

/** What a job runs under. */
export type ChildRun = {
  readonly signal: AbortSignal
  readonly sandbox?: Sandbox | null | undefined
  readonly limitMs: number
  /** What to do where a limit is reached, as a sentence for the model. */
  readonly advice: string
}

/**
 * The children of one run: started when the first parser is needed, kept for the next one, and ended with the run. No run meets a child that
 * has read another one's data.
 */
export class ChildPool implements AsyncDisposable {
  readonly limits: ChildLimits
  readonly #all = new Set<ParserChild>()
  readonly #idle: ParserChild[] = []
  readonly #waiting: (() => void)[] = []
  #busy = 0

  constructor(limits: ChildLimits = DEFAULT_LIMITS) {
    this.limits = limits
  }

  /** Throws `ToolFailure` where the job fails or reaches a limit, and the signal's reason. */
  async run<Name extends ChildJobName>(order: ChildOrder<Name>, under: ChildRun): Promise<ChildJobs[Name]["result"]> {
    await this.#turn()
    const child = this.#takeChild(under.sandbox)
    try {
      return await child.run(order, under)
    } catch (error) {
      if (error instanceof ChildStopped) throw inWords(error, under.advice)
      throw error
    } finally {
      this.#giveBack(child)
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.#all].map((child) => child.end()))
    this.#all.clear()
    this.#idle.length = 0
  }

  async #turn(): Promise<void> {
    while (this.#busy >= MOST_CHILDREN) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    this.#busy += 1
  }

  #takeChild(sandbox: Sandbox | null | undefined): ParserChild {
    for (let child = this.#idle.pop(); child; child = this.#idle.pop()) if (child.isUsable) return child
    try {
      const child = new ParserChild(this.limits, sandbox)
      this.#all.add(child)
      return child
    } catch (error) {
      this.#next()
      throw error
    }
  }

  #giveBack(child: ParserChild): void {
    if (child.isUsable) this.#idle.push(child)
    else this.#all.delete(child)
    this.#next()
  }

  #next(): void {
    this.#busy -= 1
    this.#waiting.shift()?.()
  }
}

/** Which limit was reached, and what to do. What was not a limit is told as it is. */
function inWords({ message, limit }: ChildStopped, advice: string): ToolFailure {
  return new ToolFailure(limit === undefined ? `The parser stopped. ${message}` : `Stopped. ${message} ${advice}`)
}
