import { execFile } from "node:child_process"
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"

const ROOT = fileURLToPath(new URL("../..", import.meta.url))
const WHAT_IS_TRIED = ["src", "console/src", "docs", "scripts", "package.json", "tsconfig.json"]

/** The sources in a folder of their own, to try a recipe on. */
export class SourceCopy implements Disposable {
  readonly #parent = mkdtempSync(join(tmpdir(), "keelson-recipe-"))
  readonly root = join(this.#parent, "copy")
  readonly main = join(this.root, "src/cli/main.ts")

  constructor() {
    for (const path of WHAT_IS_TRIED) cpSync(join(ROOT, path), join(this.root, path), { recursive: true })
    symlinkSync(join(ROOT, "node_modules"), join(this.#parent, "node_modules"))
    // The console's names for the parts that it shares.
    mkdirSync(join(this.root, "node_modules/@keelson"), { recursive: true })
    for (const part of ["options", "protocol"])
      symlinkSync(join(this.root, "src", part), join(this.root, "node_modules/@keelson", part))
  }

  text(path: string): string {
    return readFileSync(join(this.root, path), "utf8")
  }

  write(path: string, text: string): void {
    writeFileSync(join(this.root, path), text)
  }

  /** Puts text after the first place where this stands. */
  insert(path: string, after: string, text: string): void {
    const [before, ...rest] = this.text(path).split(after)
    if (rest.length === 0) throw new Error(`${path} has no ${after}`)
    this.write(path, `${before}${after}${text}${rest.join(after)}`)
  }

  /** What a script that stands here prints. */
  async node(...words: readonly string[]): Promise<string> {
    const given = ["--conditions=keelson-source", ...words]
    return (await promisify(execFile)(process.execPath, given, { cwd: this.root })).stdout
  }

  [Symbol.dispose](): void {
    rmSync(this.#parent, { recursive: true, force: true })
  }
}
