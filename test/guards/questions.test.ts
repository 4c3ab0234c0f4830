import { describe, expect, it } from "vitest"
import { z } from "zod"
import { MemoryStore } from "../../src/journal/memory-store.ts"
import type { OpenQuestion } from "../../src/protocol/log/run.ts"
import type { Responder } from "../../src/run/core/run-parts.ts"
import type { KeyedModel } from "../../src/testing/keyed-model.ts"
import { defineTool } from "../../src/tools/tool.ts"
import { analysis, complete, phase, phases, plan, ring, say, task } from "../scenarios/lines.ts"
import * as scenarios from "../scenarios/phased-scenarios.ts"
import { REQUEST, type Scenario, setStage } from "../scenarios/play.ts"
import { eventsOf, literal } from "./front-door.ts"

const CLARIFIED = {
  "analysis/try-1": say(
    "request_analyser",
    analysis({ clarification_needed: true, clarification_questions: ["Which house?"] }),
  ),
  "analysis-2/try-1": say("request_analyser", analysis()),
  "phase-1/round-1/plan/try-1": say("plan_tool_call", plan(ring("a"))),
  "phase-1/round-1/judge/try-1": say("judge_tasks", complete([1])),
}
const QUESTION = "analysis/clarification-1"
const elsewhere = { kind: "clarification", text: "the one from elsewhere" } as const

/** A person who is asked, and never answers by herself. */
function asked(then: (question: OpenQuestion, signal: AbortSignal) => ReturnType<Responder>) {
  const open = Promise.withResolvers<void>()
  const questions: string[] = []
  const responder: Responder = (question, signal) => {
    questions.push(question.id)
    open.resolve()
    return then(question, signal)
  }
  return { responder, questions, open: open.promise }
}

async function answeredElsewhere(person: ReturnType<typeof asked>, after: () => void = () => {}) {
  const scenario = literal(CLARIFIED, { responder: person.responder })
  await using stage = await setStage(scenario)
  const store = new MemoryStore()
  const agent = await stage.agent(store, scenario.model())
  const run = await agent.start(REQUEST)
  await person.open
  await agent.answer(run.id, elsewhere)
  after()
  const result = await run.result
  return { result, answers: await eventsOf(store, "clarification.answered") }
}

const THE_ANSWER = [{ type: "clarification.answered", question: QUESTION, answer: elsewhere.text }]

describe("a question answered by another process while somebody is asked here", () => {
  it("takes the answer, though the one here never replies", async () => {
    const { result, answers } = await answeredElsewhere(asked(() => new Promise(() => {})))
    expect(result.outcome).toBe("done")
    expect(answers).toEqual(THE_ANSWER)
  })

  it("takes the answer when the one here gives up with an error", async () => {
    const person = asked(
      (_question, signal) => new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason))),
    )
    const { result, answers } = await answeredElsewhere(person)
    expect(result.outcome).toBe("done")
    expect(answers).toEqual(THE_ANSWER)
  })

  it("keeps the first answer when both reply in the same moment", async () => {
    const here = Promise.withResolvers<{ kind: "clarification"; text: string }>()
    const { result, answers } = await answeredElsewhere(
      asked(() => here.promise),
      () => here.resolve({ kind: "clarification", text: "the one from here" }),
    )
    expect(result.outcome).toBe("done")
    expect(answers).toEqual(THE_ANSWER)
  })
})

describe("whoever is asked here", () => {
  const reasonOf = async (then: Parameters<typeof asked>[0], after?: () => void) => {
    const signals: AbortSignal[] = []
    const person = asked((question, signal) => {
      signals.push(signal)
      return then(question, signal)
    })
    await answeredElsewhere(person, after)
    return signals.at(-1)?.reason
  }
  const told = {
    name: "AnsweredElsewhere",
    message: "Answered elsewhere meanwhile: “the one from elsewhere”.",
    standing: { text: elsewhere.text },
  }

  it("is told what was answered elsewhere, while asked", async () => {
    expect(await reasonOf(() => new Promise(() => {}))).toMatchObject(told)
  })

  it("is told so after having answered a moment too late", async () => {
    const here = Promise.withResolvers<{ kind: "clarification"; text: string }>()
    const late = () => here.resolve({ kind: "clarification", text: "the one from here" })
    expect(await reasonOf(() => here.promise, late)).toMatchObject(told)
  })

  it("is told nothing of the own answer", async () => {
    const signals: AbortSignal[] = []
    const responder: Responder = async (_question, signal) => {
      signals.push(signal)
      return { kind: "clarification", text: "mine" }
    }
    const scenario = literal(CLARIFIED, { responder })
    await using stage = await setStage(scenario)
    const run = await (await stage.agent(new MemoryStore(), scenario.model())).start(REQUEST)
    expect((await run.result).outcome).toBe("done")
    expect(signals.map(({ aborted }) => aborted)).toEqual([false])
  })
})

describe("a person who is asked for approvals", () => {
  it("is not asked again about a tool that is always allowed", async () => {
    const person = asked(async () => ({ kind: "approval", decision: "allow_always" }))
    const scenario = literal(
      {
        "phase-1/round-1/plan/try-1": say("plan_tool_call", plan(ring("a"), ring("b"), ring("c"))),
        "phase-1/round-1/judge/try-1": say("judge_tasks", complete([1, 2, 3])),
      },
      { approve: "ask", responder: person.responder },
    )
    await using stage = await setStage(scenario)
    const result = await (await stage.agent(new MemoryStore(), scenario.model())).run(REQUEST)
    expect(result).toMatchObject({ outcome: "done", questions: [] })
    expect(person.questions).toEqual(["phase-1/round-1/task-1/approval"])
    expect([...stage.rung].sort()).toEqual(["a", "b", "c"])
  })

  it("is not asked once the run is cancelled, and does not hold it up", async () => {
    const person = asked(() => new Promise(() => {}))
    const scenario = literal(CLARIFIED, { responder: person.responder })
    await using stage = await setStage(scenario)
    const run = await (await stage.agent(new MemoryStore(), scenario.model())).start(REQUEST)
    await person.open
    await run.cancel("enough")
    expect(await run.result).toMatchObject({ outcome: "cancelled", reason: "enough" })
  })
})

/** Phase 1 needs an approval; phase 2 reads, and is held up until `go`. */
function sideBySide(go: Promise<string>, started: () => void): Scenario {
  const slow = defineTool({
    name: "look",
    description: "Look.",
    input: z.object({}),
    access: "read",
    repeat: "safe",
    execute: () => {
      started()
      return go
    },
  })
  const rang: string[] = []
  const bell = defineTool({
    name: "ring",
    description: "Ring.",
    input: z.object({ name: z.string() }),
    access: "execute",
    repeat: "never",
    execute: async ({ name }) => `${rang.push(name)}`,
  })
  return literal(
    {
      "phases/try-1": say("phase_planner", phases([phase(1), phase(2)], "parallel")),
      "phase-1/round-1/plan/try-1": say("plan_tool_call", plan(ring("a"))),
      "phase-1/round-1/judge/try-1": say("judge_tasks", complete([1])),
      "phase-2/round-1/plan/try-1": say("plan_tool_call", plan(task("look", {}))),
      "phase-2/round-1/judge/try-1": say("judge_tasks", complete([1])),
    },
    { approve: "ask", tools: [bell, slow] },
  )
}

describe("an approval that waits in one of two parallel phases", () => {
  it("lets the other phase go on to its end, then the run waits", async () => {
    const scenario = sideBySide(Promise.resolve("seen"), () => {})
    await using stage = await setStage(scenario)
    const model = scenario.model() as KeyedModel
    const agent = await stage.agent(new MemoryStore(), model)
    const waiting = await agent.run(REQUEST)
    expect(waiting).toMatchObject({ outcome: "waiting", phases_completed: 1 })
    expect(waiting.questions.map(({ id }) => id)).toEqual(["phase-1/round-1/task-1/approval"])
    expect(model.asked).toContain("phase-2/round-1/judge/try-1")
    await agent.answer(waiting.run_id, { kind: "approval", decision: "allow" })
    expect(await agent.result(waiting.run_id)).toMatchObject({ message: "The run has not ended." })
    expect((await (await agent.resume(waiting.run_id)).result).outcome).toBe("done")
    expect(new Set(model.asked).size).toBe(model.asked.length)
  })

  it("does not wait for an answer that came while the other phase was at work", async () => {
    const go = Promise.withResolvers<string>()
    const started = Promise.withResolvers<void>()
    const scenario = sideBySide(go.promise, started.resolve)
    await using stage = await setStage(scenario)
    const model = scenario.model() as KeyedModel
    const agent = await stage.agent(new MemoryStore(), model)
    const run = await agent.start(REQUEST)
    await started.promise
    for await (const { event } of run.events()) if (event.type === "approval.asked") break
    await agent.answer(run.id, { kind: "approval", decision: "allow" })
    go.resolve("seen")
    expect(await run.result).toMatchObject({ outcome: "done", phases_completed: 2 })
    expect(new Set(model.asked).size).toBe(model.asked.length)
  })
})

describe("a result before the end", () => {
  it("always says something", async () => {
    await using stage = await setStage(scenarios.clarified)
    const agent = await stage.agent(new MemoryStore(), scenarios.clarified.model())
    const { run_id } = await agent.run(REQUEST)
    await agent.answer(run_id, elsewhere)
    expect(await agent.result(run_id)).toMatchObject({
      outcome: "waiting",
      message: "The run has not ended.",
    })
  })
})

describe("answers that settle more than one call", () => {
  const BELLS = literal(
    {
      "phase-1/round-1/plan/try-1": say("plan_tool_call", plan(ring("a"), ring("b"))),
      "phase-1/round-1/judge/try-1": say("judge_tasks", complete([1, 2])),
    },
    { approve: "ask" },
  )

  it("leave a call alone that was denied before", async () => {
    const write = (path: string) => task("write_file", { path, content: path })
    const scenario = literal(
      {
        "phase-1/round-1/plan/try-1": say("plan_tool_call", plan(write("a"), write("b"))),
        "phase-1/round-1/judge/try-1": say("judge_tasks", complete([2])),
      },
      { approve: "ask" },
    )
    await using stage = await setStage(scenario)
    const agent = await stage.agent(new MemoryStore(), scenario.model())
    const { run_id, questions } = await agent.run(REQUEST)
    expect(questions).toHaveLength(2)
    // Side by side they ask in any order.
    const [first, second] = [1, 2].map((task) => `phase-1/round-1/task-${task}/approval`)
    await agent.answer(run_id, { kind: "approval", decision: "deny" }, first)
    await agent.answer(run_id, { kind: "approval", decision: "allow_always" }, second)
    const { files } = await (await agent.resume(run_id)).result
    expect(files.map(({ path }) => path)).toEqual(["b"])
  })

  it("are remembered once, for this run and for later ones", async () => {
    const remembered: unknown[] = []
    const scenario = {
      ...BELLS,
      options: { ...BELLS.options, remember: (rule: unknown) => void remembered.push(rule) },
    }
    await using stage = await setStage(scenario)
    const agent = await stage.agent(new MemoryStore(), scenario.model())
    const { run_id, questions } = await agent.run(REQUEST)
    await agent.answer(run_id, { kind: "approval", decision: "remember" }, questions[0]?.id)
    expect(await (await agent.resume(run_id)).result).toMatchObject({ outcome: "done" })
    expect([...stage.rung].sort()).toEqual(["a", "b"])
    expect(remembered).toEqual([{ tool: "ring", decision: "allow" }])
  })
})
