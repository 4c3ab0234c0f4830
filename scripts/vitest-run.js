// One run of the tests, with its report.
import { readFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import { env, root, tryRun } from "./bootstrap.js"
import { asOrdinaryUser, canBeOrdinary } from "./ordinary-user.js"

const REPORT = join(root, "node_modules", ".vitest-report.json")

export function runVitest(args) {
  rmSync(REPORT, { force: true })
  const code = tryRun("vitest", ["run", ...reporters(REPORT), ...args], env)
  return { code, report: JSON.parse(readFileSync(REPORT, "utf8")) }
}

/** The same as somebody without power; `undefined` where only we can run. Nothing is written into the repo: the config is not compiled. */
export function runVitestAsOrdinaryUser(args) {
  if (!canBeOrdinary) return undefined
  console.error("keelson: the attacks once more, as an ordinary user …")
  return asOrdinaryUser("vitest", (report) => ["run", "--configLoader=native", ...reporters(report), ...args])
}

function reporters(report) {
  return ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`]
}
