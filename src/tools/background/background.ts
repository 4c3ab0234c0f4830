import { type Clock, pause, systemClock } from "../clock.ts"
import { runCommand } from "../process/run-command.ts"
import type { OwnFiles } from "../sandbox/own-files.ts"
import { SharedSpace, type Sharing } from "../sandbox/shared-space.ts"
import { type ToolContext, ToolFailure } from "../tool.ts"
import { BackgroundProcess, type ProcessEnd } from "./background-process.ts"

/** More servers and watchers at a time are a mistake. */
const MOST_ALIVE = 8

/** The first output is what comes until it is quiet for a moment, and no longer than this. */
const FIRST_OUTPUT_MS = 3000
const QUIET_MS = 300

/** A process of an earlier life of the run, as its log has it. */
export type GoneProcess = { readonly id: string; readonly command: string }

/** Hears how a process came to its end. */
type OnEnd = (process: BackgroundProcess, end: ProcessEnd) => Promise<void>

/** What the run knows: where ends are written down, what its tools wrote, and which ones it has. */
export type RunLog = {
  readonly onEnd: OnEnd
  readonly ownFiles: () => OwnFiles
  /** How the model goes on with what it started, with the tools that it has. */
  readonly ways: readonly string[]
}

/**
 * What a run started in the background, and what its commands have in common while it goes on. It all ends with the run, and with this
 * process: a sandbox dies with it, and where there is none a guard beside the command sees to it.
 */
export class Background implements AsyncDisposable {
  readonly #space = new SharedSpace()
  readonly #all = new Map<string, BackgroundProcess>()
  readonly #gone = new Map<string, GoneProcess>()
  readonly #news = new Map<string, string>()
  #onEnd: OnEnd = async () => {}
  #ownFiles: () => OwnFiles = () => new Map()
  #ways: readonly string[] = []
  #last = 0
  #isOver = false

  /** `before`: those of an earlier life that were never seen to end. */
  begin(log: RunLog, last: number, before: readonly GoneProcess[]): void {
    this.#onEnd = log.onEnd
    this.#ownFiles = log.ownFiles
    this.#ways = log.ways
    this.#last = last
    for (const gone of before) {
      this.#gone.set(gone.id, gone)
      this.#news.set(gone.id, goneText(gone))
    }
  }

  get alive(): readonly BackgroundProcess[] {
    return [...this.#all.values()].filter(({ end }) => end === undefined)
  }

  /** Told once. */
  takeWays(): readonly string[] {
    const ways = this.#ways
    this.#ways = []
    return ways
  }

  /** What a command shares with the others of its run. */
  sharing({ network }: { readonly network: boolean }): Sharing {
    return { space: this.#space, temporary: true, network: network && this.alive.length > 0 }
  }

  /** The network alone, for checks, where something was told to stay for them. */
  get forChecks(): Sharing | undefined {
    return this.alive.some(({ isKept }) => isKept) ? { space: this.#space, temporary: false, network: true } : undefined
  }

  /** Starts a command and waits for its first output. One that has ended by then was no background process; its result tells. */
  async start(context: ToolContext, command: string): Promise<BackgroundProcess> {
    if (this.#isOver) throw new ToolFailure("The run is over.")
    if (this.alive.length >= MOST_ALIVE)
      throw new ToolFailure(`${MOST_ALIVE} processes run in the background, which is the most: stop one first.`)
    const id = `p${this.#last + 1}`
    const started = new BackgroundProcess(id, command, context, (own) =>
      runCommand(own, { command, isGuarded: true, ownFiles: this.#ownFiles }),
    )
    this.#all.set(id, started)
    await this.#firstOutput(started, context)
    if (started.end === undefined) this.#last += 1
    else this.#all.delete(id)
    return started
  }

  /** From here on its end is a fact of its own. */
  recorded(id: string): void {
    const process = this.#all.get(id)
    void process?.ended.then(async (end) => {
      if (this.#isOver) return
      if (end.how === "exited" && !process.isSeenEnded)
        this.#news.set(id, `${id} (${process.command}) has ended: ${process.describeEnd()}`)
      await this.#onEnd(process, end)
    })
  }

  /** Throws, with the ids that there are, for one that there is not. */
  find(id: string): BackgroundProcess {
    const found = this.#all.get(id)
    if (found) return found
    const gone = this.#gone.get(id)
    if (gone) throw new ToolFailure(goneText(gone))
    const ids = [...this.#all.keys()].join(", ")
    throw new ToolFailure(
      `There is no process ${id}. ${ids === "" ? "None was started in the background." : `There is ${ids}.`}`,
    )
  }

  /** With the result of the next command. */
  tell(news: string): void {
    this.#news.set(news, news)
  }

  /** The model is told by other means that it has ended. */
  seen(process: BackgroundProcess): void {
    if (process.end === undefined) return
    process.isSeenEnded = true
    this.#news.delete(process.id)
  }

  /** What the model has not been told yet of processes that ended by themselves; each once. */
  takeNews(): readonly string[] {
    const news = [...this.#news.values()]
    this.#news.clear()
    return news
  }

  /** The final checks have the workspace alone, but for what was told to stay. */
  async endForChecks(): Promise<void> {
    const ending = this.alive.filter(({ isKept }) => !isKept)
    await Promise.all(ending.map((process) => process.stop()))
    for (const { id, command } of ending)
      this.#news.set(id, `${id} (${command}) was stopped for the final checks. Start it again if it is needed.`)
  }

  /** Ends everything at once, without waiting for it. */
  stopAll(): void {
    for (const process of this.alive) void process.stop()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isOver = true
    const ending = this.alive
    await Promise.all(ending.map((process) => process.stop("lost").then((end) => this.#onEnd(process, end))))
    this.#space[Symbol.dispose]()
  }

  async #firstOutput(process: BackgroundProcess, { clock = systemClock, signal }: ToolContext): Promise<void> {
    const until = clock.elapsed() + FIRST_OUTPUT_MS
    const stopped = () => void process.stop()
    signal.addEventListener("abort", stopped, { once: true })
    try {
      for (let seen = -1; clock.elapsed() < until && process.end === undefined; ) {
        if (process.bytes > 0 && process.bytes === seen) return
        seen = process.bytes
        await Promise.race([waiting(clock, QUIET_MS, signal), process.ended])
      }
    } finally {
      signal.removeEventListener("abort", stopped)
    }
    if (signal.aborted) {
      await process.ended
      throw signal.reason
    }
  }
}

function goneText({ id, command }: GoneProcess): string {
  return `${id} (${command}) is gone: the run was interrupted. Start it again if it is needed.`
}

function waiting(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  return pause(clock, ms, signal)
}
