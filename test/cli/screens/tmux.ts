import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import type { TerminalSize } from "../pty.ts"

const PATIENCE_MS = 60_000
const TARGET = "-t keelson"

export function hasTmux(): boolean {
  return spawnSync("tmux", ["-V"]).status === 0
}

/** What is waited for on a screen. */
export type Sight = string | RegExp | ((screen: string) => boolean)

export type ShellPlace = { readonly folder: string; readonly root: string; readonly environment: NodeJS.ProcessEnv }

/**
 * A shell in a tmux of its own, with somebody who types. tmux tells when something was written, and only then the screen is looked
 * at: nothing is waited for by the clock.
 */
export class TmuxTerminal {
  readonly size: TerminalSize
  readonly #client: ChildProcess
  readonly #root: string
  readonly #answers: ((lines: readonly string[]) => void)[] = []
  readonly #closed: Promise<unknown>
  #block: string[] | undefined
  #written = 0
  #isOver = false

  constructor({ folder, root, environment }: ShellPlace, size: TerminalSize) {
    this.size = size
    this.#root = root
    const env = { ...environment, TERM: "xterm-256color", LANG: "C.UTF-8", HISTFILE: "", TMUX_TMPDIR: root }
    const tmux = ["-u", "-L", "keelson", "-f", "/dev/null"]
    const place = ["-s", "keelson", "-x", String(size.columns), "-y", String(size.rows)]
    const shell = ["env", "PS1=$ ", "bash", "--norc", "--noprofile"]
    execFileSync("tmux", [...tmux, "new-session", "-d", ...place, ...shell], { cwd: folder, env })
    this.#client = spawn("tmux", [...tmux, "-C", "attach", ...TARGET.split(" ")], { env })
    this.#answers.push(() => {})
    this.#hearLines()
    this.#closed = once(this.#client, "close").then(() => {
      this.#isOver = true
    })
  }

  /** Letters as they are; on return they are on the screen. */
  async type(text: string): Promise<void> {
    const [last = ""] = text.split(" ").slice(-1)
    const count = (screen: string) => screen.split(last).length
    const before = count((await this.lines()).join("\n"))
    await this.#ask(`send-keys ${TARGET} -l -- ${quoted(text)}`)
    await this.sees((screen) => count(screen) > before)
  }

  /** Keys by the names that tmux has for them: `Enter`, `C-o`, `Escape`, `Up`. */
  async press(...keys: readonly string[]): Promise<void> {
    await this.#ask(`send-keys ${TARGET} ${keys.join(" ")}`)
  }

  /** As the terminal pastes: between marks, where the program asked for them. */
  async paste(text: string): Promise<void> {
    const file = join(this.#root, "pasted")
    writeFileSync(file, text)
    await this.#ask(`load-buffer ${quoted(file)}`)
    await this.#ask(`paste-buffer -p ${TARGET}`)
  }

  /** What was written since it was cleared, as it stands on the screen and above it. */
  async lines(): Promise<readonly string[]> {
    return trimmed(await this.#ask(`capture-pane -p -S - ${TARGET}`))
  }

  /** The same, but what the terminal broke because it was too long is one line again. */
  async unbroken(): Promise<readonly string[]> {
    return trimmed(await this.#ask(`capture-pane -p -J -S - ${TARGET}`))
  }

  /** The line with the cursor, up to it. */
  async beforeCursor(): Promise<string> {
    const [place = ""] = await this.#ask(`display-message -p ${TARGET} "#{cursor_x} #{cursor_y}"`)
    const [column = 0, row = 0] = place.split(" ").map(Number)
    const [line = ""] = await this.#ask(`capture-pane -p -N -S ${row} -E ${row} ${TARGET}`)
    return line.slice(0, column)
  }

  /** Nothing is left of what was written; only where the shell waits, or is about to. */
  async clear(): Promise<void> {
    await this.press("C-l")
    await this.#until(/^\$$/, `capture-pane -p ${TARGET}`)
    await this.#ask(`clear-history ${TARGET}`)
  }

  /** Until it looks so; what it looks like instead is told. */
  async sees(what: Sight): Promise<void> {
    await this.#until(what, `capture-pane -p -S - ${TARGET}`)
  }

  async #until(what: Sight, command: string): Promise<void> {
    const patience = AbortSignal.timeout(PATIENCE_MS)
    for (;;) {
      const written = this.#written
      const lines = trimmed(await this.#ask(command))
      if (has(lines.join("\n"), what)) return
      if (this.#isOver) throw new Error(`tmux ended without showing ${String(what)}.`)
      if (written === this.#written) await this.#nextWriting(patience, what, lines)
    }
  }

  async close(): Promise<void> {
    if (!this.#isOver) this.#client.stdin?.write("kill-server\n")
    await this.#closed
  }

  async #nextWriting(signal: AbortSignal, what: unknown, lines: readonly string[]): Promise<void> {
    const columns = `${this.size.columns} columns`
    await Promise.race([once(this.#client, "written", { signal }), this.#closed]).catch(() => {
      throw new Error(`At ${columns} it never showed ${String(what)}:\n${lines.join("\n")}`)
    })
  }

  #ask(command: string): Promise<readonly string[]> {
    return new Promise((resolve) => {
      this.#answers.push(resolve)
      this.#client.stdin?.write(`${command}\n`)
    })
  }

  #hearLines(): void {
    let rest = ""
    this.#client.stdout?.setEncoding("utf8").on("data", (text: string) => {
      const lines = (rest + text).split("\n")
      rest = lines.pop() ?? ""
      for (const line of lines) this.#hear(line)
    })
  }

  /** A line of tmux's control mode: of an answer, or of what happened. */
  #hear(line: string): void {
    if (this.#block && /^%(end|error) /.test(line)) {
      if (line.startsWith("%error")) throw new Error(`tmux: ${this.#block.join("\n")}`)
      this.#answers.shift()?.(this.#block)
      this.#block = undefined
    } else if (this.#block) this.#block.push(line)
    else if (line.startsWith("%begin ")) this.#block = []
    else if (line.startsWith("%output ")) {
      this.#written += 1
      this.#client.emit("written")
    }
  }
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}

function trimmed(lines: readonly string[]): readonly string[] {
  const last = lines.findLastIndex((line) => line.trim() !== "")
  return lines.slice(0, last + 1).map((line) => line.trimEnd())
}

function has(text: string, what: Sight): boolean {
  if (typeof what === "function") return what(text)
  return typeof what === "string" ? text.includes(what) : what.test(text)
}
