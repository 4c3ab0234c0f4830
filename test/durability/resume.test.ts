import { describe, expect, it } from "vitest"
import { z } from "zod"
import { MemoryStore } from "../../src/journal/memory-store.ts"
import { RunBusyError } from "../../src/journal/store-error.ts"
import { ModelError } from "../../src/model/seam/model-error.ts"
import type { DurableEvent } from "../../src/protocol/log/event.ts"
import { Conversation } from "../../src/run/context/conversation.ts"
import { separatePanel } from "../../src/run/controls/panel.ts"
import type { Strategy } from "../../src/run/strategy.ts"
import { type KeyedModel, keyedModel } from "../../src/testing/keyed-model.ts"
import type { ScriptLine } from "../../src/testing/script-line.ts"
import { defineTool } from "../../src/tools/tool.ts"
import { analysis, complete, phase, phases, plan, ring, say, summary, unfinished } from "../scenarios/lines.ts"
import * as scenarios from "../scenarios/phased-scenarios.ts"
import { REQUEST, type Scenario, setStage } from "../scenarios/play.ts"

type Lines = Record<string, ScriptLine>

const SECOND_SUMMARY: Lines = { "end-2/summarizer/try-1": say("summarizer", summary("Now it is all done.")) }

async function eventsOf(store: MemoryStore, runId: string): Promise<DurableEvent[]> {
  return (await store.load(runId)).flatMap(({ record }) => (record.kind === "event" ? [record.event] : []))
}

/** Ends a scenario, then resumes it with a model that knows only what comes after. */
async function endAndResume(scenario: Scenario, more: Lines, limits = {}) {
  const stage = await setStage(scenario)
  const store = new MemoryStore()
  const first = await (await stage.agent(store, scenario.model())).run(REQUEST)
  const model = keyedModel({ ...more, ...SECOND_SUMMARY })
  const agent = await stage.agent(store, model)
  const resumed = await (await agent.resume(first.run_id, { limits })).result
  const events = await eventsOf(store, first.run_id)
  await stage[Symbol.asyncDispose]()
  return { first, resumed, asked: model.asked, events, rung: stage.rung }
}

describe("a run that has ended is taken up again", () => {
  it("needs a new limit after a budget ended it, then goes on without asking anything twice", async () => {
    await using stage = await setStage(scenarios.iterationLimit)
    const store = new MemoryStore()
    const model = scenarios.iterationLimit.model() as KeyedModel
    const agent = await stage.agent(store, model)
    const first = await agent.run(REQUEST)
    await expect(agent.resume(first.run_id)).rejects.toThrow(
      /ended by max_iterations \(7 of 8\). Give it a higher limit/,
    )
    const second = await (await agent.resume(first.run_id, { limits: { max_iterations: 14 } })).result
    expect(second).toMatchObject({ outcome: "incomplete", limits: { used: { iterations: 13 } } })
    expect(new Set(model.asked).size).toBe(model.asked.length)
  })

  it("gives a phase that was ended by force two more rounds, by the chart to the letter", async () => {
    const { first, resumed, events, rung } = await endAndResume(scenarios.forced, {
      "phase-1/round-4/plan/try-1": say("plan_tool_call", plan(ring("r4"))),
      "phase-1/round-4/judge/try-1": say("judge_tasks", complete([4])),
    })
    expect(first.outcome).toBe("incomplete")
    expect(resumed).toMatchObject({ outcome: "done", phases_completed: 3 })
    expect(resumed.message).toContain("Now it is all done.")
    expect(rung).toEqual(["r1", "r2", "r3", "b", "c", "r4"])
    expect(events.filter((event) => event.type === "run.ended")).toHaveLength(2)
  })

  it("plans a phase anew that the judge had given up", async () => {
    const { first, resumed } = await endAndResume(scenarios.givenUp, {
      "phase-1/round-2/plan/try-1": say("plan_tool_call", plan(ring("other"))),
      "phase-1/round-2/judge/try-1": say("judge_tasks", complete([2])),
    })
    expect([first.outcome, resumed.outcome]).toEqual(["failed", "done"])
  })

  it("goes on where the model died, once it is back", async () => {
    const { first, resumed, asked, rung } = await endAndResume(scenarios.modelDies, {
      "phase-1/round-1/judge/try-1": say("judge_tasks", complete([1])),
    })
    expect([first.outcome, resumed.outcome]).toEqual(["failed", "done"])
    expect(asked).toEqual(["phase-1/round-1/judge/try-1", "end-2/summarizer/try-1"])
    expect(rung).toEqual(["a"])
  })

  it("asks a control anew that failed before", async () => {
    const { first, resumed } = await endAndResume(scenarios.controlFailed, {
      "phase-1/round-1/plan/try-7": say("plan_tool_call", plan(ring("a"))),
      "phase-1/round-1/judge/try-1": say("judge_tasks", complete([1])),
    })
    expect([first.outcome, resumed.outcome]).toEqual(["failed", "done"])
  })

  it("stays literal, whoever takes it up", async () => {
    await using stage = await setStage(scenarios.modelDies)
    const store = new MemoryStore()
    const { run_id } = await (await stage.agent(store, scenarios.modelDies.model())).run(REQUEST)
    await using other = await setStage({ ...scenarios.modelDies, options: {} })
    const model = keyedModel({ "phase-1/round-1/judge/try-1": say("judge_tasks", complete([1])), ...SECOND_SUMMARY })
    const resumed = await (await (await other.agent(store, model)).resume(run_id)).result
    expect(resumed.outcome).toBe("done")
    expect(model.asked).toEqual(["phase-1/round-1/judge/try-1", "end-2/summarizer/try-1"])
    const environments = (await eventsOf(store, run_id)).flatMap((event) =>
      event.type === "run.started" || event.type === "run.resumed" ? event.environment : [],
    )
    expect(environments).toMatchObject([{ literal: true }, { literal: true }])
  })

  it("does not resume what is done", async () => {
    await using stage = await setStage(scenarios.literalDone)
    const agent = await stage.agent(new MemoryStore(), scenarios.literalDone.model())
    const { run_id } = await agent.run(REQUEST)
    await expect(agent.resume(run_id)).rejects.toThrow("is done; there is nothing to resume")
  })
})

describe("a run is ended from outside", () => {
  /** Its first bell cancels the run. */
  async function cancelledRun(lines: Lines, by: "handle" | "store") {
    const store = new MemoryStore()
    const scenario: Scenario = {
      name: "cancelled",
      model: () => keyedModel(lines),
      options: { literal: true },
    }
    const stage = await setStage(scenario)
    const model = scenario.model() as KeyedModel
    const rang = Promise.withResolvers<void>()
    const bell = defineTool({
      name: "ring",
      description: "Ring until told to stop.",
      input: z.object({ name: z.string() }),
      access: "execute",
      repeat: "never",
      execute: (_input, { signal }) => {
        rang.resolve()
        return new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason)))
      },
    })
    const agent = await stage.agent(store, model)
    const here = { ...scenario, options: { ...scenario.options, tools: [bell] } }
    const ringing = await (await setStage(here)).agent(store, model)
    const run = await ringing.start(REQUEST)
    await rang.promise
    if (by === "handle") await run.cancel("interrupted")
    else await agent.cancel(run.id, "not wanted any more")
    return { result: await run.result, model, agent, stage, run }
  }

  const LINES: Lines = {
    "analysis/try-1": say("request_analyser", analysis()),
    "phases/try-1": say("phase_planner", phases([phase(1)])),
    "phase-1/round-1/plan/try-1": say("plan_tool_call", plan(ring("long"))),
    "phase-1/round-1/judge/try-1": say("judge_tasks", complete([1])),
    "end-2/summarizer/try-1": say("summarizer", summary()),
  }

  it("ends at once with a report, without another model call, and can be resumed", async () => {
    const { result, model, agent } = await cancelledRun(LINES, "handle")
    expect(result).toMatchObject({ outcome: "cancelled", reason: "interrupted", summary_layer: "composed" })
    expect(model.asked).toEqual(["analysis/try-1", "phases/try-1", "phase-1/round-1/plan/try-1"])
    const resumed = await (await agent.resume(result.run_id)).result
    expect(resumed.outcome).toBe("done")
    expect(resumed.message).toContain("ring")
  })

  it("hears a cancellation by another process", async () => {
    const { result } = await cancelledRun(LINES, "store")
    expect(result).toMatchObject({ outcome: "cancelled", reason: "not wanted any more" })
  })

  it("ends a waiting run that nobody carries out", async () => {
    await using stage = await setStage(scenarios.clarified)
    const agent = await stage.agent(new MemoryStore(), scenarios.clarified.model())
    const waiting = await agent.run(REQUEST)
    expect(waiting).toMatchObject({ outcome: "waiting", need_clarification: true })
    expect(waiting.message).toContain("1. Which house?")
    expect(await agent.cancel(waiting.run_id)).toMatchObject({ outcome: "cancelled" })
  })
})

describe("only one process carries a run out", () => {
  it("refuses a second one while the first is at work", async () => {
    await using stage = await setStage(scenarios.literalDone)
    const store = new MemoryStore()
    const agent = await stage.agent(store, keyedModel({ "analysis/try-1": say("request_analyser", analysis()) }))
    const run = await agent.start(REQUEST)
    await expect(agent.resume(run.id)).rejects.toThrow(RunBusyError)
    await run.cancel()
    await run.result
  })
})

describe("code that changed under a run", () => {
  const asking = (version: number): Strategy<object> => ({
    name: "asking",
    summary: "Asks one question, then another.",
    settings: z.object({}),
    async run(run) {
      const control = { name: "word", version, description: "A word.", input: z.object({ word: z.string() }) }
      const conversation = new Conversation([])
      for (const name of ["one", "two"]) {
        await run.ask(name, { control, panel: separatePanel([control]), conversation, prompt: "A word, please." })
      }
      return { kind: "done" }
    },
  })

  it("is answered with BLOCKED, not with another question's answer", async () => {
    const down = new ModelError("broken", "gone")
    const scenario: Scenario = {
      name: "changed",
      model: () => keyedModel({ "one/try-1": say("word", { word: "yes" }), "two/try-1": down }),
      options: { strategy: asking(1) },
    }
    await using stage = await setStage(scenario)
    const store = new MemoryStore()
    const first = await (await stage.agent(store, scenario.model())).run(REQUEST)
    expect(first.outcome).toBe("failed")
    await using changed = await setStage({ ...scenario, options: { strategy: asking(2) } })
    const second = await (await (await changed.agent(store, scenario.model())).resume(first.run_id)).result
    expect(second.outcome).toBe("blocked")
    expect(second.reason).toContain('under "one"')
    expect(second.blocked_at).toBe("one")

    const model = keyedModel({
      "one/try-1": say("word", { word: "now" }),
      "two/try-1": say("word", { word: "done" }),
      "end-1/plain": "All words are said.",
    })
    const agent = await changed.agent(store, model)
    const third = await (await agent.fork(first.run_id)).result
    expect(third).toMatchObject({ outcome: "done" })
    expect(third.run_id).not.toBe(first.run_id)
    expect((await agent.result(first.run_id)).outcome).toBe("blocked")
    await expect(agent.fork(third.run_id)).rejects.toThrow("is not blocked")
  })
})

describe("unfinished rounds", () => {
  it("leave nothing behind that a resumed run would trip over", async () => {
    const { resumed } = await endAndResume(
      {
        ...scenarios.iterationLimit,
        model: () =>
          keyedModel({
            "analysis/try-1": say("request_analyser", analysis()),
            "phases/try-1": say("phase_planner", phases([phase(1)])),
            "phase-1/round-1/plan/try-1": say("plan_tool_call", plan(ring("a"))),
            "phase-1/round-1/judge/try-1": say("judge_tasks", unfinished()),
            "end-1/summarizer/try-1": say("summarizer", summary()),
          }),
        options: { literal: true, limits: { max_iterations: 4 } },
      },
      {
        "phase-1/round-2/plan/try-1": say("plan_tool_call", plan(ring("b"))),
        "phase-1/round-2/judge/try-1": say("judge_tasks", complete([2])),
      },
      { max_iterations: 30 },
    )
    expect(resumed.outcome).toBe("done")
  })
})
