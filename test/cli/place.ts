import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { type ModelServer, type ServerScript, startModelServer } from "../../src/testing/index.ts"
import { ableMind } from "../support/emulators/able-mind.ts"
import { type Emulator, type EmulatorSettings, startEmulator } from "../support/emulators/emulator.ts"
import type { EmulatorKind } from "../support/emulators/kinds.ts"
import { KEELSON } from "./program.ts"

/** How a process of ours ended. */
export type End = { readonly code: number | null; readonly stdout: string; readonly stderr: string }

/** A folder with its own state, and everything that was started there; all of it goes at the end. */
export class Place {
  readonly root: string
  readonly workspace: string
  readonly environment: NodeJS.ProcessEnv
  /** What is started here. */
  readonly command: readonly [string, ...string[]]
  readonly #servers: { close(): Promise<void> }[] = []

  constructor(
    files: Readonly<Record<string, string>> = { "README.md": "A small project.\n" },
    parent = tmpdir(),
    main?: string,
  ) {
    this.command = main === undefined ? KEELSON : [process.execPath, "--conditions=keelson-source", main]
    this.root = mkdtempSync(join(parent, "keelson-cli-"))
    this.workspace = join(this.root, "project")
    mkdirSync(this.workspace)
    for (const [path, content] of Object.entries(files)) this.write(path, content)
    const { PATH, HOME, TMPDIR } = process.env
    this.environment = {
      ...(TMPDIR ? { TMPDIR } : {}),
      PATH: `${dirname(process.execPath)}:${PATH}`,
      HOME,
      KEELSON_STATE: join(this.root, "state"),
      XDG_CONFIG_HOME: join(this.root, "config"),
      // Sources that are started again and again are compiled once.
      ...(main === undefined ? {} : { NODE_COMPILE_CACHE: join(dirname(main), "compiled") }),
    }
  }

  write(path: string, content: string): string {
    const file = join(this.workspace, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, content)
    return file
  }

  /** `window`: as `startModelServer` takes it. */
  async serve(script: ServerScript, window?: number | null): Promise<ModelServer> {
    const server = await startModelServer({ script, ...(window === undefined ? {} : { window }) })
    this.#servers.push(server)
    return server
  }

  /** An endpoint with its habits; unless told otherwise its model greets, as `doctor` asks it to. */
  async emulate(kind: EmulatorKind, settings: Partial<EmulatorSettings> = {}): Promise<Emulator> {
    const emulator = await startEmulator(kind, { mind: ableMind(), ...settings })
    this.#servers.push(emulator)
    return emulator
  }

  /** The flags that lead to this server. */
  modelAt({ url }: ModelServer): string[] {
    return ["--model", "openai-compatible:scripted", "--base-url", url]
  }

  /** `input`: what is piped in; `null` leaves it open. */
  start(words: readonly string[], environment: NodeJS.ProcessEnv = {}, input: string | null = ""): Running {
    const options = { cwd: this.workspace, env: { ...this.environment, ...environment } }
    const running = new Running(words, options, this.command)
    if (input !== null) running.process.stdin?.on("error", () => {}).end(input)
    return running
  }

  keelson(...words: readonly string[]): Promise<End> {
    return this.start(words).end
  }

  async clear(): Promise<void> {
    await Promise.all(this.#servers.map((server) => server.close()))
    rmSync(this.root, { recursive: true, force: true })
  }
}

/** A process under way. */
export class Running {
  readonly process: ChildProcess
  readonly end: Promise<End>
  #output = { stdout: "", stderr: "" }

  constructor(
    words: readonly string[],
    options: { cwd: string; env: NodeJS.ProcessEnv },
    command: readonly [string, ...string[]] = KEELSON,
  ) {
    const [program, ...first] = command
    this.process = spawn(program, [...first, ...words], { ...options, stdio: ["pipe", "pipe", "pipe"] })
    for (const name of ["stdout", "stderr"] as const) {
      this.process[name]?.setEncoding("utf8").on("data", (text: string) => {
        this.#output[name] += text
        this.process.emit("heard")
      })
    }
    this.end = once(this.process, "close").then(([code]) => ({ code, ...this.#output }))
  }

  /** What it has said so far. */
  get stdout(): string {
    return this.#output.stdout
  }

  /** Until the process has said so; fails when it ends without. */
  async hears(stream: "stdout" | "stderr", text: string): Promise<void> {
    while (!this.#output[stream].includes(text)) {
      const isOver = await Promise.race([once(this.process, "heard").then(() => false), this.end.then(() => true)])
      if (isOver && !this.#output[stream].includes(text)) {
        throw new Error(`It ended without saying "${text}":\n${this.#output.stdout}\n${this.#output.stderr}`)
      }
    }
  }
}

/** The lines of a `--json` run. */
export function jsonLines(stdout: string): Record<string, unknown>[] {
  return stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>)
}
