import { describe, expect, it } from "vitest"
import { MemoryStore } from "../../src/journal/memory-store.ts"
import type { RunStore } from "../../src/journal/run-store.ts"
import type { ModelRequest } from "../../src/model/seam/model.ts"
import { ModelError } from "../../src/model/seam/model-error.ts"
import { stepwise } from "../../src/strategies/stepwise/stepwise.ts"
import { crashStore } from "../../src/testing/crash-store.ts"
import { keyedModel } from "../../src/testing/keyed-model.ts"
import { oneOf, someOf } from "../sample.ts"
import { advance, analysis, complete, phase, phases, plan, say, summary, task } from "../scenarios/lines.ts"
import {
  LONG_REQUEST,
  longPhased,
  longReact,
  longShared,
  openedByJudge,
  PHASE_ROUNDS,
  shorter,
} from "../scenarios/long-scenarios.ts"
import { play, type Scenario, setStage } from "../scenarios/play.ts"
import { stands } from "../scenarios/stepwise-parts-scenarios.ts"
import { ringing, step, steps } from "../scenarios/stepwise-scenarios.ts"
import { entriesOf, eventsOf, type HeardModel, heard, type Lines } from "./front-door.ts"
import { brokenPrefixes, hasOrphans, placesOfCompaction, wordsOf } from "./transcripts.ts"

function overheard(scenario: Scenario): Scenario {
  return { ...scenario, model: () => heard(scenario.model()) }
}

describe("forty turns with two million tokens of results", () => {
  it("stay under the threshold at every call, keep what matters and the prefix, and cost no call", async () => {
    await using played = await play(overheard(longReact))
    const { requests } = played.model as HeardModel
    expect(played.result).toMatchObject({ outcome: "done", usage: { calls: 40 } })
    const measured = await eventsOf(played.store, "context.measured")
    expect(measured).toHaveLength(40)
    expect(Math.max(...measured.map(({ tokens }) => tokens))).toBeLessThanOrEqual(100_000)
    expect(measured.every(({ limit }) => limit === 100_000)).toBe(true)
    const compacted = await eventsOf(played.store, "context.compacted")
    expect(compacted.length).toBeGreaterThan(0)
    // A quarter of the limit each: every other turn is one too many.
    expect(compacted.length).toBeLessThan(20)
    for (const { before, after } of compacted) {
      expect(before).toBeGreaterThan(100_000)
      expect(after).toBeLessThanOrEqual(80_000)
    }
    for (const request of requests) {
      expect(wordsOf(request)).toContain(LONG_REQUEST)
      expect(hasOrphans(request.messages)).toBe(false)
    }
    for (const request of requests.slice(3)) expect(wordsOf(request)).toContain("TypeError: broken-3-2")
    for (const request of requests.slice(21)) expect(wordsOf(request)).toContain("TypeError: broken-21-5")
    expect(wordsOf(requests.at(-1) as ModelRequest)).not.toContain("Error: not there yet")
    const last = requests.at(-1) as ModelRequest
    expect(last.messages.at(-1)?.text).toContain("needle 2-4")
    expect(last.messages.at(-1)?.text).toContain("[t2t4: lines 500-502 of 1000.]")
    expect(brokenPrefixes(requests)).toEqual(await placesOfCompaction(played.store))
    expect(played.result.figures.saved.digesting).toBeGreaterThan(1_000_000)
    expect(played.result.figures.saved.compacting).toBeGreaterThan(20_000)
  })
})

describe("forty rounds in five phases", () => {
  it("fold in each phase, keep the last two rounds and the prefix, and open what a judge asks for", async () => {
    await using played = await play(overheard(longPhased))
    const { requests } = played.model as HeardModel
    expect(played.result).toMatchObject({ outcome: "done", total_rounds: 40, phases_completed: 5 })
    // Two rounds have a task that fails: it is tried again in the next one, which needs no plan.
    expect(played.result.usage.calls).toBe(1 + 1 + 80 + 5 + 1 - 2)
    const measured = await eventsOf(played.store, "context.measured")
    expect(Math.max(...measured.map(({ tokens }) => tokens))).toBeLessThanOrEqual(24_000)
    const compacted = await eventsOf(played.store, "context.compacted")
    expect(new Set(compacted.map(({ stage }) => stage.split("/")[0])).size).toBe(5)
    for (const request of requests.slice(1)) expect(wordsOf(request)).toContain("never touch main.ts")
    for (const { stage, folded } of compacted) {
      const round = Number(stage.split("-").at(-1))
      expect(folded.map((name) => Number(name.split("-").at(-1)))).not.toContain(round - 1)
    }
    expect(brokenPrefixes(requests)).toEqual(await placesOfCompaction(played.store))
    const again = requests.filter(({ purpose }) => purpose.key.endsWith("judge-2/try-1"))
    expect(again).toHaveLength(5)
    for (const [index, request] of again.entries()) {
      expect(request.messages.at(-1)?.text).toContain(`needle ${index * PHASE_ROUNDS + 1}-2`)
      expect(request.messages.at(-1)?.text).toContain(LONG_REQUEST)
      expect(wordsOf(request)).toContain("501: needle 1-1")
      expect(wordsOf(request)).toContain("went as it should")
    }
  })
})

describe("phases that share a conversation", () => {
  const START = "Phase 2 of 2: Phase 2. Goal: see the rest"

  it("keep what the present one is for when the rounds before it are folded", async () => {
    await using played = await play(overheard(longShared))
    expect(played.result).toMatchObject({ outcome: "done", phases_completed: 2 })
    const compacted = await eventsOf(played.store, "context.compacted")
    expect(compacted.flatMap(({ folded }) => folded)).toContain("phase-1/round-1")
    const ofSecond = (played.model as HeardModel).requests.filter(({ purpose }) => purpose.key.startsWith("phase-2/"))
    for (const request of ofSecond) expect(wordsOf(request).split(START), request.purpose.key).toHaveLength(2)
  })

  it("show once the plan that a judge brought for the next one", async () => {
    const write = (path: string) => plan(task("write_file", { path, content: `for ${path}` }))
    const model = keyedModel({
      "analysis/try-1": say("request_analyser", analysis()),
      "phases/try-1": advance({ phase_planner: phases([phase(1), phase(2)]), plan_tool_call: write("one.txt") }),
      "phase-1/round-1/judge/try-1": advance({ judge_tasks: complete([1]), plan_tool_call: write("two.txt") }),
      "phase-2/round-1/judge/try-1": advance({ judge_tasks: complete([1]), summarizer: summary() }),
    })
    await using played = await play({ name: "shared", model: () => heard(model) })
    expect(played.result).toMatchObject({ outcome: "done", usage: { calls: 4 } })
    const [last] = (played.model as HeardModel).requests.slice(-1)
    expect(last && wordsOf(last).split("for two.txt")).toHaveLength(2)
  })
})

describe("steps that share a conversation", () => {
  const names = (place: string) => [1, 2, 3, 4, 5, 6, 7, 8].map((turn) => `${place}-${turn}.txt`)
  const text = (name: string) => Array.from({ length: 120 }, (_, line) => `${name} has its line ${line}.\n`).join("")
  const all = [...names("step"), ...names("closing")]
  const reading = (place: string, paths: readonly string[]) =>
    Object.fromEntries(
      paths.map((path, index) => [`${place}/turn-${index + 1}/reply`, { call: "read_file", input: { path } }]),
    )

  it("keep what the present one, or a closing, is for when rounds are folded", async () => {
    const lines: Lines = {
      "plan-1/plan/try-1": steps(step(1), step(2, [1], { tools: ["read_file"] })),
      ...ringing("plan-1/step-1", "a"),
      ...reading("plan-1/step-2", names("step")),
      "plan-1/step-2/turn-9/reply": stands("done", { result: "all are read" }),
      "closing-0/summarizer/try-1": say("summarizer", summary("Half.", { missing: ["the house is not in order"] })),
      ...reading("closing-1", names("closing")),
      "closing-1/turn-9/reply": stands("done", { result: "it is in order" }),
      "closing-1/summarizer/try-1": say("summarizer", summary("All.", { missing: [] })),
    }
    const files = Object.fromEntries(all.map((name) => [name, text(name)]))
    const options = { strategy: stepwise, limits: { compact_at_tokens: 9000 }, settings: { reflection: "off" } }
    await using played = await play(overheard({ name: "long steps", model: () => keyedModel(lines), files, options }))
    const compacted = await eventsOf(played.store, "context.compacted")
    expect(compacted.some(({ stage }) => stage.startsWith("plan-1/step-2"))).toBe(true)
    expect(compacted.some(({ stage }) => stage.startsWith("closing-1"))).toBe(true)
    const { requests } = played.model as HeardModel
    const told = (place: string) => requests.filter(({ purpose }) => purpose.key.startsWith(place)).map(wordsOf)
    const has = (part: string) => (words: string) => words.includes(part)
    expect(told("plan-1/step-2/").every(has("Now step 2: do part 2"))).toBe(true)
    expect(told("closing-1/turn").every(has("a) not done, as you said in `missing`: the house is not in order"))).toBe(
      true,
    )
  })
})

type Retold = {
  readonly told: readonly (readonly [string, string])[]
  readonly compactions: readonly number[]
  readonly writes: number
}

/** What the model is sent, by key, whether the process dies before a write or not; and which writes were compactions. */
async function retell(scenario: Scenario, beforeWrite = Number.POSITIVE_INFINITY): Promise<Retold> {
  await using stage = await setStage(scenario)
  let now = 0
  const store = new MemoryStore({ now: () => now })
  const dying = crashStore(store, beforeWrite)
  const model = heard(scenario.model())
  const compactions: number[] = []
  let writes = 0
  const counting: RunStore = {
    ...dying,
    append(lease, entries) {
      writes += 1
      if (entries.some(({ key }) => key.endsWith("/compaction"))) compactions.push(writes)
      return dying.append(lease, entries)
    },
  }
  await (await stage.agent(counting, model)).run(LONG_REQUEST).catch(() => undefined)
  if (dying.hasCrashed) {
    now += 60_000
    const [header] = await store.listRuns()
    const run = await (await stage.agent(store, model)).resume(header?.id ?? "")
    expect((await run.result).outcome).toBe("done")
  }
  const byKey = new Map(
    model.requests.map((request) => [request.purpose.key, wordsOf(request).replaceAll(stage.folder, "$WORKSPACE")]),
  )
  return { told: [...byKey], compactions, writes }
}

describe("a compaction that is replayed after a crash", () => {
  it.each([shorter(longPhased), shorter(longShared), shorter(longReact)])(
    "gives the same bytes: $name",
    async (scenario) => {
      const { told, compactions } = await retell(scenario)
      expect(compactions.length).toBeGreaterThan(1)
      const [first = 0, second = 0] = compactions
      const moments = [first, first + 1, first + 2, second + 1, second + 9]
      for (const before of oneOf(scenario.name, moments))
        expect((await retell(scenario, before)).told, `write ${before}`).toEqual(told)
    },
  )
})

describe("a judge that asks to see more", () => {
  it("is shown three ranges, once, and asked again", async () => {
    await using played = await play(overheard(openedByJudge))
    const { requests } = played.model as HeardModel
    expect(requests.map(({ purpose }) => purpose.key).slice(-2)).toEqual([
      "phase-1/round-1/judge/try-1",
      "phase-1/round-1/judge-2/try-1",
    ])
    const shown = requests.at(-1)?.messages.at(-1)?.text
    expect(shown).toContain("p1r1t1:/needle/:\n101: needle 1-1\n")
    expect(shown).toContain('There is no result "p9r9t9"')
    expect(shown).toContain(LONG_REQUEST)
    expect(shown).not.toContain("p1r1t1:1-2")
    expect(played.result.message).toMatch(/^Seen, then ruled\./)
  })

  it("reads the same after a crash, wherever it was", async () => {
    const { told, writes } = await retell(openedByJudge)
    const moments = Array.from({ length: writes - 1 }, (_, index) => index + 2)
    for (const before of someOf("a judge that asks", 2, moments))
      expect((await retell(openedByJudge, before)).told, `write ${before}`).toEqual(told)
  })
})

describe("a prompt that the endpoint finds too long", () => {
  it("is compacted harder and sent once more", async () => {
    const overflow = new ModelError("overflow", "too long", { sizes: { prompt: 50_000, window: 40_000 } })
    let thrown = 0
    const scenario: Scenario = {
      ...shorter(longReact),
      model: () => {
        const model = longReact.model()
        return heard({
          ...model,
          async *stream(request, signal) {
            if (request.purpose.key === "turn-12/reply" && thrown++ === 0) throw overflow
            yield* model.stream(request, signal)
          },
        })
      },
    }
    await using played = await play(scenario)
    expect(played.result.outcome).toBe("done")
    const [first, second] = (played.model as HeardModel).requests.filter(
      ({ purpose }) => purpose.key === "turn-12/reply",
    )
    expect(wordsOf(second as ModelRequest).length).toBeLessThan(0.55 * wordsOf(first as ModelRequest).length)
    expect(wordsOf(second as ModelRequest)).toContain("TypeError: broken-3-2")
    expect((await entriesOf(played.store)).filter(({ key }) => key === "turn-12/reply/compaction-2")).toHaveLength(1)
  })

  it("fails as before where nothing can be folded", async () => {
    const scenario: Scenario = {
      ...longReact,
      model: () => ({
        ...longReact.model(),
        // biome-ignore lint/correctness/useYield: it never gets that far.
        async *stream() {
          throw new ModelError("overflow", "too long")
        },
      }),
    }
    await using played = await play(scenario)
    expect(played.result).toMatchObject({ outcome: "failed", reason: "too long" })
  })
})
