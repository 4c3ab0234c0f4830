// Runs on any Node ≥ 20: installs what is missing, then everything goes on under the Node that the repo brings along.
import { spawnSync } from "node:child_process"
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { delimiter, join } from "node:path"
import { fileURLToPath } from "node:url"

export const root = fileURLToPath(new URL("..", import.meta.url))
const modules = join(root, "node_modules")
const bin = join(modules, ".bin")
const stamp = join(modules, ".installed")

/** The environment in which the repo's own Node and tools come first. */
export const env = { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH ?? ""}` }

/** Brings node_modules up to the lock file; does nothing when it is. */
export function install() {
  const wanted = readFileSync(join(root, "package-lock.json"), "utf8")
  if (existsSync(stamp) && existsSync(join(bin, "node")) && readFileSync(stamp, "utf8") === wanted) return
  console.error("keelson: installing dependencies …")
  // The lock file decides; engine warnings of an older Node don't matter, since nothing runs on it.
  run("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"], { ...process.env, NODE_ENV: "development" })
  rememberInstalled()
}

/** What is installed is what the lock file says. */
export function rememberInstalled() {
  writeFileSync(stamp, readFileSync(join(root, "package-lock.json"), "utf8"))
}

/** Emits dist/: the library as it is, the command line bundled, the console and the script of reports. */
export function build() {
  // Whether the types are right is for the check to say.
  run(join(bin, "tsc"), ["-p", "tsconfig.build.json", "--noCheck"])
  run("node", [join("scripts", "extras-locks.js")])
  run("node", [join("scripts", "bundle.js")])
  for (const mode of ["production", "report"]) run("vite", ["build", "console", "--mode", mode, "--logLevel", "warn"])
}

/** Runs a command in the repo and stops with its exit code if it fails. */
export function run(command, args, environment = env) {
  const code = tryRun(command, args, environment)
  if (code !== 0) process.exit(code)
}

export function tryRun(command, args, environment = env) {
  const shell = process.platform === "win32"
  const { status, signal, error } = spawnSync(command, args, { cwd: root, env: environment, stdio: "inherit", shell })
  if (error) {
    console.error(`keelson: ${command} could not be started: ${error.message}`)
    return 1
  }
  return status ?? (signal ? 130 : 1)
}
