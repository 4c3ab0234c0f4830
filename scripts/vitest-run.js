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

/** Attacks by words, pages, replies and addresses: nothing in them asks who one is. All others are played twice. */
const WHOEVER_ONE_IS = [
  "approvals",
  "fetch",
  "forged-facts",
  "ids",
  "redirects",
  "replies",
  "secret-texts",
  "secrets",
  "server-browser",
  "strangers-endpoint",
  "typed-ahead",
]

/** As somebody without power; `undefined` where only we can run. Nothing is written into the repo: the config is not compiled. */
export function playAttacksAsOrdinaryUser() {
  if (!canBeOrdinary) return undefined
  console.error("keelson: the attacks where it matters who one is once more, as an ordinary user …")
  const left = WHOEVER_ONE_IS.map((name) => `--exclude=test/attacks/${name}.test.ts`)
  const words = ["run", "--configLoader=native", "--project", "attacks", ...left]
  return asOrdinaryUser("vitest", (report) => [...words, ...reporters(report)])
}

function reporters(report) {
  return ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`]
}
