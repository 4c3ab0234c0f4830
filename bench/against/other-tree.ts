import { execFileSync } from "node:child_process"
import { existsSync } from "node:fs"
import { join } from "node:path"
import { repositoryPath } from "../support/processes.ts"

const MEASURE = "bench/processes/measure.ts"

/** Another commit of this repository, installed and built in a folder of its own; answers with how its measures are started. */
export function buildOther(commit: string, folder: string): string {
  const run = (command: string, ...args: string[]) => execFileSync(command, args, { cwd: folder, stdio: QUIET })
  execFileSync("git", ["clone", "--quiet", "--no-checkout", repositoryPath("."), folder], { stdio: QUIET })
  run("git", "checkout", "--quiet", commit)
  const measure = join(folder, MEASURE)
  if (!existsSync(measure)) throw new Error(`${commit} has no ${MEASURE}: it can't be measured.`)
  run("npm", "ci", "--no-audit", "--no-fund", "--loglevel=error")
  run(process.execPath, "--eval", 'import("./scripts/bootstrap.js").then(({ build }) => build())')
  return measure
}

const QUIET: ["ignore", "ignore", "inherit"] = ["ignore", "ignore", "inherit"]
