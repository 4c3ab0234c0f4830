import { existsSync, readdirSync, readFileSync, readlinkSync } from "node:fs"
import { join } from "node:path"
import type { LogEntry } from "../../src/journal/run-store.ts"
import { exitCode } from "../../src/protocol/log/outcome.ts"
import { runResult } from "../../src/run/lifecycle/result.ts"
import { viewOf } from "../../src/view/run-view.ts"
import type { End } from "./life.ts"
import { eventsOf, hasEnded, loggedEvents } from "./log.ts"
import type { Observed } from "./observed.ts"
import { CANARIES } from "./work.ts"

/** One promise, looked at from outside: what speaks against it, if anything does. */
export type Check = (observed: Observed) => readonly string[]

const last = ({ logs }: Observed): readonly LogEntry[] => logs.at(-1) ?? []

/** There is a run whose log can be trusted to be whole. */
function hasRun(observed: Observed): boolean {
  return last(observed).length > 0
}

const isCut = ({ trial }: Observed) => trial.fault.group === "stores removed or cut"

const nothingLost: Check = (observed) => {
  const { logs } = observed
  const gaps = last(observed).filter(({ seq }, index) => seq !== index + 1)
  if (gaps.length > 0) return [`entry ${gaps[0]?.seq} stands in the wrong place`]
  if (isCut(observed)) return []
  const shorter = logs.findIndex((log, index) => index > 0 && !isBeginningOf(logs[index - 1] ?? [], log))
  return shorter < 0 ? [] : [`what life ${shorter} recorded is not there after life ${shorter + 1}`]
}

function isBeginningOf(early: readonly LogEntry[], late: readonly LogEntry[]): boolean {
  return early.every((entry, index) => JSON.stringify(entry) === JSON.stringify(late[index]))
}

/** Each command leaves a line with a number of its own. */
function linesRun({ place, trial }: Observed): string[] {
  if (trial.fault.isGone) return []
  try {
    return readFileSync(join(place.workspace, "ran.txt"), "utf8").trim().split("\n").filter(Boolean)
  } catch {
    return []
  }
}

const nothingTwice: Check = (observed) => {
  const lines = linesRun(observed)
  const twice = lines.filter((line, index) => lines.indexOf(line) !== index)
  const tasks = eventsOf(last(observed), "task.ended").map(({ task }) => task)
  const ended = tasks.filter((task, index) => tasks.indexOf(task) !== index)
  return [
    ...(twice.length > 0 ? [`commands ran twice: ${twice.join(", ")}`] : []),
    ...(ended.length > 0 ? [`tasks recorded twice: ${ended.join(", ")}`] : []),
  ]
}

/** What is recorded as done is done, and what was done is recorded, if only as unknown. */
const recordedIsDone: Check = (observed) => {
  if (observed.trial.fault.isGone || !hasRun(observed) || isCut(observed)) return []
  const lines = linesRun(observed)
  const log = last(observed)
  const words = JSON.stringify(log)
  const titles = new Map(eventsOf(log, "task.started").map(({ task, title }) => [task, title]))
  const claimed = eventsOf(log, "task.ended")
    .filter(({ status, tool }) => status === "done" && tool === "run_in_terminal")
    .flatMap(({ task }) => /echo (\S+) >> ran\.txt/.exec(titles.get(task) ?? "")?.[1] ?? [])
  const missing = claimed.filter((token) => !lines.includes(token))
  const unknown = lines.filter((token) => !words.includes(`echo ${token} >> ran.txt`))
  return [
    ...(missing.length > 0 ? [`recorded as done, but nothing of it on the disk: ${missing.join(", ")}`] : []),
    ...(unknown.length > 0 ? [`done, but nowhere in the log: ${unknown.join(", ")}`] : []),
  ]
}

const oneSummary: Check = (observed) => {
  const log = last(observed)
  if (!hasRun(observed)) return []
  const ends = eventsOf(log, "run.ended").length
  const summaries = eventsOf(log, "summary.made").length
  const opened = 1 + eventsOf(log, "run.resumed").length
  const isRefused = observed.trial.fault.mayRefuse && observed.ends.at(-1)?.code !== 0
  if (!hasEnded(log)) return isRefused ? [] : ["it has not ended"]
  // Whoever is told twice to end exits at once, without an end of its own.
  return ends <= opened && summaries === ends ? [] : [`${summaries} summaries and ${ends} ends in ${opened} epochs`]
}

/** Who followed a run got each fact once, in order; and is told what is recorded. */
const followedIsRecorded: Check = (observed) => {
  const { told } = observed
  const log = last(observed)
  if (!told || !hasRun(observed)) return []
  if (!told.isOver) return ["it has not ended"]
  const recorded = loggedEvents(log).map(({ seq }) => seq)
  const { message } = (told.result ?? {}) as { readonly message?: string }
  return [
    ...(JSON.stringify(told.followed) === JSON.stringify(recorded)
      ? []
      : [`who followed got ${told.followed.length} of ${recorded.length} facts, or not in order`]),
    ...(message === runResult("", viewOf(loggedEvents(log)), 0).message
      ? []
      : ["what the server tells is not what is recorded"]),
  ]
}

const isToldInFull = ({ trial, ends }: Observed) => !(trial.fault.isMute && ends.length === 1)

const textIsFacts: Check = (observed) => {
  const log = last(observed)
  const end = observed.ends.at(-1)
  if (!hasEnded(log) || !end || !isToldInFull(observed) || isElsewhere(observed)) return []
  const result = runResult("", viewOf(loggedEvents(log)), 0)
  if (!result.message.trim()) return ["the message is empty"]
  const untold = result.facts.split("\n").filter((line) => !result.message.includes(line))
  if (untold.length > 0) return [`the message lacks facts: ${untold.join("; ")}`]
  const told = toldResult(end, observed.trial.isJson)
  if (told === undefined) return [`nothing was told at the end (exit code ${end.code})`]
  if (typeof told === "string")
    return result.plain || factLines(result.facts).every((line) => plain(told).includes(line))
      ? []
      : ["what is printed is not what is recorded"]
  return told.message === result.message ? [] : ["what is told as JSON is not what is recorded"]
}

/** Carried on by a process that the fault started. */
function isElsewhere({ ends, trial }: Observed): boolean {
  return ends.length === 1 && (trial.fault.group === "two processes on one run" || ends[0]?.signal !== null)
}

/** The answer goes to standard output, the facts beside it. */
function toldResult({ stdout, stderr }: End, isJson: boolean): string | { readonly message: string } | undefined {
  if (!isJson) return `${stdout}\n${stderr}`.trim() || undefined
  const line = stdout.trim().split("\n").at(-1) ?? ""
  const result = line.startsWith("{") ? JSON.parse(line) : {}
  return result.type === "result" ? result : undefined
}

/** Markdown may be drawn: names and figures stay. */
/** But for the files, which stand there with their lines. */
function factLines(facts: string): string[] {
  const lines = facts.split("\n").filter((line) => !/\*\*(?:Files changed|改动的文件)/.test(line))
  return lines.map((line) =>
    plain(line)
      .replace(/^[-•]\s*/, "")
      .trim(),
  )
}

/** Without what Markdown has and a terminal has not. */
function plain(text: string): string {
  return text.replace(/\*\*|\\/g, "").replace(/`/g, "")
}

/** What the facts name as changed is what differs on the disk; git's own folder is nobody's file. */
const factsAreDisk: Check = (observed) => {
  const { before, after, trial } = observed
  const log = last(observed)
  if ((hasRun(observed) && !hasEnded(log)) || trial.fault.isGone || isCut(observed)) return []
  const named = new Set(runResult("", viewOf(loggedEvents(log)), 0).files.map(({ path }) => path))
  const paths = [...new Set([...before.keys(), ...after.keys()])].filter((path) => !path.startsWith(".git/"))
  const differing = paths.filter((path) => before.get(path) !== after.get(path))
  const unnamed = differing.filter((path) => !named.has(path))
  const unchanged = [...named].filter((path) => !differing.includes(path))
  return [
    ...(unnamed.length > 0 ? [`changed on the disk, but not named: ${unnamed.join(", ")}`] : []),
    ...(unchanged.length > 0 ? [`named as changed, but not changed on the disk: ${unchanged.join(", ")}`] : []),
  ]
}

/** Where the model makes no mistake the work is done in the end, whatever happened on the way. */
const workIsDone: Check = (observed) => {
  const { fault } = observed.trial
  if (!hasRun(observed) || fault.mayLack || (fault.mayRefuse && !isDone(observed))) return []
  return isDone(observed) ? [] : [`not done: ${outcomeOf(observed)}`]
}

function isDone(observed: Observed): boolean {
  return eventsOf(last(observed), "run.ended").at(-1)?.outcome.status === "done"
}

function outcomeOf(observed: Observed): string {
  const outcome = eventsOf(last(observed), "run.ended").at(-1)?.outcome
  const reason = outcome && "reason" in outcome ? `${outcome.status}: ${outcome.reason}` : outcome?.status
  return reason ?? `no end (${observed.ends.map(({ code, signal }) => signal ?? code).join(", ")})`
}

const limitsHeld: Check = (observed) => {
  const log = last(observed)
  if (!hasEnded(log)) return []
  const { limits } = runResult("", viewOf(loggedEvents(log)), 0)
  return Object.entries(limits.used).flatMap(([name, used]) => {
    const allowed = limits.allowed[name]
    return typeof allowed === "number" && used > allowed ? [`${name}: ${used} of ${allowed}`] : []
  })
}

const exitCodeIsRight: Check = (observed) => {
  const { ends, trial } = observed
  const end = ends.at(-1)
  if (end?.isHung) return ["a process did not come to its end"]
  if (!end || isElsewhere(observed) || (trial.fault.isMute && ends.length === 1)) return []
  if (!hasRun(observed)) return end.code === 2 || end.code === 1 ? [] : [`exit code ${end.code} without a run`]
  const status = eventsOf(last(observed), "run.ended").at(-1)?.outcome.status
  const isRefused = trial.fault.mayRefuse && [1, 2, 3].includes(end.code ?? -1)
  if (isRefused || (status !== undefined && end.code === exitCode(status))) return []
  return [`exit code ${end.code ?? end.signal} for ${status ?? "a run without an end"}`]
}

const noSecretOut: Check = ({ ends, said, heard, place, after }) => {
  const places: [string, string][] = [
    ...ends.flatMap(({ stdout, stderr }): [string, string][] => [
      ["standard output", stdout],
      ["standard error", stderr],
    ]),
    ["what a server printed", said],
    ["what the model was sent", heard.join("\n")],
    ...(existsSync(place.state) ? filesOf(place.state, /^keelson\.db/) : []).map(({ name, text }): [string, string] => [
      name,
      text,
    ]),
    ...[...after.keys()]
      .filter((path) => path !== ".env")
      .map((path): [string, string] => [path, textOf(join(place.workspace, path))]),
  ]
  const forms = Object.values(CANARIES).flatMap((secret) => [
    secret,
    Buffer.from(secret).toString("base64").slice(0, 40),
  ])
  return places
    .filter(([, text]) => forms.some((form) => text.includes(form)))
    .map(([name]) => `a secret is in ${name}`)
}

function filesOf(folder: string, names: RegExp): { readonly name: string; readonly text: string }[] {
  const found = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile() && names.test(entry.name))
  return found.map(({ name }) => ({ name, text: textOf(join(folder, name)) }))
}

function textOf(path: string): string {
  try {
    return readFileSync(path, "latin1")
  } catch {
    return ""
  }
}

/** Whatever stands in the trial's folder, by its working directory or its command line, is one of the trial's. */
const noProcessLeft: Check = ({ place }) => {
  const left = readdirSync("/proc").filter((name) => /^\d+$/.test(name) && isOf(name, place.root))
  return left.map((id) => `process ${id} is left: ${textOf(`/proc/${id}/cmdline`).replaceAll("\0", " ").slice(0, 120)}`)
}

function isOf(id: string, root: string): boolean {
  try {
    return readlinkSync(`/proc/${id}/cwd`).startsWith(root) || textOf(`/proc/${id}/cmdline`).includes(root)
  } catch {
    return false
  }
}

/** The promises by the names that the table has for them. */
export const CHECKS: Readonly<Record<string, Check>> = {
  "nothing recorded is lost": nothingLost,
  "nothing is done twice": nothingTwice,
  "what is recorded is what was done": recordedIsDone,
  "one summary for each end": oneSummary,
  "what is told is what is recorded": textIsFacts,
  "who follows misses nothing": followedIsRecorded,
  "the facts are what is on the disk": factsAreDisk,
  "the work gets done": workIsDone,
  "limits hold": limitsHeld,
  "exit codes are right": exitCodeIsRight,
  "no secret gets out": noSecretOut,
  "no process is left": noProcessLeft,
}
