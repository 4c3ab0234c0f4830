import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { MemoryStore } from "../../src/journal/memory-store.ts"
import { ModelError } from "../../src/model/seam/model-error.ts"
import type { Limits } from "../../src/protocol/log/limits.ts"
import type { RunResult } from "../../src/protocol/log/run.ts"
import type { AnyStrategy } from "../../src/run/strategy.ts"
import { STRATEGIES } from "../../src/strategies/index.ts"
import { casesOf, oneOf, someOf } from "../sample.ts"
import { type Scenario, setStage } from "../scenarios/play.ts"
import { type Manner, type Mind, mind } from "./strategy-minds.ts"

/* Every strategy, ended in every way that can be resumed: it goes on, ends well, and asks nothing that is recorded. */

type Case = {
  readonly name: string
  readonly strategy: string
  readonly complexity?: Manner["complexity"]
  /** One call may answer several controls. */
  readonly fuse?: boolean
  /** What one unit of its work costs in iterations, with what comes before it. */
  readonly iterations: number
}

/** Each strategy, and answers of several controls in one call; the others differ from these by one thing. */
const CASES = casesOf<Case>({
  sample: [
    { name: "phased", strategy: "phased", iterations: 4 },
    { name: "rounds", strategy: "rounds", iterations: 3 },
    { name: "stepwise", strategy: "stepwise", iterations: 1 },
    { name: "tasks", strategy: "tasks", iterations: 1 },
    { name: "todo", strategy: "todo", iterations: 1 },
    { name: "react", strategy: "react", iterations: 1 },
    { name: "auto as phased, fused", strategy: "auto", fuse: true, iterations: 4 },
  ],
  more: [
    { name: "phased, fused", strategy: "phased", fuse: true, iterations: 4 },
    { name: "rounds, fused", strategy: "rounds", fuse: true, iterations: 3 },
    { name: "auto as rounds", strategy: "auto", complexity: "simple", iterations: 3 },
    { name: "auto as phased", strategy: "auto", complexity: "medium", iterations: 4 },
  ],
})

/** It names the check, so that it has to be green at the end. */
const REQUEST = "Please write the file, and make the test pass."

/** The first life of a run, and what may help it in its second. */
type Lives = {
  readonly first: Omit<Manner, "complexity">
  readonly second?: Omit<Manner, "complexity">
  readonly limits?: Partial<Limits>
  readonly more?: Partial<Limits>
  /** Before the n-th call of the first life. */
  readonly before?: (call: number, cancel: () => void) => void
  /** The run is begun with the seeds' own flow. */
  readonly literal?: boolean
  /** What the user does between the two. */
  readonly meanwhile?: (folder: string) => Promise<void>
}

const GOOD: Lives["first"] = { content: "good", ends: "claims" }

const FUSING = ["phased", "rounds", "auto", "stepwise"]

type Lived = {
  readonly first: RunResult
  readonly second: RunResult
  readonly again: readonly string[]
  readonly asked: readonly string[]
}

async function live({ strategy, complexity, fuse = false }: Case, lives: Lives): Promise<Lived> {
  const { first: manner, second: better = GOOD, limits = {}, more = {} } = lives
  const kind = complexity ? { complexity } : {}
  const scenario: Scenario = {
    name: strategy,
    model: () => mind(manner),
    // What is red was green before: so nobody's word settles it.
    files: { state: "good\n" },
    keeps: true,
    options: {
      strategy: STRATEGIES.get(strategy) as AnyStrategy,
      settings: FUSING.includes(strategy) ? { fuse } : {},
      checks: { test: "grep good state" },
      limits,
      literal: lives.literal ?? false,
    },
  }
  await using stage = await setStage(scenario)
  let cancel = () => {}
  const worse = mind({ ...kind, ...manner }, (call) => lives.before?.(call, () => cancel()))
  const store = new MemoryStore()
  const run = await (await stage.agent(store, worse)).start(REQUEST)
  cancel = () => void run.cancel("not now")
  const first = await run.result
  const recorded = new Set((await store.load(first.run_id)).map(({ key }) => key))
  await lives.meanwhile?.(stage.folder)
  const model: Mind = mind({ ...kind, ...better })
  const second = await (await (await stage.agent(store, model)).resume(first.run_id, { limits: more })).result
  return { first, second, asked: model.asked, again: model.asked.filter((key) => recorded.has(key)) }
}

const WAYS = ["failed", "cancelled", "used up", "red", "mended", "mute", "endless"] as const

describe.each(CASES)("$name, taken up again", (strategy) => {
  const played = someOf(`${strategy.name} ways`, 2, WAYS)
  /** Two of the ways with each strategy, and one case of each; all of them in the end. */
  const sampled = <One>(way: (typeof WAYS)[number], cases: readonly One[]) =>
    played.includes(way) ? oneOf(`${strategy.name} ${way}`, cases) : []

  it.each(sampled("failed", [1, 2, 3]))("after the model failed at call %i", async (failing) => {
    const before = (call: number) => {
      if (call >= failing) throw new ModelError("auth", "The key was refused.")
    }
    const { first, second, again } = await live(strategy, { first: { ...GOOD, ends: "goes on" }, before })
    expect(first.outcome).toBe("failed")
    expect(second).toMatchObject({ outcome: "done", verified: true })
    expect(again).toEqual([])
  })

  it.each(sampled("cancelled", [1, 2, 3]))("after it was cancelled at call %i", async (at) => {
    const before = (call: number, cancel: () => void) => {
      if (call === at) cancel()
    }
    const { first, second, again } = await live(strategy, { first: { ...GOOD, ends: "goes on" }, before })
    expect(first.outcome).toBe("cancelled")
    expect(second).toMatchObject({ outcome: "done", verified: true })
    expect(again).toEqual([])
  })

  it.each(sampled("used up", [0, 1, 2]))(
    "after its iterations were used up, %i more than one piece of work",
    async (extra) => {
      const { first, second, again } = await live(strategy, {
        first: { content: "half", ends: "goes on" },
        limits: { max_iterations: strategy.iterations + extra },
        more: { max_iterations: 40 },
      })
      expect(first.outcome).toBe("incomplete")
      expect(second).toMatchObject({ outcome: "done", verified: true })
      expect(again).toEqual([])
    },
  )

  it.each(sampled("red", [strategy]))("after the checks failed to the end", async () => {
    const { first, second, again } = await live(strategy, {
      first: { content: "bad", ends: "claims" },
      more: { max_iterations: 60 },
    })
    expect(first).toMatchObject({ outcome: "failed", verified: false })
    expect(second).toMatchObject({ outcome: "done", verified: true })
    expect(again).toEqual([])
  })

  it.each(sampled("mended", [strategy]))("after the checks failed and the user mended it", async () => {
    const { first, second } = await live(strategy, {
      first: { content: "bad", ends: "claims" },
      second: { ends: "claims" },
      more: { max_iterations: 60 },
      meanwhile: (folder) => writeFile(join(folder, "state"), "good\n"),
    })
    expect(first).toMatchObject({ outcome: "failed", verified: false })
    expect(second).toMatchObject({ outcome: "done", verified: true })
  })

  it.each(sampled("mute", [strategy]))("after the model had nothing to say", async () => {
    const { first, second, again } = await live(strategy, {
      first: { ...GOOD, ends: "says nothing" },
      more: { max_iterations: 60 },
    })
    expect(first.outcome).toBe("failed")
    expect(second).toMatchObject({ outcome: "done", verified: true })
    expect(again).toEqual([])
  })

  const ENDLESS = [
    ["to no end of its own", "half"],
    ["nowhere", undefined],
  ] as const
  it.each(sampled("endless", ENDLESS))("after it came %s", async (_name, content) => {
    const { first, second, again } = await live(strategy, {
      first: { content, ends: "goes on" },
      limits: { max_iterations: 40, max_model_calls: 50 },
      more: { max_iterations: 100, max_model_calls: 100 },
    })
    expect(["incomplete", "failed"]).toContain(first.outcome)
    expect(second).toMatchObject({ outcome: "done", verified: true })
    expect(again).toEqual([])
  })
})

describe.each(someOf("other limits", 2, CASES))("$name, taken up again under other limits", (strategy) => {
  const NARROW = { max_step_tool_calls: 2, max_replans: 1, max_iterations: 40 }
  const WIDE = { max_step_tool_calls: 6, max_replans: 2, max_iterations: 40 }
  const MORE = { max_iterations: 100, max_model_calls: 100 }
  const CHANGES = [
    ["wider", NARROW, { ...WIDE, ...MORE }],
    ["narrower", WIDE, { ...NARROW, ...MORE, max_replans: 2 }],
  ] as const

  it.each(oneOf(`${strategy.name} limits`, CHANGES))(
    "goes on from what is recorded where they are %s",
    async (_name, limits, more) => {
      const first = { content: "half", ends: "goes on" } as const
      const { first: ended, second, again } = await live(strategy, { first, limits, more })
      expect(["incomplete", "failed"]).toContain(ended.outcome)
      expect(second).toMatchObject({ outcome: "done", verified: true })
      expect(again).toEqual([])
    },
  )

  it.each(oneOf(`${strategy.name} literal limits`, CHANGES))(
    "goes on literally where they are %s and it was begun so",
    async (_name, limits, more) => {
      const first = { content: "half", ends: "goes on" } as const
      const { second, again } = await live(strategy, { first, limits, more, literal: true })
      expect(second).toMatchObject({ outcome: "done", verified: true })
      expect(again).toEqual([])
    },
  )
})

describe("stepwise, taken up again", () => {
  const stepwise = CASES.find(({ strategy }) => strategy === "stepwise") as Case

  it("after it was blocked", async () => {
    const { first, second, again } = await live(stepwise, { first: { ends: "is blocked" } })
    expect(first.outcome).toBe("blocked")
    expect(second).toMatchObject({ outcome: "done", verified: true })
    expect(again).toEqual([])
  })

  it("after every plan of steps was refused and it went over to rounds", async () => {
    const { first, second, again } = await live(stepwise, { first: { content: "bad", ends: "plans nothing" } })
    expect(first).toMatchObject({ outcome: "failed", reason: expect.stringContaining("test") })
    expect(second).toMatchObject({ outcome: "done", verified: true })
    expect(again).toEqual([])
  })
})
