// Runs a program as somebody without any power: what holds for root must hold for people too, and the other way round.
import { spawnSync } from "node:child_process"
import { chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { delimiter, join } from "node:path"
import { beside } from "./beside.js"
import { root } from "./bootstrap.js"

/** The user `nobody` and its group: there is one on every Linux. */
const NOBODY = "65534"

/** In a view of its own the repo stands where anybody may read it, whatever folders it lies in. */
const ENTER = 'mount --bind "$1" "$2" && cd "$2" && shift 2 && exec "$@"'

/** Only root can become somebody else. */
export const canBeOrdinary = process.platform === "linux" && process.getuid?.() === 0

/** Runs a program of the repo, told to leave its report in the file that it is given. Its home lies outside of temporary folders, as people's homes do. */
export async function asOrdinaryUser(program, argumentsFor, variables = {}) {
  const place = mkdtempSync("/opt/keelson-nobody-")
  const [home, repo] = [join(place, "home"), join(place, "repo")]
  try {
    spawnSync("chmod", ["755", place])
    for (const folder of [home, repo]) mkdirSync(folder)
    chownSync(home, Number(NOBODY), Number(NOBODY))
    const report = join(home, "report.json")
    const words = [join(repo, "node_modules", ".bin", program), ...argumentsFor(report)]
    const code = await enter(home, repo, words, variables)
    return { code, report: read(report, repo) }
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
}

function enter(home, repo, words, variables) {
  const identity = ["setpriv", "--reuid", NOBODY, "--regid", NOBODY, "--clear-groups"]
  const view = ["--mount", "--propagation", "private", "/bin/sh", "-c", ENTER, "sh", root, repo]
  const path = `${join(repo, "node_modules", ".bin")}${delimiter}${process.env.PATH ?? ""}`
  const env = { ...process.env, HOME: home, USER: "nobody", LOGNAME: "nobody", PATH: path, ...variables }
  return beside("unshare", [...view, ...identity, ...words], env)
}

/** With names of files as they are outside of the view. */
function read(report, repo) {
  try {
    return JSON.parse(readFileSync(report, "utf8").replaceAll(repo, root))
  } catch {
    return undefined
  }
}
