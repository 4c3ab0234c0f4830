import { execFile } from "node:child_process"
import { promisify } from "node:util"
import type { Config } from "../../config.ts"
import { searchSandbox } from "../../host/sandbox/confinement.ts"
import { runRipgrep } from "../../tools/code/ripgrep.ts"
import { findProgram, trustedPath } from "../../tools/programs/find-program.ts"
import type { DoctorFinding } from "./doctor-checks.ts"

const TIME_MS = 5000

/** Without it neither listing nor searching works. One line of this folder's list proves that it runs. */
export async function checkRipgrep(workspace: string): Promise<DoctorFinding> {
  const check = "ripgrep"
  const signal = AbortSignal.timeout(TIME_MS)
  try {
    const request = { folder: workspace, path: ".", args: ["--files", "--max-depth=1"], glob: undefined, signal }
    await runRipgrep({ ...request, onLine: () => false })
    return { check, level: "ok", text: "runs" }
  } catch (error) {
    const text = `does not run: ${(error as Error).message}`
    return { check, level: "fail", text, advice: "Install Keelson's packages again, for this platform: npm install" }
  }
}

/** Nice to have: checkpoints and diffs of a run will use it. */
export async function checkGit(): Promise<DoctorFinding> {
  const check = "git"
  const version = await versionOf("git")
  if (version !== undefined) return { check, level: "ok", text: version.replace(/^git version /, "") }
  const advice = "Install it to be able to look at what a run changed, and to take it back"
  return { check, level: "warn", text: "is not installed", advice }
}

/** What was tried out: where one of them is missing, the sandbox names it as its gap. */
const HOLDS = ": files, network, processes (their number too), system calls"

/** A sandbox is called one only after a command ran in it. */
export async function checkSandbox(environment: Config["environment"]): Promise<DoctorFinding> {
  const check = "sandbox"
  const found = await searchSandbox(environment)
  if ("missing" in found) {
    const advice = "Until then commands run unconfined, and --approve ask is the default"
    return { check, level: "warn", text: found.missing.replace(/\.$/, ""), advice }
  }
  const { name, gap } = found.sandbox
  if (gap) return { check, level: "warn", text: `${name} confines commands, but ${gap}` }
  return { check, level: "ok", text: `${name} confines commands${name === "bubblewrap" ? HOLDS : ""}` }
}

const BROWSERS = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"]

/** Nothing needs one yet: the web console will be looked at in it, and tested with it. */
export async function checkBrowser(): Promise<DoctorFinding> {
  const check = "browser"
  const versions = await Promise.all(BROWSERS.map((name) => versionOf(name)))
  const found = versions.find((version) => version !== undefined)
  if (found) return { check, level: "ok", text: found }
  return { check, level: "ok", text: "no Chromium or Chrome on the path; no run needs one" }
}

async function versionOf(name: string): Promise<string | undefined> {
  const program = findProgram(name)
  if (program === undefined) return undefined
  try {
    const env = { ...process.env, PATH: trustedPath() }
    return (await promisify(execFile)(program, ["--version"], { timeout: TIME_MS, env })).stdout.trim()
  } catch {
    return undefined
  }
}
