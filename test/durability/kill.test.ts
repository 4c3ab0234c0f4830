import { type ChildProcess, spawn } from "node:child_process"
import { existsSync } from "node:fs"
import { mkdtemp, readFile, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { openStore } from "../../src/journal/open-store.ts"
import type { LogEntry } from "../../src/journal/run-store.ts"
import type { TaskStatus } from "../../src/protocol/log/event.ts"
import { type ModelServer, startModelServer } from "../../src/testing/model-server.ts"
import { diceFor } from "../../src/testing/simulated/dice.ts"
import { KEELSON } from "../cli/program.ts"
import { SEED, timesTried } from "../sample.ts"
import { busyModel, ROUNDS } from "./busy-model.ts"

/** The real thing: the command line as a process, killed at random moments, resumed until it ends. */
const KILLS = timesTried({ sample: 2, whole: 50 }, process.env.KEELSON_TEST_KILLS)
const AT_ONCE = 3

let server: ModelServer
beforeAll(async () => {
  server = await startModelServer({ script: busyModel })
})
afterAll(() => server.close())

describe(`kill -9 at ${KILLS} random moments (seed ${SEED})`, () => {
  it("asks no recorded call again, runs no command twice and loses nothing", async () => {
    const trials = Array.from({ length: KILLS }, (_, index) => index)
    const workers = Array.from({ length: AT_ONCE }, async () => {
      for (let trial = trials.shift(); trial !== undefined; trial = trials.shift()) await killAndResume(trial)
    })
    await Promise.all(workers)
  })
})

async function killAndResume(trial: number): Promise<void> {
  const dice = diceFor(`${SEED}/${trial}`)
  const where = `trial ${trial} of seed ${SEED}`
  const folder = await mkdtemp(join(tmpdir(), "keelson-kill-"))
  const home = { workspace: join(folder, "workspace"), state: join(folder, "state") }
  const { mkdir } = await import("node:fs/promises")
  await mkdir(home.workspace)
  // The model tells trials apart by what it is asked: the request names the trial, and so does the analysis.
  let args = [
    "run",
    `busy work, trial ${trial}`,
    "--model",
    "openai-compatible:busy",
    "--base-url",
    server.url,
    "--approve",
    "full",
    "--json",
  ]
  let known: LogEntry[] = []
  for (let kills = dice() < 0.3 ? 2 : 1; kills > 0; kills--) {
    await killAfter(keelson(args, home), Math.floor(dice() * 60), dice() * 12)
    const entries = await logOf(home.state)
    expect(entries.slice(0, known.length), `${where}: entries were lost`).toEqual(known)
    known = entries
    if (entries.length > 0) args = ["resume", "--json", "--model", "openai-compatible:busy", "--base-url", server.url]
    if (hasEnded(entries)) break
  }
  const askedBefore = requestsOf(trial)
  if (!hasEnded(known)) expect(await exitCode(keelson(args, home)), `${where}: exit code`).toBe(0)
  await check({ where, trial, known, askedBefore, home })
  await rm(folder, { recursive: true, force: true })
}

type Checked = {
  where: string
  trial: number
  known: LogEntry[]
  askedBefore: string[]
  home: { workspace: string; state: string }
}

async function check({ where, trial, known, askedBefore, home }: Checked): Promise<void> {
  const entries = await logOf(home.state)
  expect(entries.slice(0, known.length), `${where}: entries were lost`).toEqual(known)
  expect(
    entries.map(({ seq }) => seq),
    where,
  ).toEqual(entries.map((_, index) => index + 1))
  expect(hasEnded(entries), `${where}: ended`).toBe(true)

  // In one branch the calls come in order: the first ones of the server's list are the recorded ones.
  const recorded = new Set(askedBefore.slice(0, modelCalls(known)))
  const askedAfter = requestsOf(trial).slice(askedBefore.length)
  expect(
    askedAfter.filter((body) => recorded.has(body)),
    `${where}: recorded calls asked again`,
  ).toEqual([])

  const ran = await readFile(join(home.workspace, "ran.txt"), "utf8").catch(() => "")
  const lines = ran.trim().split("\n").filter(Boolean)
  expect(lines.length, `${where}: commands run twice`).toBe(new Set(lines).size)
  // After a command whose outcome is hidden no later one of its batch runs.
  const accounted = lines.length + tasksEnded(entries, "unknown") + tasksEnded(entries, "skipped")
  expect(accounted, `${where}: commands lost`).toBeGreaterThanOrEqual(ROUNDS * 2)
  expect(tasksEnded(entries, "skipped"), `${where}: skipped`).toBeLessThanOrEqual(tasksEnded(entries, "unknown"))
}

function keelson(args: string[], home: { workspace: string; state: string }): ChildProcess {
  const [program, ...first] = KEELSON
  return spawn(program, [...first, ...args], {
    cwd: home.workspace,
    env: { PATH: process.env.PATH ?? "", HOME: home.workspace, KEELSON_STATE: home.state },
    stdio: ["ignore", "pipe", "inherit"],
  })
}

/** Kills the process a moment after it printed so many lines, unless it has ended by then. */
async function killAfter(child: ChildProcess, lines: number, moment: number): Promise<void> {
  const ended = exitCode(child)
  const enough = new Promise<void>((resolve) => {
    let seen = 0
    if (lines === 0) resolve()
    createInterface({ input: child.stdout as NodeJS.ReadableStream }).on("line", () => ++seen === lines && resolve())
  })
  await Promise.race([ended, enough.then(() => new Promise((resolve) => setTimeout(resolve, moment)))])
  child.kill("SIGKILL")
  await ended
}

function exitCode(child: ChildProcess): Promise<number | null> {
  child.stdout?.resume()
  return new Promise((resolve) => child.once("exit", (code) => resolve(code)))
}

async function logOf(state: string): Promise<LogEntry[]> {
  if (!existsSync(state)) return []
  const store = await openStore(state)
  const [header] = await store.listRuns()
  const entries = header ? await store.load(header.id) : []
  await store.close()
  return entries
}

function hasEnded(entries: readonly LogEntry[]): boolean {
  return entries.some(({ record }) => record.kind === "event" && record.event.type === "run.ended")
}

function modelCalls(entries: readonly LogEntry[]): number {
  return entries.filter(({ record }) => record.kind === "event" && record.event.type === "model.called").length
}

function tasksEnded(entries: readonly LogEntry[], status: TaskStatus): number {
  return entries.filter(
    ({ record }) => record.kind === "event" && record.event.type === "task.ended" && record.event.status === status,
  ).length
}

function requestsOf(trial: number): string[] {
  return server.requests
    .map(({ rawBody }) => rawBody)
    .filter((body) => body.includes(`trial ${trial}.`) || body.includes(`trial ${trial}\\n`))
}
