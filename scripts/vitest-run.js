// One run of the tests, with its report.
import { readdirSync, readFileSync, rmSync } from "node:fs"
import { basename, join, relative } from "node:path"
import { env, root, tryRun } from "./bootstrap.js"
import { asOrdinaryUser, canBeOrdinary } from "./ordinary-user.js"

const REPORT = join(root, "node_modules", ".vitest-report.json")

export async function runVitest(args) {
  const first = runOnce(args, args.length > 0 ? [] : leftForOtherDays())
  // With arguments somebody looks at some tests, and wants to see them fail.
  return args.length > 0 ? first : withSecondTry(first, runOnce)
}

/** A second try, alone, for a few that failed: a test that only a loaded machine fails is named, and is to be mended. */
async function withSecondTry(first, tryAgain) {
  const failed = first.report?.testResults.filter(({ status }) => status === "failed") ?? []
  if (failed.length === 0 || failed.length > FEW) return first
  console.error(`keelson: ${failed.length} of the files failed; they are run once more, alone …`)
  const again = await tryAgain(failed.map(({ name }) => relative(root, name)))
  const report = joined(first.report, again.report)
  for (const name of unsteady(failed, report)) console.error(`keelson: unsteady, failed once and passed alone: ${name}`)
  return { code: again.code, report }
}

/** More than these are no accident. */
const FEW = 3

/** `left`: files that are not played. */
function runOnce(args, left = []) {
  rmSync(REPORT, { force: true })
  const code = tryRun("vitest", ["run", ...reporters(REPORT), ...args], { ...env, KEELSON_TEST_LEFT: left.join() })
  return { code, report: JSON.parse(readFileSync(REPORT, "utf8")) }
}

function joined(first, again) {
  const tried = new Map(again.testResults.map((file) => [file.name, file]))
  const testResults = first.testResults.map((file) => tried.get(file.name) ?? file)
  const count = (...statuses) =>
    testResults.flatMap(({ assertionResults }) => assertionResults).filter(({ status }) => statuses.includes(status))
      .length
  return {
    ...first,
    testResults,
    success: again.success,
    numPassedTests: count("passed"),
    numFailedTests: count("failed"),
    numPendingTests: count("skipped", "pending"),
    numTodoTests: count("todo"),
  }
}

function unsteady(failed, { testResults }) {
  const names = failed.flatMap(({ assertionResults }) => failedIn(assertionResults))
  const still = new Set(testResults.flatMap(({ assertionResults }) => failedIn(assertionResults)))
  return names.filter((name) => !still.has(name))
}

function failedIn(results) {
  return results.filter(({ status }) => status === "failed").map(({ fullName }) => fullName)
}

/** Files that take longest for what they prove: many starts of a command, of pages, of large libraries. Each day plays every second one, and all others; both halves take about the same time. */
const TAKEN_IN_TURN = [
  "cli/answer",
  "cli/approvals",
  "cli/doctor-model",
  "cli/ends-of-terminal",
  "cli/mcp-server",
  "cli/plan-only",
  "cli/prune",
  "cli/store-faults",
  "console/decisions",
  "console/deeds",
  "console/first-use",
  "console/long-log",
  "console/paths",
  "console/strain",
  "console/strategies",
  "console/timeline",
  "docs/tutorial",
  "tools/creation",
  "jobs/jobs",
  "scenarios/baseline",
  "cluster/moving",
  "campaign/quick",
  "recipes/option",
  "packed/packed",
].map((name) => join("test", `${name}.test.ts`))

/** Played on another day; none where sweeps are whole. */
function leftForOtherDays() {
  if (process.env.KEELSON_TEST_WHOLE !== undefined) return []
  const left = Number(process.env.KEELSON_TEST_SAMPLE) % 2
  return TAKEN_IN_TURN.filter((_, at) => at % 2 === left)
}

const ATTACKS = join("test", "attacks")

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
  "secrets-cli",
  "server-browser",
  "strangers-endpoint",
  "typed-ahead",
]

/**
 * As somebody without power, beside what we run ourselves; `undefined` where only we can run. Nothing is written into the repo: the
 * config is not compiled.
 */
export async function playAttacksAsOrdinaryUser() {
  if (!canBeOrdinary) return undefined
  console.error("keelson: the attacks where it matters who one is once more, as an ordinary user …")
  const words = ["run", "--configLoader=native", "--maxWorkers=1", "--project", "attacks"]
  // Of each sweep others than ours.
  const samples = { KEELSON_TEST_SAMPLE: String(Number(process.env.KEELSON_TEST_SAMPLE) + 1) }
  const play = (files) => asOrdinaryUser("vitest", (report) => [...words, ...reporters(report), ...files], samples)
  return withSecondTry(await play(playedTwice()), play)
}

/** All but those in which nothing asks who one is. */
function playedTwice() {
  const names = readdirSync(join(root, ATTACKS)).filter((name) => name.endsWith(".test.ts"))
  const files = names.filter((name) => !WHOEVER_ONE_IS.includes(basename(name, ".test.ts"))).sort()
  return files.map((name) => join(ATTACKS, name))
}

function reporters(report) {
  return ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`]
}
