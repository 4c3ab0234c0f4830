import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { Screen } from "./screen.ts"

const PATIENCE_MS = 60_000

export type TerminalSize = { readonly columns: number; readonly rows: number }

/** A program on a terminal of its own, seen as people see it: what is on the screen, not what was written to it. */
export class SeenTerminal {
  readonly screen: Screen
  readonly #process: ChildProcess
  readonly #closed: Promise<number | null>
  #isOver = false

  constructor(
    command: readonly string[],
    place: { readonly cwd: string; readonly env: NodeJS.ProcessEnv },
    { columns, rows }: TerminalSize,
  ) {
    this.screen = new Screen(columns, rows)
    const quoted = command.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(" ")
    this.#process = spawn("script", ["-qec", `stty cols ${columns} rows ${rows}; ${quoted}`, "/dev/null"], {
      cwd: place.cwd,
      env: { ...place.env, TERM: "xterm-256color", COLUMNS: undefined, LINES: undefined },
    })
    this.#process.stdout?.setEncoding("utf8").on("data", (text: string) => {
      this.screen.write(text)
      this.#process.emit("seen")
    })
    this.#closed = once(this.#process, "close").then(([code]) => {
      this.#isOver = true
      return code as number | null
    })
  }

  type(keys: string): void {
    this.#process.stdin?.write(keys)
  }

  /** Until the screen looks so; what it looks like instead is told. */
  async sees(what: string | RegExp | ((screen: Screen) => boolean), size = this.screen): Promise<void> {
    const looksSo = typeof what === "function" ? what : (screen: Screen) => has(screen.lines.join("\n"), what)
    const patience = AbortSignal.timeout(PATIENCE_MS)
    while (!looksSo(size)) {
      if (this.#isOver) throw new Error(`It ended without showing ${String(what)}:\n${this.screen.text}`)
      await Promise.race([once(this.#process, "seen", { signal: patience }), this.#closed]).catch(() => {
        throw new Error(`It never showed ${String(what)}:\n${this.screen.lines.join("\n")}`)
      })
    }
  }

  /** The exit code, once it has ended. */
  get end(): Promise<number | null> {
    return this.#closed
  }

  kill(): void {
    this.#process.kill()
  }
}

function has(text: string, what: string | RegExp): boolean {
  return typeof what === "string" ? text.includes(what) : what.test(text)
}
