import { describe, expect, it } from "vitest"
import type { Agent } from "../../../src/agent.ts"
import { MemoryStore } from "../../../src/journal/memory-store.ts"
import type { LogEntry, RunStore } from "../../../src/journal/run-store.ts"
import { factKey } from "../../../src/protocol/log/key.ts"
import type { RunResult } from "../../../src/protocol/log/run.ts"
import { crashStore } from "../../../src/testing/crash-store.ts"
import type { KeyedModel } from "../../../src/testing/keyed-model.ts"
import { crashesOf } from "../../sample.ts"
import { begin, finish, play, type Scenario, setStage, takeUp } from "../../scenarios/play.ts"

const LEASE_MS = 15_000

/** What must be the same, crashed or not: the end and the facts, whenever they happened. */
function story(result: RunResult, entries: readonly LogEntry[]) {
  return {
    outcome: result.outcome,
    reason: result.reason,
    layer: result.summary_layer,
    files: result.files,
    keys: [...new Set(entries.map(({ key }) => key.replace(BASE, "$1").replace(FAILED_CALL, "/failed#")))].sort(),
  }
}

/** A call that failed has no answer: whoever takes the run up asks again, and a failure more is recorded. */
const FAILED_CALL = /\/failed-\d+#/

/** What is known of a base stands under its content, and a folder that names its own path has another one each time. */
const BASE = /^(base\/\w+)@[\da-f]+/

/**
 * A task in flight at the crash ends as unknown. Where it would have failed, or where others depend on it, the story goes
 * another way from there on, and rightly so: nobody knows how it ended.
 */
function takesAnotherWay(entries: readonly LogEntry[], whole: readonly LogEntry[]): boolean {
  const failed = new Set(endsOf(whole, "failed"))
  const hidesAFailure = endsOf(entries, "unknown").some((key) => failed.has(key))
  return hidesAFailure || endsOf(entries, "skipped").length > endsOf(whole, "skipped").length
}

/** A task that settles something must have succeeded: one whose end the crash has hidden settles nothing, and what it was named for stays open. */
function hidesACitedTask(entries: readonly LogEntry[], whole: readonly LogEntry[]): boolean {
  const cited = new Set(
    whole.flatMap(({ record }) =>
      record.kind === "event" && record.event.type === "gate.ruled"
        ? record.event.settled.flatMap(({ tasks }) => tasks.map((key) => factKey(key, "task.ended")))
        : [],
    ),
  )
  return endsOf(entries, "unknown").some((key) => cited.has(key))
}

/** A round that a crash has spoiled is made good by one more: a part may then need an extension less, and never one more. */
function expected(entries: readonly LogEntry[], whole: readonly LogEntry[]): readonly LogEntry[] {
  if (endsOf(entries, "unknown").length === 0) return whole
  const told = new Set(entries.map(({ key }) => key))
  return whole.filter(({ key }) => told.has(key) || !/(?:^|\/)extension-/.test(key))
}

function endsOf(entries: readonly LogEntry[], status: string): string[] {
  return entries
    .filter(
      ({ record }) => record.kind === "event" && record.event.type === "task.ended" && record.event.status === status,
    )
    .map(({ key }) => key)
}

/** The scenario, crashed before that write and gone on with; where it has fewer, played without a crash. */
export async function crashAndResume(scenario: Scenario, beforeWrite: number) {
  await using stage = await setStage(scenario)
  let now = 1_000_000
  const store = new MemoryStore({ now: () => now })
  const model = scenario.model() as KeyedModel
  const dying = crashStore(store, beforeWrite)
  const first = await stage.agent(dying, model)
  await begin(first, scenario)
    .then((result) => finish(first, scenario, result))
    .catch(() => undefined)
  const [header] = await store.listRuns()
  const before = header ? await store.load(header.id) : []
  const askedBefore = [...model.asked]
  now += LEASE_MS + 1
  const agent = await stage.agent(store, model)
  const result = await goOn(agent, scenario, store, before)
  const entries = await store.load(result.run_id)
  return { result, entries, before, askedBefore, asked: model.asked, rung: stage.rung, hasCrashed: dying.hasCrashed }
}

async function goOn(
  agent: Agent,
  scenario: Scenario,
  store: RunStore,
  before: readonly LogEntry[],
): Promise<RunResult> {
  if (before.length === 0) return finish(agent, scenario, await begin(agent, scenario))
  const [header] = await store.listRuns()
  const id = header?.id ?? ""
  const ended = before.some((entry) => entry.key.startsWith("end-1#state.changed"))
  return ended ? agent.result(id) : finish(agent, scenario, await takeUp(agent, scenario, id))
}

/** Each scenario, crashed and gone on with: the end is the same, the story too, and nothing is asked or done twice. */
export function crashMatrix(scenarios: readonly Scenario[]): void {
  describe.each(scenarios)("crash before a write: $name", (scenario) => {
    it("ends the same, tells the same story, asks nothing recorded again and runs nothing twice", async () => {
      const store = crashStore(new MemoryStore(), Number.POSITIVE_INFINITY)
      await using whole = await play(scenario, store)
      const wholeEntries = await whole.store.load(whole.result.run_id)
      const survived: boolean[] = []
      for (const write of crashesOf(scenario.name, store.writes)) {
        const isThere = await survives(scenario, write, whole.result, wholeEntries)
        // What is written side by side may come in one write fewer.
        survived.push(isThere || (await survives(scenario, write - 1, whole.result, wholeEntries)))
      }
      expect(survived).toContain(true)
    })
  })
}

/** False where the run has fewer writes than that. */
async function survives(
  scenario: Scenario,
  beforeWrite: number,
  result: RunResult,
  wholeEntries: readonly LogEntry[],
): Promise<boolean> {
  const crashed = await crashAndResume(scenario, beforeWrite)
  if (!crashed.hasCrashed) return false
  const where = `crash before write ${beforeWrite} of "${scenario.name}"`
  const recorded = new Set(crashed.before.map((entry) => entry.key))
  const askedAgain = crashed.asked.slice(crashed.askedBefore.length).filter((key) => recorded.has(key))
  expect(askedAgain, `${where}: recorded calls asked again`).toEqual([])
  expect(crashed.rung.length, `${where}: rung twice`).toBe(new Set(crashed.rung).size)
  expect(crashed.result.message, where).not.toBe("")
  if (hidesACitedTask(crashed.entries, wholeEntries)) expect(crashed.result.outcome, where).toBe("incomplete")
  else if (!takesAnotherWay(crashed.entries, wholeEntries))
    expect(story(crashed.result, crashed.entries), where).toEqual(
      story(result, expected(crashed.entries, wholeEntries)),
    )
  return true
}
