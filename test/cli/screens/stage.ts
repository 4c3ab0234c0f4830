import { chmodSync, mkdirSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { cutTo } from "../../../src/cli/paint/text.ts"
import type { ServerScript } from "../../../src/testing/index.ts"
import { Place } from "../place.ts"
import { KEELSON } from "../program.ts"
import { steady } from "../steady.ts"
import { faultsOf } from "./rules.ts"
import { type Sight, TmuxTerminal } from "./tmux.ts"

/** One of the things that the command line promises, and how it is seen. */
export type Point = {
  readonly number: number
  readonly name: string
  readonly title: string
  /** The project in which it is played; a small one where nothing is said. */
  readonly files?: Readonly<Record<string, string>>
  readonly environment?: NodeJS.ProcessEnv
  readonly play: (stage: Stage) => Promise<void>
}

/** Everything is in sight at once, and the tree has room. */
const ROWS = 46
const SHELL = "$ "
const CONVERSATION = "› "

/** A shell in a project, in tmux, and the screens that were kept of it. */
export class Stage {
  readonly here: Place
  readonly screens: (readonly string[])[] = []
  readonly faults: string[] = []
  #shown: readonly string[] = []
  readonly #columns: number
  readonly #environment: NodeJS.ProcessEnv
  #terminal: TmuxTerminal | undefined

  constructor({ files, environment }: Point, columns: number) {
    this.here = new Place(files)
    this.#columns = columns
    const { PATH, TMPDIR } = this.here.environment
    this.#environment = {
      PATH: `${join(this.here.root, "bin")}:${PATH}`,
      HOME: this.here.root,
      ...(TMPDIR ? { TMPDIR } : {}),
      // No server of this machine shall be found.
      OLLAMA_HOST: "127.0.0.1:9",
      ...environment,
    }
    this.#install()
  }

  /** As if it were installed for good. */
  #install(): void {
    const file = join(this.here.root, "bin", "keelson")
    mkdirSync(dirname(file))
    writeFileSync(file, `#!/bin/sh\nexec ${KEELSON.map((word) => `'${word}'`).join(" ")} "$@"\n`)
    chmodSync(file, 0o755)
  }

  /** A model that is configured, and says this. */
  async model(script: ServerScript, settings: object = {}): Promise<void> {
    const { url } = await this.here.serve(script)
    this.configure({ model: "openai-compatible:scripted", base_url: url, ...settings })
  }

  configure(config: object): void {
    const file = join(this.here.root, ".config", "keelson", "config.json")
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, JSON.stringify(config))
  }

  /** Types a command and waits until the shell has it done; what it printed is kept. */
  async runs(command: string, ...words: readonly string[]): Promise<void> {
    await this.starts(command)
    await this.returns(...words)
  }

  /** The same, of a command that says what only this machine has: it is held to the rules, and not kept. */
  async tries(command: string, ...words: readonly string[]): Promise<void> {
    await this.runs(command, ...words)
    this.screens.pop()
  }

  /** Types a command, and something is waited for that it shows. */
  async starts(command: string, sees?: Sight): Promise<void> {
    await this.types(command)
    if (sees !== undefined) await this.sees(sees)
  }

  /** Back in the shell; what was printed on the way is kept. */
  async returns(...words: readonly string[]): Promise<void> {
    await this.sees(/\n\$$/)
    await this.keep(words, SHELL)
    await (await this.terminal()).clear()
    this.#shown = []
  }

  /** The conversation waits for what is typed. */
  async asked(...words: readonly string[]): Promise<void> {
    await this.sees(/(^|\n)›$/)
    await this.keep(words, CONVERSATION)
  }

  /** With Enter behind it. */
  async types(text: string): Promise<void> {
    await this.begins(text)
    await this.presses("Enter")
  }

  /** Without Enter. */
  async begins(text: string): Promise<void> {
    await (await this.terminal()).type(text)
  }

  async presses(...keys: readonly string[]): Promise<void> {
    await (await this.terminal()).press(...keys)
  }

  async sees(what: Sight): Promise<void> {
    await (await this.terminal()).sees(what)
  }

  /** What is in sight, held to the rules. `prompt`: what the cursor stands behind. */
  async keep(words: readonly string[], prompt = ""): Promise<void> {
    const terminal = await this.terminal()
    const [unbroken, all, beforeCursor] = [
      await terminal.unbroken(),
      await terminal.lines(),
      await terminal.beforeCursor(),
    ]
    // A prompt that was drawn twice before anything was typed.
    const lines = all.slice(all.findIndex((line) => line !== "$"))
    const shot = { columns: this.#columns, lines, unbroken, beforeCursor }
    this.faults.push(...faultsOf(shot, { words, prompt }).map((fault) => `at ${this.#columns} columns: ${fault}`))
    this.#show(lines.map((line) => cutTo(steady(line, this.here.root), this.#columns)))
  }

  /** What was shown before and still stands there is not shown again. */
  #show(lines: readonly string[]): void {
    const first = lines.findIndex((line, index) => line !== this.#shown[index])
    const news = first < 0 ? [] : lines.slice(first)
    this.#shown = lines
    if (news.some((line) => line !== "$")) this.screens.push(news)
  }

  async terminal(): Promise<TmuxTerminal> {
    if (this.#terminal) return this.#terminal
    const { workspace: folder, root } = this.here
    this.#terminal = new TmuxTerminal(
      { folder, root, environment: this.#environment },
      { columns: this.#columns, rows: ROWS },
    )
    await this.#terminal.clear()
    return this.#terminal
  }

  async close(): Promise<void> {
    await this.#terminal?.close()
    await this.here.clear()
  }
}
