import { setImmediate } from "node:timers/promises"
import { describe, expect, it } from "vitest"
import { z } from "zod"
import { MemoryStore } from "../../src/journal/memory-store.ts"
import type { Model } from "../../src/model/seam/model.ts"
import { Environment } from "../../src/protocol/log/environment.ts"
import { Limits } from "../../src/protocol/log/limits.ts"
import type { Responder } from "../../src/run/core/run-parts.ts"
import { resumeRun, startRun } from "../../src/run/lifecycle/orchestrator.ts"
import { answerRun } from "../../src/run/lifecycle/requests/answer.ts"
import type { RunSetup } from "../../src/run/lifecycle/run-setup.ts"
import { phased } from "../../src/strategies/phased/phased.ts"
import type { KeyedModel } from "../../src/testing/keyed-model.ts"
import { systemClock } from "../../src/tools/clock.ts"
import { Secrets } from "../../src/tools/secrets/secrets.ts"
import { defineTool } from "../../src/tools/tool.ts"
import { analysis, complete, plan, say, task, unfinished } from "../scenarios/lines.ts"
import { ManualClock } from "../support/manual-clock.ts"
import { makeFixture } from "../support/tool-fixture.ts"
import { type Lines, literal } from "./front-door.ts"

const HOUR = 3_600_000
const MINUTE = 60_000

/** A run in a world where time passes only when somebody says so. */
async function inOwnTime(lines: Lines, responder?: (clock: Clock) => Responder) {
  const clock: Clock = { now: 1_700_000_000_000 }
  const fixture = await makeFixture()
  const work = defineTool({
    name: "work",
    description: "Work for some minutes.",
    input: z.object({ minutes: z.number() }),
    access: "read",
    repeat: "safe",
    execute: async ({ minutes }) => {
      clock.now += minutes * MINUTE
      return "worked"
    },
  })
  const model = literal(lines).model() as KeyedModel
  const store = new MemoryStore({ now: () => clock.now })
  const setup: RunSetup = {
    store,
    workspace: fixture.workspace,
    strategy: phased,
    model,
    tools: [work],
    secrets: new Secrets(new Map()),
    responder: responder?.(clock),
    // Nobody looks at the clock in between.
    clock: { ...systemClock, now: () => clock.now, elapsed: () => clock.now, after: () => () => {} },
  }
  const environment = Environment.parse({
    date: "2026-11-15",
    platform: "linux",
    workspace: fixture.workspace.root,
    instructions: "",
    language: "en",
    model: model.id,
    price: null,
    tools: ["work"],
    approve: "full",
    limits: Limits.parse({ max_time_ms: HOUR }),
    literal: true,
    settings: {},
  })
  const start = () => startRun(setup, { request: "Work.", environment })
  return { clock, setup, environment, store, model, start, [Symbol.asyncDispose]: () => fixture[Symbol.asyncDispose]() }
}

type Clock = { now: number }

describe("a run that was taken up again", () => {
  it("is held to its time also before it has written anything", async () => {
    await using world = await inOwnTime({})
    const clock = new ManualClock()
    const silent: Model = {
      ...world.model,
      async *stream(_request, signal) {
        await new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason)))
      },
    }
    const setup = { ...world.setup, clock, model: silent, store: new MemoryStore({ now: () => clock.now() }) }
    // Its process dies before anything of it is carried out.
    const { id } = await startRun(setup, { request: "Work.", environment: world.environment })
    clock.advance(MINUTE)
    const run = await resumeRun(setup, id)
    let isOver = false
    const result = run.carryOut().finally(() => {
      isOver = true
    })
    for (let minutes = 0; !isOver && minutes < 300; minutes++) {
      clock.advance(MINUTE)
      await setImmediate()
    }
    expect(isOver, "after five hours").toBe(true)
    expect(await result).toMatchObject({ outcome: "incomplete", limit: "max_time_ms" })
  })
})

describe("a clock that is set in the middle", () => {
  it.each([72, -72])("by %i hours takes no time from the run", async (hours) => {
    const round = (n: number, judged: ReturnType<typeof complete>) => ({
      [`phase-1/round-${n}/plan/try-1`]: say("plan_tool_call", plan(task("work", { minutes: n }))),
      [`phase-1/round-${n}/judge/try-1`]: say("judge_tasks", judged),
    })
    await using world = await inOwnTime({ ...round(1, unfinished()), ...round(2, complete([2])) })
    let set = 0
    const { clock } = world.setup
    const wall = { ...clock, now: () => clock.now() + set * HOUR, elapsed: () => clock.elapsed() }
    const run = await startRun({ ...world.setup, clock: wall }, { request: "Work.", environment: world.environment })
    set = hours
    const result = await run.carryOut()
    expect(result.outcome).toBe("done")
    expect(result.limits.used.time_ms).toBe(3 * MINUTE)
  })
})

const ASKING = {
  "analysis/try-1": say(
    "request_analyser",
    analysis({ clarification_needed: true, clarification_questions: ["Which one?"] }),
  ),
  "analysis-2/try-1": say("request_analyser", analysis()),
}

const rounds = (minutes: number): Lines => ({
  "phase-1/round-1/plan/try-1": say("plan_tool_call", plan(task("work", { minutes }))),
  "phase-1/round-1/judge/try-1": say("judge_tasks", unfinished()),
  "phase-1/round-2/plan/try-1": say("plan_tool_call", plan(task("work", { minutes }))),
  "phase-1/round-2/judge/try-1": say("judge_tasks", complete([2])),
})

describe("the time limit", () => {
  it("ends the run before the next spend, with a summary", async () => {
    await using world = await inOwnTime(rounds(40))
    const result = await (await world.start()).carryOut()
    expect(result).toMatchObject({
      outcome: "incomplete",
      reason: "the time limit was reached (1 h 20 m of 1 h 00 m used)",
      summary_layer: "summarizer",
      limits: { used: { time_ms: 80 * MINUTE } },
    })
    expect(world.model.asked.at(-2)).toBe("phase-1/round-2/plan/try-1")
  })

  it("does not count the time in which somebody here is asked", async () => {
    await using world = await inOwnTime({ ...ASKING, ...rounds(25) }, (clock) => async () => {
      clock.now += 5 * HOUR
      return { kind: "clarification", text: "The red one." }
    })
    const result = await (await world.start()).carryOut()
    expect(result).toMatchObject({ outcome: "done", limits: { used: { time_ms: 50 * MINUTE } } })
  })

  it("counts neither days of waiting nor downtime after a crash", async () => {
    await using world = await inOwnTime({ ...ASKING, ...rounds(25) })
    const waiting = await (await world.start()).carryOut()
    expect(waiting.outcome).toBe("waiting")
    world.clock.now += 72 * HOUR
    await answerRun(world.setup, waiting.run_id, { kind: "clarification", text: "The red one." })
    world.clock.now += 24 * HOUR
    const result = await (await resumeRun(world.setup, waiting.run_id)).carryOut()
    expect(result).toMatchObject({ outcome: "done", limits: { used: { time_ms: 50 * MINUTE } } })
  })
})
