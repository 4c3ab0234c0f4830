import { type ChildProcess, spawn } from "node:child_process"
import { KEELSON } from "../cli/program.ts"
import type { TrialPlace } from "./place.ts"

/** How a process of ours ended. */
export type End = {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
  readonly milliseconds: number
  /** It would not end, and was ended. */
  readonly isHung: boolean
}

export type Start = {
  readonly words: readonly string[]
  readonly environment?: NodeJS.ProcessEnv
  /** A shell that starts it as `"$@"`. */
  readonly through?: string
}

/** Longer than anything that a trial waits for. */
const HANGS_AFTER_MS = 400_000

/** One process of ours under way. */
export class Life {
  readonly process: ChildProcess
  readonly end: Promise<End>
  #stdout = ""
  #stderr = ""
  #lines = 0

  constructor(place: TrialPlace, { words, environment = {}, through }: Start) {
    const line = [...KEELSON, ...words]
    const [program = "", ...rest] = through === undefined ? line : ["/bin/sh", "-c", through, "sh", ...line]
    const startedAt = performance.now()
    this.process = spawn(program, rest, {
      cwd: place.workspace,
      env: { ...place.environment, ...environment },
      stdio: ["ignore", "pipe", "pipe"],
    })
    this.process.stdout?.setEncoding("utf8").on("data", (text: string) => {
      this.#stdout += text
      this.#lines += text.split("\n").length - 1
      this.process.emit("heard")
    })
    this.process.stderr?.setEncoding("utf8").on("data", (text: string) => {
      this.#stderr += text
      this.#lines += text.split("\n").length - 1
      this.process.emit("heard")
    })
    this.end = this.#ended(startedAt)
  }

  get stdout(): string {
    return this.#stdout
  }

  get stderr(): string {
    return this.#stderr
  }

  /** Until it has printed this; fails where it ends without. */
  async printed(text: string): Promise<void> {
    while (!this.#stdout.includes(text)) {
      const heard = new Promise((resolve) => this.process.once("heard", () => resolve("heard")))
      if ((await Promise.race([heard, this.end])) !== "heard") throw new Error(`It ended at once: ${this.#stderr}`)
    }
  }

  /** Until it has said so many lines, on either stream, or has ended. */
  async said(lines: number): Promise<void> {
    while (this.#lines < lines && this.process.exitCode === null && this.process.signalCode === null) {
      await Promise.race([new Promise((resolve) => this.process.once("heard", resolve)), this.end])
    }
  }

  async #ended(startedAt: number): Promise<End> {
    let isHung = false
    const hangs = setTimeout(() => {
      isHung = true
      this.process.kill("SIGKILL")
    }, HANGS_AFTER_MS)
    const [code, signal] = await new Promise<[number | null, NodeJS.Signals | null]>((resolve) =>
      this.process.once("close", (...ended) => resolve(ended)),
    )
    clearTimeout(hangs)
    const milliseconds = performance.now() - startedAt
    return { code, signal, stdout: this.#stdout, stderr: this.#stderr, milliseconds, isHung }
  }
}
