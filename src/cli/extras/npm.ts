import { execFile } from "node:child_process"
import { existsSync, realpathSync } from "node:fs"
import { delimiter, dirname, join } from "node:path"
import { promisify } from "node:util"
import { KeelsonError } from "../../protocol/log/keelson-error.ts"
import { clip } from "../../text/clip.ts"
import { messageOf } from "../../text/message-of.ts"
import { findProgram, trustedPath } from "../../tools/programs/find-program.ts"

/** What npm would not do, in its own words. */
export class InstallError extends KeelsonError {
  override name = "InstallError"

  constructor(message: string) {
    super("install_failed", "unavailable", message)
  }
}

const LONGEST_MS = 15 * 60_000
const LONGEST_WORDS = 600
/** Nothing of a package is run, and nothing but what the lock file says is fetched. */
const ARGUMENTS = ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--no-progress", "--loglevel=error"]

/** Installs what the lock file in this folder says, and nothing else. Throws `InstallError`. */
export async function installLocked(folder: string): Promise<void> {
  const [program, ...words] = npmHere()
  try {
    const options = { cwd: folder, env: npmVariables(), timeout: LONGEST_MS }
    await promisify(execFile)(program, [...words, ...ARGUMENTS], options)
  } catch (error) {
    throw new InstallError(`npm could not install it: ${lastWords(error)}`)
  }
}

/** An npm that started us says in variables which project and folder it is at; of its own only the way to the registry is passed on. */
const OF_NPM = /^npm_/i
const WAY_TO_REGISTRY =
  /^npm_config_(registry|(https?_?|no_?)?proxy|ca(file|che)?|(user|global)config|strict_ssl|fetch_\w+)$/i

function npmVariables(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !OF_NPM.test(name) || WAY_TO_REGISTRY.test(name))
  return { ...Object.fromEntries(kept), PATH: [dirname(process.execPath), trustedPath()].join(delimiter) }
}

/** npm is a script of Node's: it is run by the Node that runs us. Found where no run can write. */
function npmHere(): [string, ...string[]] {
  const found = findProgram("npm")
  if (found === undefined) throw new InstallError("npm is not on the path (it comes with Node); nothing was installed.")
  const real = realpathSync(found)
  const beside = join(dirname(real), "node_modules", "npm", "bin", "npm-cli.js")
  const script = [real, beside].find((path) => path.endsWith(".js") && existsSync(path))
  return script === undefined ? [found] : [process.execPath, script]
}

function lastWords(error: unknown): string {
  const said = (error as { readonly stderr?: string }).stderr || messageOf(error)
  const lines = said.split("\n").map((line) => line.replace(/^npm (?:error|ERR!) ?/, "").trim())
  return clip(lines.filter((line) => line !== "" && !/complete log|^npm warn/i.test(line)).join(" "), LONGEST_WORDS)
}
