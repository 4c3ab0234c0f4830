import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { MemoryStore } from "../../src/journal/memory-store.ts"
import type { ModelRequest } from "../../src/model/seam/model.ts"
import type { DurableEvent } from "../../src/protocol/log/event.ts"
import { exitCode, type RunState } from "../../src/protocol/log/outcome.ts"
import { mayFollow } from "../../src/run/core/run-state.ts"
import { type KeyedModel, keyedModel } from "../../src/testing/keyed-model.ts"
import { calls } from "../../src/testing/script-line.ts"
import { heard, type Lines } from "../guards/front-door.ts"
import { say, summary } from "./lines.ts"
import { type Played, play, REQUEST, type Scenario, setStage } from "./play.ts"
import { requestsOf, toldAt } from "./requests.ts"
import * as scenarios from "./stepwise-scenarios.ts"

type EventOf<Type extends DurableEvent["type"]> = Extract<DurableEvent, { type: Type }>

function eventsOf<Type extends DurableEvent["type"]>({ events }: Played, type: Type): EventOf<Type>[] {
  return events.flatMap(({ event }) => (event.type === type ? [event as EventOf<Type>] : []))
}

function statesOf(played: Played): RunState[] {
  return eventsOf(played, "state.changed").map(({ state }) => state)
}

/** How each step ended, as everyone sees it. */
function endsOf(played: Played): Record<string, string> {
  const ends = eventsOf(played, "stage.ended").filter(({ stage }) => /^plan-\d+\/step-\d+$/.test(stage))
  return Object.fromEntries(ends.map(({ stage, status }) => [stage, status]))
}

const asked = ({ model }: Played) => (model as KeyedModel).asked

describe("a plan that works out", () => {
  it("is worked on step by step, then summed up", async () => {
    await using played = await play(scenarios.inOrder)
    expect(played.result).toMatchObject({ outcome: "done", summary_layer: "summarizer", usage: { calls: 6 } })
    expect(played.result.message).toContain("All parts are done.")
    expect(played.rung).toEqual(["a", "b"])
    expect(endsOf(played)).toEqual({ "plan-1/step-1": "done", "plan-1/step-2": "done" })
  })

  it("counts one iteration for each turn and none for the plan and the summary", async () => {
    await using played = await play(scenarios.inOrder)
    expect(played.result.limits.used.iterations).toBe(4)
  })

  it("is shown as it was planned, with an estimate", async () => {
    await using played = await play(scenarios.inOrder)
    const [planned] = eventsOf(played, "steps.planned")
    expect(planned).toMatchObject({ generation: 1, steps: [{ id: 1 }, { id: 2, dependencies: [1] }] })
    expect(played.result.limits.estimate?.calls).toBeGreaterThanOrEqual(5)
  })

  it("has independent steps side by side, and a step after all that it needs", async () => {
    await using played = await play(scenarios.sideBySide)
    const order = played.events.flatMap(({ event }) =>
      (event.type === "stage.started" || event.type === "stage.ended") && /step-\d$/.test(event.stage)
        ? [`${event.type === "stage.started" ? "+" : "-"}${event.stage.at(-1)}`]
        : [],
    )
    expect(order.slice(0, 2)).toEqual(["+1", "+2"])
    expect(order.slice(4)).toEqual(["+3", "-3", "+4", "-4"])
  })

  it("runs at most parallel_steps at once", async () => {
    const alone: Scenario = { ...scenarios.sideBySide }
    await using played = await play({ ...alone, options: { ...alone.options, limits: { parallel_steps: 1 } } })
    const keys = asked(played).filter((key) => key.endsWith("reply"))
    expect(keys).toEqual([1, 2, 3, 4].flatMap((id) => [1, 2].map((turn) => `plan-1/step-${id}/turn-${turn}/reply`)))
  })

  it("tells a step what the steps came to that it stands on, and no others", async () => {
    const requests = await requestsOf(scenarios.sideBySide)
    const third = toldAt(requests, "plan-1/step-3/turn-1/reply")
    expect(third).toMatch(/^Done in step 1: a rang\nDone in step 2: b rang\n/)
    expect(third).toContain("- p1s1t1t1: ring, ")
    expect(third).toContain("\nNow step 3: do part 3")
    expect(toldAt(requests, "plan-1/step-4/turn-1/reply")).toMatch(/^Now step 4/)
    expect(toldAt(requests, "plan-1/step-2/turn-1/reply")).not.toContain("Done in")
  })
})

describe("what goes over the wire", () => {
  const SCENARIOS = [scenarios.inOrder, scenarios.sideBySide, scenarios.replanned, scenarios.nudged]

  it.each(SCENARIOS)("has one list from the plan to the summary: $name", async (scenario) => {
    const requests = await requestsOf(scenario)
    expect(new Set(requests.map(({ tools }) => JSON.stringify(tools))).size).toBe(1)
    expect(requests[0]?.choice).toEqual({ kind: "named", name: "plan_steps" })
    expect(requests.at(-1)?.choice).toEqual({ kind: "named", name: "summarizer" })
    expect(new Set(requests.slice(1, -1).map(({ choice }) => choice.kind))).toContain("auto")
  })

  it.each(SCENARIOS)("repeats the whole of the request before in the same step: $name", async (scenario) => {
    const requests = await requestsOf(scenario)
    const stepOf = ({ purpose }: ModelRequest) => purpose.key.match(/^plan-\d+\/step-\d+/)?.[0]
    const broken = requests.filter((request, index) => {
      const before = requests.slice(0, index).findLast((earlier) => stepOf(earlier) === stepOf(request))
      const start = stepOf(request) === undefined || !before ? requests[0] : before
      const messages = start?.messages ?? []
      return JSON.stringify(request.messages.slice(0, messages.length)) !== JSON.stringify(messages)
    })
    expect(broken.map(({ purpose }) => purpose.key)).toEqual([])
  })

  it.each(SCENARIOS)("never has two messages of the user's in a row, nor the model's last: $name", async (scenario) => {
    for (const { messages } of await requestsOf(scenario)) {
      const roles = messages.map(({ role }) => role)
      expect(roles.join(" ")).not.toMatch(/user user|assistant assistant|assistant$/)
    }
  })
})

describe("a plan that is no good", () => {
  it("is asked for again with what is wrong, from text too", async () => {
    await using played = await play(scenarios.repaired)
    expect(eventsOf(played, "plan.rejected").map(({ issues }) => issues)).toEqual([
      ["step ids must be unique"],
      ["step dependencies form a circle: 1, 2"],
    ])
    expect(played.result.outcome).toBe("done")
  })

  it("is cut where it is too long: what stays needs nothing of what goes", async () => {
    await using played = await play(scenarios.cut)
    expect(eventsOf(played, "plan.cut")).toEqual([
      { type: "plan.cut", stage: "plan-1", kept: 2, dropped: ["do part 2"] },
    ])
    expect(eventsOf(played, "steps.planned")[0]?.steps.map(({ id }) => id)).toEqual([1, 3])
    expect(played.rung).toEqual(["c", "a"])
    expect(played.result.outcome).toBe("done")
  })

  it("that was cut says so to steps and summary", async () => {
    const requests = await requestsOf(scenarios.cut)
    const note = "The plan was too long and was cut. Left out: do part 2"
    expect(toldAt(requests, "plan-1/step-3/turn-1/reply")).toContain(note)
    expect(toldAt(requests, "end-1/summarizer/try-1")).toContain(note)
  })

  it("and is not to be had sends the run over to rounds, and says so", async () => {
    await using played = await play(scenarios.degraded)
    const [chosen] = eventsOf(played, "strategy.chosen")
    expect(chosen).toMatchObject({ strategy: "rounds" })
    expect(chosen?.reason).toMatch(
      /^no usable plan of steps: This model can't answer in the form that plan_steps needs \(\d tries\)/,
    )
    expect(played.result).toMatchObject({ outcome: "done", summary_layer: "closing" })
    expect(played.rung).toEqual(["a"])
    expect(statesOf(played)).toEqual(["INTAKE", "PLANNING", "EXECUTING", "DONE"])
  })

  it("with tools that the rules of its task forbid is asked for again; a call of one is refused", async () => {
    await using played = await play(scenarios.confined)
    const [rejected] = eventsOf(played, "plan.rejected")
    expect(rejected?.issues[0]).toBe("step 1: write_file is not allowed before the last phase of a research task")
    expect(eventsOf(played, "constraints.set")[0]).toMatchObject({
      task_type: "research",
      reason: "as the first plan has it",
    })
    expect(eventsOf(played, "violation.recorded")).toMatchObject([{ tool: "write_file" }])
    // The first plan says that nothing is to be changed: then nothing is missing.
    expect(played.result).toMatchObject({ outcome: "done", files: [] })
  })
})

describe("constraints that the first plan sets", () => {
  const options = { constraints: scenarios.WRITES_LAST }
  const research = (lines: Lines, more: Record<string, unknown> = {}) =>
    scenarios.scenario(
      "research",
      {
        "plan-1/plan/try-1": say("plan_steps", {
          steps: [scenarios.step(1, [], { tools: ["read_file"] }), scenarios.step(2, [1], { tools: ["write_file"] })],
          task_type: "research",
          ...more,
        }),
        "plan-1/step-1/turn-1/reply": { call: "read_file", input: { path: "a.txt" } },
        "plan-1/step-1/turn-2/reply": scenarios.done("it says alpha"),
        "plan-1/step-2/turn-1/reply": { call: "write_file", input: { path: "report.md", content: "alpha\n" } },
        "plan-1/step-2/turn-2/reply": scenarios.done("the report is written"),
        ...lines,
      },
      { options },
    )
  const files = { "a.txt": "alpha\n" }

  it("let late tools run in a step that nothing follows", async () => {
    await using played = await play({ ...research({}), files })
    expect(played.result.files.map(({ path }) => path)).toEqual(["report.md"])
  })

  it("refuse them in a step that another needs", async () => {
    const early = { "plan-1/step-1/turn-1/reply": { call: "write_file", input: { path: "x", content: "x" } } }
    await using played = await play({ ...research(early), files })
    expect(eventsOf(played, "violation.recorded")[0]?.reason).toContain("not allowed before the last phase")
  })

  it("bind writes to the scope that the request asks for", async () => {
    await using played = await play({ ...research({}, { write_scope: ["docs/**"] }), files })
    expect(played.result.files).toEqual([])
    expect(eventsOf(played, "violation.recorded")[0]?.reason).toContain("outside what this run may change: docs/**")
  })
})

describe("another plan", () => {
  it("keeps what is done and replaces the rest", async () => {
    await using played = await play(scenarios.replanned)
    expect(eventsOf(played, "plan.replaced")).toEqual([
      {
        type: "plan.replaced",
        generation: 2,
        reason: "step 2 asked for another plan: there is no second bell",
        kept: [1],
      },
    ])
    expect(eventsOf(played, "steps.planned")[1]?.steps.map(({ id, description }) => `${id} ${description}`)).toEqual([
      "1 do part 1",
      "2 use the first bell",
    ])
    expect(endsOf(played)).toEqual({
      "plan-1/step-1": "done",
      "plan-1/step-2": "incomplete",
      "plan-2/step-2": "done",
    })
    expect(played.rung).toEqual(["a", "b"])
  })

  it("is told what is done and why the old one can't go on; its steps know what they stand on", async () => {
    const requests = await requestsOf(scenarios.replanned)
    expect(toldAt(requests, "plan-2/plan/try-1")).toBe(
      [
        "Already done: step 1, do part 1: a rang",
        "The plan can't continue: step 2 asked for another plan: there is no second bell",
        "Due: plan_steps for the rest of the work, in a different way, with at most 12 steps.",
        "Steps may depend on 1; give them ids other than these.",
      ].join("\n"),
    )
    expect(toldAt(requests, "plan-2/step-2/turn-1/reply")).toMatch(
      /^Done in step 1: a rang\n[\s\S]*Now step 2: use the/,
    )
  })

  it("must not reuse the number of a step that is done", async () => {
    await using played = await play(scenarios.collides)
    expect(eventsOf(played, "plan.rejected").map(({ issues }) => issues)).toEqual([
      ["step 1 is done already: leave it out, or give a new step an id from 4 on"],
    ])
    expect(played.result.outcome).toBe("done")
  })

  it("may say again what is done", async () => {
    await using played = await play(scenarios.saidAgain)
    expect(eventsOf(played, "plan.rejected")).toEqual([])
    expect(
      eventsOf(played, "steps.planned")
        .at(-1)
        ?.steps.map(({ id }) => id),
    ).toEqual([1, 3])
    expect(played.result).toMatchObject({ outcome: "done", total_tasks: 2 })
  })

  it("follows a step that is blocked for a reason that is no question", async () => {
    await using played = await play(scenarios.blockedThenReplanned)
    expect(eventsOf(played, "plan.replaced")[0]?.reason).toBe("step 1 is blocked: the tower is locked")
    expect(played.result.outcome).toBe("done")
  })

  it("follows checks that fail at the end, with what fails", async () => {
    await using played = await play(scenarios.recovered)
    expect(eventsOf(played, "plan.replaced")[0]).toMatchObject({ kept: [1] })
    expect(eventsOf(played, "plan.replaced")[0]?.reason).toContain("test (grep good state): failed")
    expect(played.result).toMatchObject({ outcome: "done", verified: true })
  })
})

describe("a step", () => {
  it("that has used its calls and does not say how it stands has failed; what was too much is not run", async () => {
    await using played = await play(scenarios.outOfCalls)
    expect(played.rung).toEqual(["a", "b"])
    expect(eventsOf(played, "plan.replaced")[0]?.reason).toBe(
      "step 1 failed: all 2 tool calls were used without a word on how it stands",
    )
  })

  it("that has used its calls may have its last word", async () => {
    await using played = await play(scenarios.lastWord)
    expect(played.result.outcome).toBe("done")
    const requests = await requestsOf(scenarios.lastWord)
    expect(toldAt(requests, "plan-1/step-1/turn-2/reply")).toContain("All 1 tool calls of this step are used up.")
  })

  it("that talks without a signal is told once what is due", async () => {
    const requests = await requestsOf(scenarios.nudged)
    expect(toldAt(requests, "plan-1/step-1/turn-2/reply")).toContain("That did not end the step.")
    await using played = await play(scenarios.nudged)
    const ended = eventsOf(played, "stage.ended").find(({ stage }) => stage === "plan-1/step-1")
    expect(ended).toMatchObject({ status: "done", summary: "The bell rang." })
  })

  it("in which three replies say nothing has failed", async () => {
    await using played = await play(scenarios.silent)
    expect(played.result).toMatchObject({ outcome: "failed", success: false })
    expect(played.result.reason).toBe("step 1 failed: 3 replies in a row said nothing of how it stands")
  })

  it("that goes round in circles is told so, then ended", async () => {
    await using played = await play(scenarios.circles)
    expect(eventsOf(played, "reflection.raised").map(({ level }) => level)).toEqual(["guidance", "replan", "fail"])
    expect(endsOf(played)).toEqual({ "plan-1/step-1": "failed" })
  })

  it("is not done while a check fails", async () => {
    await using played = await play(scenarios.overruled)
    const ends = eventsOf(played, "check.ended").filter(({ moment }) => moment !== "base")
    expect(ends.map(({ status }) => status)).toEqual(["failed", "passed"])
    expect(played.result).toMatchObject({ outcome: "done", verified: true })
    const requests = await requestsOf(scenarios.overruled)
    expect(toldAt(requests, "plan-1/step-1/turn-3/reply")).toContain("The work is not done as long as a check fails.")
  })

  it("may call its signals like tools; one beside a call that failed does not count, and nothing else is due", async () => {
    await using played = await play(scenarios.calledSignals)
    expect(played.result.outcome).toBe("done")
    const summaries = eventsOf(played, "stage.ended").filter(({ stage }) => /step-\d$/.test(stage))
    expect(summaries.map(({ summary: text }) => text)).toEqual([
      "it says alpha",
      "b is broken",
      "done, without a word on the result",
    ])
    expect(eventsOf(played, "violation.recorded")).toEqual([])
    const requests = await requestsOf(scenarios.calledSignals)
    expect(toldAt(requests, "plan-1/step-2/turn-2/reply")).toBe(
      "The step is not done: calls in the same reply did not succeed: ring (failed). Read the results first.",
    )
    expect(toldAt(requests, "plan-1/step-2/turn-3/reply")).toContain('{"control":"replan"')
  })

  it("with a question waits for the answer and goes on with it, while the others work", async () => {
    await using stage = await setStage(scenarios.asked)
    const store = new MemoryStore()
    const model = heard(scenarios.asked.model())
    const waiting = await (await stage.agent(store, model)).run(REQUEST)
    expect(waiting).toMatchObject({ outcome: "waiting" })
    expect(waiting.questions).toEqual([
      { kind: "clarification", id: "plan-1/step-1/question-1", questions: ["Which bell is meant?"] },
    ])
    expect(stage.rung).toEqual(["b"])
    await using played = await play(scenarios.asked)
    expect(played.result.outcome).toBe("done")
    expect(played.rung).toEqual(["b", "big"])
  })

  it("that needs approval waits for it, the others go on", async () => {
    await using played = await play(scenarios.approved)
    expect(played.result.outcome).toBe("done")
    expect(asked(played).filter((key) => key.includes("step-1")).length).toBe(2)
  })
})

describe("an end without all done", () => {
  it("is failed where a step failed for good and nothing waits", async () => {
    await using played = await play(scenarios.failedForGood)
    expect(played.result).toMatchObject({ outcome: "failed", reason: "step 3 asked for another plan: c is broken" })
    expect(eventsOf(played, "deadlock.found")).toEqual([])
    expect(asked(played)).not.toContain("plan-3/plan/try-1")
  })

  it("is blocked where steps wait for one that will not be done: who waits for what, and the smallest change", async () => {
    await using played = await play(scenarios.deadlocked)
    expect(played.result.outcome).toBe("blocked")
    expect(exitCode("blocked")).toBe(5)
    expect(eventsOf(played, "deadlock.found")).toEqual([
      {
        type: "deadlock.found",
        waiting: [
          { step: 2, waits_for: [1], why: "step 1 asked for another plan: a is broken" },
          { step: 4, waits_for: [2], why: "step 2 waits too" },
        ],
        change: "finish step 1, which frees step 2, 4",
      },
    ])
    expect(played.result.reason).toBe(
      "step 2 waits for step 1 (step 1 asked for another plan: a is broken); step 4 waits for step 2 (step 2 waits too). " +
        "The smallest change that would free it: finish step 1, which frees step 2, 4",
    )
    expect(played.rung).toEqual(["a", "c", "e"])
    expect(endsOf(played)).toMatchObject({ "plan-1/step-5": "done", "plan-1/step-4": "blocked" })
  })

  it("is told in the user's language", async () => {
    const { deadlocked } = scenarios
    await using played = await play({ ...deadlocked, options: { ...deadlocked.options, language: "zh" } })
    expect(played.result.reason).toBe(
      "步骤 2 等待步骤 1 (步骤 1 要求重新规划：a is broken); 步骤 4 等待步骤 2 (步骤 2 也在等待)。解除所需的最小改动：完成步骤 1，即可继续步骤 2、4",
    )
  })

  it("is blocked where a step says so itself", async () => {
    await using played = await play(scenarios.blockedAlone)
    expect(played.result.outcome).toBe("blocked")
    expect(eventsOf(played, "deadlock.found")).toMatchObject([
      {
        waiting: [{ step: 2, waits_for: [], why: "the key of the tower is missing" }],
        change: "clear what blocks step 2",
      },
    ])
  })

  it("is failed where checks fail and no plan is left", async () => {
    await using played = await play(scenarios.neverGood)
    expect(played.result).toMatchObject({ outcome: "failed", reason: "checks still fail: test", verified: false })
  })

  it("is incomplete where a limit ended it", async () => {
    await using played = await play(scenarios.outOfIterations)
    expect(played.result).toMatchObject({ outcome: "incomplete", summary_layer: "summarizer" })
    expect(played.result.limits.used.iterations).toBe(3)
  })

  it("is failed where the model is gone, with a report of the steps", async () => {
    await using played = await play(scenarios.dies)
    expect(played.result).toMatchObject({ outcome: "failed", summary_layer: "composed" })
    expect(played.result.message).toContain("do part 1 (not finished)")
  })
})

describe("states", () => {
  it.each(scenarios.STEPWISE_SCENARIOS)("follow each other as the table allows: $name", async (scenario) => {
    await using played = await play(scenario)
    const states = statesOf(played)
    const illegal = states.slice(1).filter((state, index) => !mayFollow(states[index] as RunState, state))
    expect(illegal).toEqual([])
    expect(states.length).toBeGreaterThan(2)
  })

  it.each<[Scenario, string]>([
    [scenarios.inOrder, "INTAKE PLANNING EXECUTING DONE"],
    [scenarios.replanned, "INTAKE PLANNING EXECUTING RECOVERING EXECUTING DONE"],
    [scenarios.recovered, "INTAKE PLANNING EXECUTING VERIFYING RECOVERING EXECUTING VERIFYING DONE"],
    [scenarios.overruled, "INTAKE PLANNING EXECUTING RECOVERING EXECUTING VERIFYING DONE"],
    [scenarios.neverGood, "INTAKE PLANNING EXECUTING VERIFYING FAILED"],
    [scenarios.deadlocked, "INTAKE PLANNING EXECUTING BLOCKED"],
    [scenarios.outOfIterations, "INTAKE PLANNING EXECUTING INCOMPLETE"],
  ])("are those of the chart: $0.name", async (scenario, states) => {
    await using played = await play(scenario)
    expect(statesOf(played).join(" ")).toBe(states)
  })
})

describe("taken up again", () => {
  it("after a limit, a run goes on in the middle of its step", async () => {
    await using played = await play(scenarios.outOfIterations)
    const before = asked(played).length
    const resumed = await played.agent.resume(played.result.run_id, { limits: { max_iterations: 10 } })
    expect(await resumed.result).toMatchObject({ outcome: "done" })
    expect(asked(played).slice(before)).toEqual(["plan-1/step-2/turn-2/reply", "closing-0/summarizer/try-1"])
    expect(played.rung).toEqual(["a", "b"])
  })

  it("after a limit, a call that was too much then is not run now", async () => {
    const lines = {
      "plan-1/plan/try-1": scenarios.steps(scenarios.step(1)),
      "plan-1/step-1/turn-1/reply": calls([
        { call: "ring", input: { name: "a" } },
        { call: "ring", input: { name: "b" } },
      ]),
      "plan-1/step-1/turn-2/reply": scenarios.done("a rang"),
      "end-2/summarizer/try-1": say("summarizer", summary("Done.")),
    }
    const limits = { max_iterations: 1, max_step_tool_calls: 1 }
    await using played = await play(scenarios.literal("cut short", lines, { options: { limits } }))
    expect(played.result.outcome).toBe("incomplete")
    const more = { max_iterations: 9, max_step_tool_calls: 9 }
    const resumed = await played.agent.resume(played.result.run_id, { limits: more })
    expect(await resumed.result).toMatchObject({ outcome: "done" })
    expect(played.rung).toEqual(["a"])
  })

  it("after a deadlock, a run gets one more plan, whatever its limits say of steps that ended", async () => {
    const lines = {
      "plan-1/plan/try-1": scenarios.steps(scenarios.step(1), scenarios.step(2, [1]), scenarios.step(3)),
      "plan-1/step-1/turn-1/reply": scenarios.bell("a"),
      "plan-1/step-1/turn-2/reply": "Hm.",
      ...scenarios.ringing("plan-1/step-3", "c"),
      "plan-2/plan/try-1": scenarios.steps(scenarios.step(1, [3]), scenarios.step(2, [1])),
      ...scenarios.ringing("plan-2/step-1", "a2"),
      ...scenarios.ringing("plan-2/step-2", "b"),
      "end-1/summarizer/try-1": say("summarizer", summary("Stuck.")),
      "end-2/summarizer/try-1": say("summarizer", summary("Free.")),
    }
    await using played = await play({
      ...scenarios.deadlocked,
      model: () => keyedModel(lines),
      options: { ...scenarios.deadlocked.options, limits: { max_replans: 0, max_step_tool_calls: 1 } },
    })
    expect(played.result.outcome).toBe("blocked")
    const resumed = await played.agent.resume(played.result.run_id, { limits: { max_step_tool_calls: 5 } })
    expect(await resumed.result).toMatchObject({ outcome: "done" })
    expect(played.rung).toEqual(["a", "c", "a2", "b"])
  })

  it("after checks failed, a run finds what the user mended", async () => {
    const model = () =>
      keyedModel({
        "plan-1/plan/try-1": scenarios.steps(scenarios.step(1, [], { tools: ["write_file"] })),
        "plan-1/step-1/turn-1/reply": { call: "write_file", input: { path: "state", content: "bad\n" } },
        "plan-1/step-1/turn-2/reply": scenarios.done("written"),
        "end-1/summarizer/try-1": say("summarizer", summary("Not good.")),
        "end-2/summarizer/try-1": say("summarizer", summary("Good.")),
      })
    await using played = await play({ ...scenarios.neverGood, model })
    await writeFile(join(played.folder, "state"), "good\n")
    const resumed = await played.agent.resume(played.result.run_id)
    expect(await resumed.result).toMatchObject({ outcome: "done" })
  })
})
