import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { CANARIES, FILES } from "./work.ts"

/** Where one trial plays: a workspace, a state folder and a home of its own, with secrets planted. */
export class TrialPlace {
  readonly root: string
  readonly workspace: string
  readonly state: string
  readonly environment: NodeJS.ProcessEnv
  readonly #house: TrialPlace | undefined

  /** In a house several share one state folder. */
  constructor(name: string, files: Readonly<Record<string, string>> = FILES, house?: TrialPlace) {
    this.#house = house
    this.root = mkdtempSync(join(tmpdir(), `keelson-campaign-${name}-`))
    this.workspace = join(this.root, "project")
    this.state = house?.state ?? join(this.root, "state")
    mkdirSync(this.workspace)
    for (const [path, content] of Object.entries(files)) this.write(path, content)
    this.write(".env", `SERVICE_TOKEN=${CANARIES.inFile}\n`)
    const { PATH, TMPDIR } = process.env
    this.environment = {
      ...(TMPDIR ? { TMPDIR } : {}),
      PATH: `${dirname(process.execPath)}:${PATH}`,
      HOME: join(this.root, "home"),
      KEELSON_STATE: this.state,
      XDG_CONFIG_HOME: join(this.root, "config"),
      ANTHROPIC_API_KEY: CANARIES.inEnvironment,
      SERVICE_TOKEN: CANARIES.inFile,
    }
    mkdirSync(join(this.root, "home"))
  }

  write(path: string, content: string): void {
    const file = join(this.workspace, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, content)
  }

  /** With the house that it shares. */
  clear(): void {
    this.#house?.clear()
    rmSync(this.root, { recursive: true, force: true })
  }
}
