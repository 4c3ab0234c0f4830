import { readFile } from "node:fs/promises"
import { join } from "node:path"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { MemoryStore } from "../../src/journal/memory-store.ts"
import type { LogEntry } from "../../src/journal/run-store.ts"
import type { DurableEvent, LoggedEvent } from "../../src/protocol/log/event.ts"
import type { RunResult } from "../../src/protocol/log/run.ts"
import { RunOptionsError } from "../../src/run/core/options-error.ts"
import type { AnyStrategy } from "../../src/run/strategy.ts"
import { STRATEGIES } from "../../src/strategies/index.ts"
import { crashStore } from "../../src/testing/crash-store.ts"
import { ledgerOf } from "../../src/view/ledger.ts"
import { partsNotDone } from "../../src/view/open-parts.ts"
import { viewOf } from "../../src/view/run-view.ts"
import { SEED, timesTried } from "../sample.ts"
import { begin, REQUEST, type Scenario, setStage, takeUp } from "../scenarios/play.ts"
import { GREEN, hanging, moduleOf } from "../scenarios/suite.ts"
import { MODULE, type WildManner, wildModel } from "./wild-model.ts"

/** Replay a failure with the seed and path that fast-check prints. */
const RUNS = timesTried({ sample: 60, whole: 2000 })
const ROOMY_RUNS = timesTried({ sample: 8, whole: 600 })
const LEASE_MS = 15_000

/** Strategies that can answer several controls in one call. */
const FUSED = ["auto", "phased", "rounds"]

const wildRun = fc.record({
  seed: fc.integer(),
  badness: fc.constantFrom(0, 0.1, 0.3, 0.6, 1),
  strategy: fc.constantFrom(...STRATEGIES.keys()),
  fuse: fc.boolean(),
  /** It writes a module that a check looks at, and the module's test. */
  checked: fc.boolean(),
  /** The folder is kept as it was: what is red is compared with it. */
  keeps: fc.oneof({ weight: 4, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
  /** Whether the module works before anything is done. */
  begins: fc.constantFrom("works", "broken"),
  /** The request wants the test to pass. */
  demands: fc.boolean(),
  maxIterations: fc.integer({ min: 1, max: 30 }),
  maxCalls: fc.integer({ min: 1, max: 40 }),
  maxPrompt: fc.option(fc.integer({ min: 1, max: 60_000 }), { freq: 2 }),
  maxCompletion: fc.option(fc.integer({ min: 4_000, max: 60_000 }), { freq: 2 }),
  maxCost: fc.option(
    fc.integer({ min: 1, max: 150 }).map((thousandths) => thousandths / 1000),
    { freq: 2 },
  ),
  reserve: fc.constantFrom(0, 4000),
  manner: fc.constantFrom("as it falls", "bare", "fills"),
  crashes: fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 3 }),
})
type WildRun = (typeof wildRun extends fc.Arbitrary<infer T> ? Omit<T, "badness" | "manner"> : never) & {
  readonly badness: number
  readonly manner: WildManner
}

const TESTED = `tests/test_${MODULE}.py`

function scenarioOf(wild: WildRun): Scenario {
  const { seed, badness, manner, strategy, fuse, checked, keeps, begins, demands, ...limits } = wild
  const { onLive, options } = hanging(MODULE)
  return {
    name: "wild",
    model: () => wildModel(seed, badness, checked, manner),
    request: checked && demands ? `${REQUEST} The test has to pass.` : REQUEST,
    ...(checked ? { files: { ...GREEN, ...moduleOf(MODULE, `${begins}\n`) }, onLive } : {}),
    ...(keeps ? { keeps } : {}),
    options: {
      ...(checked ? { checks: options.checks, clock: options.clock } : {}),
      strategy: STRATEGIES.get(strategy) as AnyStrategy,
      settings: FUSED.includes(strategy) ? { fuse } : {},
      limits: {
        ...(checked ? options.limits : {}),
        max_iterations: limits.maxIterations,
        max_model_calls: limits.maxCalls,
        max_prompt_tokens: limits.maxPrompt,
        max_completion_tokens: limits.maxCompletion,
        max_cost: limits.maxCost,
        reserve_tokens: limits.reserve,
      },
      price: { prompt: 1, completion: 2 },
    },
  }
}

/** Runs it, dying before the nth write of each life, and going on until it ends; `undefined` where its limits are too small to begin with. */
async function survive(wild: WildRun) {
  const scenario = scenarioOf(wild)
  await using stage = await setStage(scenario)
  let now = 1_000_000
  const store = new MemoryStore({ now: () => now })
  const model = scenario.model() as ReturnType<typeof wildModel>
  const askedAfter: { recorded: Set<string>; from: number }[] = []
  let result: RunResult | undefined
  let refusal: RunOptionsError | undefined
  for (const life of [...wild.crashes, Number.POSITIVE_INFINITY]) {
    const agent = await stage.agent(crashStore(store, life), model)
    const [header] = await store.listRuns()
    const entries = header ? await store.load(header.id) : []
    askedAfter.push({ recorded: new Set(entries.map(({ key }) => key)), from: model.asked.length })
    if (hasEnded(entries)) break
    const starts = entries.length === 0
    result = await (starts ? begin(agent, scenario) : takeUp(agent, scenario, header?.id ?? "")).catch((error) => {
      if (error instanceof RunOptionsError) refusal = error
      return undefined
    })
    now += LEASE_MS + 1
  }
  const [header] = await store.listRuns()
  const entries = header ? await store.load(header.id) : []
  if (refusal) {
    expect({ message: refusal.message, header, asked: model.asked }).toEqual({
      message: expect.stringMatching(/too small to begin with: .+ Give at least/),
      header: undefined,
      asked: [],
    })
    return undefined
  }
  return {
    result: result ?? (await (await stage.agent(store, model)).result(header?.id ?? "")),
    entries,
    wild,
    state: await firstWord(join(stage.folder, "src", `${MODULE}.py`)),
    isTested: (await firstWord(join(stage.folder, TESTED))) === "def",
    rung: stage.rung,
    asked: model.asked,
    askedAfter,
  }
}

async function firstWord(path: string): Promise<string> {
  return ((await readFile(path, "utf8").catch(() => "")).trim().split(/\s/)[0] ?? "").trim()
}

type Survived = NonNullable<Awaited<ReturnType<typeof survive>>>

function hasEnded(entries: readonly LogEntry[]): boolean {
  return entries.some(({ key }) => key === "end-1#state.changed")
}

function events(entries: readonly LogEntry[]): DurableEvent[] {
  return entries.flatMap(({ record }) => (record.kind === "event" ? [record.event] : []))
}

/** What the log says was planned or called, and so may have run: each at most twice (an attempt and a retry). */
function plannedBells(entries: readonly LogEntry[]): Set<string> {
  const started = events(entries).flatMap((event) =>
    event.type === "task.started" && event.tool === "ring" ? [event.title] : [],
  )
  return new Set(started.map((title) => (JSON.parse(title) as { name: string }).name))
}

const NOTHING_RULED = { next: "done", missing: [], refused: [], checks: [] }

type Lived = Pick<Survived, "result" | "entries" | "wild" | "state" | "isTested">

/** No failing check stands against `done`, nothing is missing, and no requirement is open, by any part that serves it. */
function expectTruth(lived: Lived): void {
  const { result, entries } = lived
  expectToldOnce(entries)
  if (lived.wild.checked) expectChecked(lived)
  if (result.outcome !== "done") return
  expect([...(result.missing ?? []), ...(result.refused ?? [])]).toEqual([])
  // At a hard limit the gate is not asked any more.
  const isStopped = events(entries).some(({ type }) => type === "limit.reached")
  const ruled = events(entries).findLast((event) => event.type === "gate.ruled")
  if (!isStopped) expect(ruled ?? NOTHING_RULED).toMatchObject(NOTHING_RULED)
  const view = viewOf(loggedIn(entries))
  expect(partsNotDone(view).map(({ about }) => about)).toEqual([])
  expect(ledgerOf(view).filter(({ status }) => status === "open")).toEqual([])
}

/** What the end says of the check is so: by the folder as it is now, and as it was. */
function expectChecked({ result, entries, wild: { keeps, begins, demands }, state, isTested }: Lived): void {
  const mustPass = events(entries).some((event) => "must_pass" in event && (event.must_pass ?? []).length > 0)
  const isRed = isTested && state !== "works"
  if (result.verified) expect({ isRed, isTested: isTested || !keeps }).toEqual({ isRed: false, isTested: true })
  const [first = ""] = /\*\*Outcome:\*\* .*/.exec(result.message) ?? []
  const isChanged = result.files.length > 0
  // What is wrong stands in the first line.
  if (result.outcome === "done" && isChanged && (isRed || (keeps && !isTested))) expect(first).toMatch(/test/)
  if (!keeps) return
  const isOwn = isRed && (begins === "works" || state === "hangs")
  if (isOwn && isChanged) expect(result.outcome).not.toBe("done")
  if (isRed && !isOwn && !demands && !mustPass) expect(result.reason).not.toMatch(/checks fail/)
}

/** Never the same finding twice on one state of the work, and never more than eight reports. */
function expectToldOnce(entries: readonly LogEntry[]): void {
  const reports = events(entries).flatMap((event) =>
    event.type === "gate.ruled" && event.next === "mend" ? [event] : [],
  )
  expect(reports.length).toBeLessThanOrEqual(8)
  const told = reports.flatMap(({ findings, on }) =>
    findings
      .filter(({ label }) => label !== undefined)
      .map(({ about, failures }) => JSON.stringify([about, failures, on])),
  )
  expect(told).toEqual([...new Set(told)])
}

function loggedIn(entries: readonly LogEntry[]): LoggedEvent[] {
  return entries.flatMap(({ seq, key, at, record }) =>
    record.kind === "event" ? [{ seq, key, at, event: record.event }] : [],
  )
}

/** With room enough to come to an end, and a check that says whether it is a good one. */
const roomyRun = wildRun.map((wild) => ({
  ...wild,
  badness: wild.badness / 10,
  checked: true,
  maxIterations: 60,
  maxCalls: 80,
  maxPrompt: null,
  maxCompletion: null,
  maxCost: null,
}))

describe("whatever the model does, wherever it crashes", () => {
  it(`${RUNS} wild runs keep every promise`, async () => {
    await fc.assert(
      fc.asyncProperty(wildRun, async (wild) => {
        const lived = await survive(wild)
        fc.pre(lived !== undefined)
        const { result, entries, rung, asked, askedAfter } = lived as Survived

        // 1. Always an answer.
        expect(result.message.trim()).not.toBe("")
        expect(["done", "incomplete", "failed", "blocked"]).toContain(result.outcome)
        expect(events(entries).filter(({ type }) => type === "summary.made")).toHaveLength(1)

        // 2. Nothing stray was run.
        expect(rung).not.toContain("stray")
        const planned = plannedBells(entries)
        expect(rung.filter((name) => !planned.has(name))).toEqual([])

        // 3. No limit was passed.
        expect(result.limits.used.iterations ?? 0).toBeLessThanOrEqual(wild.maxIterations)
        expect(result.usage.calls).toBeLessThanOrEqual(wild.maxCalls)
        expect(result.usage.prompt).toBeLessThanOrEqual(wild.maxPrompt ?? Number.POSITIVE_INFINITY)
        expect(result.usage.completion).toBeLessThanOrEqual(wild.maxCompletion ?? Number.POSITIVE_INFINITY)
        expect(result.usage.cost).toBeLessThanOrEqual(wild.maxCost ?? Number.POSITIVE_INFINITY)
        expect(result.usage.calls).toBeLessThanOrEqual(result.limits.worst?.calls ?? wild.maxCalls)

        // 4. Nothing recorded was asked again, and the log has no gaps.
        for (const { recorded, from } of askedAfter)
          expect(asked.slice(from).filter((key) => recorded.has(key))).toEqual([])
        expect(entries.map(({ seq }) => seq)).toEqual(entries.map((_, index) => index + 1))

        // 5. The end is truthful.
        expectTruth(lived as Survived)
      }),
      { seed: SEED, numRuns: RUNS },
    )
  })

  it(`${ROOMY_RUNS} runs with room enough never call a red end done`, async () => {
    await fc.assert(
      fc.asyncProperty(roomyRun, async (wild) => expectTruth((await survive(wild)) as Survived)),
      { seed: SEED, numRuns: ROOMY_RUNS },
    )
  })
})
