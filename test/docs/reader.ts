import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdirSync, symlinkSync } from "node:fs"
import { join, resolve } from "node:path"
import { type Place, place } from "../cli/keelson.ts"
import { KEELSON } from "../cli/program.ts"
import type { Mind } from "../support/emulators/mind.ts"
import type { Block } from "./blocks.ts"

/** The address that pages name, where the emulated server stands in for it. */
const OLLAMA = "http://127.0.0.1:11434/v1"
const MODEL = "qwen3:8b"
/** A smaller one, for pages that compare. */
const SMALLER = "qwen3:1.7b"

/** What a block of commands came to; both streams in one, as a terminal shows them. */
export type Printed = { readonly code: number | null; readonly text: string }

/** Somebody who does what a page says, in a folder with the package installed and a model server at hand. */
export class Reader {
  readonly here: Place
  readonly #address: string

  private constructor(here: Place, address: string) {
    this.here = here
    this.#address = address
  }

  static async with(mind: Mind, files: Readonly<Record<string, string>> = {}): Promise<Reader> {
    const here = place(files)
    const { url } = await here.emulate("ollama", { model: MODEL, others: [SMALLER], mind })
    install(here)
    return new Reader(here, url)
  }

  /** Writes the file that a block is of. */
  write({ about, text }: Block): void {
    this.here.write(about, text.replaceAll(OLLAMA, this.#address))
  }

  async run(script: string): Promise<Printed> {
    const { environment, workspace, root } = this.here
    const env = {
      ...environment,
      PATH: `${join(root, "bin")}:${environment.PATH}`,
      KEELSON_BASE_URL: this.#address,
      npm_config_update_notifier: "false",
    }
    const shell = spawn("bash", ["-c", `exec 2>&1\n${script}`], {
      cwd: workspace,
      env,
      stdio: ["ignore", "pipe", "inherit"],
    })
    let text = ""
    shell.stdout.setEncoding("utf8").on("data", (piece: string) => {
      text += piece
    })
    const [code] = await once(shell, "close")
    return { code, text }
  }
}

/** What `npm i keelson zod` and `npm i -g keelson` leave, without the network. */
function install({ workspace, root }: Place): void {
  const modules = join(workspace, "node_modules")
  mkdirSync(join(modules, ".bin"), { recursive: true })
  mkdirSync(join(root, "bin"))
  symlinkSync(resolve("."), join(modules, "keelson"))
  symlinkSync(resolve("node_modules/zod"), join(modules, "zod"))
  for (const folder of [join(modules, ".bin"), join(root, "bin")])
    symlinkSync(KEELSON[1] ?? "", join(folder, "keelson"))
}
