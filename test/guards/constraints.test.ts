import { describe, expect, it } from "vitest"
import { react } from "../../src/strategies/react/react.ts"
import { keyedModel } from "../../src/testing/keyed-model.ts"
import { calls } from "../../src/testing/script-line.ts"
import { codingTools } from "../../src/tools/code/index.ts"
import { advance, analysis, complete, phase, phases, plan, say, summary, task } from "../scenarios/lines.ts"
import { play, type Scenario } from "../scenarios/play.ts"
import { fakeTools, RESEARCH_TOOLS } from "./fake-tools.ts"
import { eventsOf, type HeardModel, heard, type Lines, literal } from "./front-door.ts"

const use = (tool: string, depends_on: number[] = []) => task(tool, { about: "tides" }, { depends_on })
const planned = (...tasks: Record<string, unknown>[]) => say("plan_tool_call", plan(...tasks))
const RESEARCH = { "analysis/try-1": say("request_analyser", analysis({ task_type: "research" })) }
const TWO_PHASES = { "phases/try-1": say("phase_planner", phases([phase(1), phase(2)])) }
const DONE = say("judge_tasks", complete([1]))

function research(lines: Lines, options: Scenario["options"] = {}) {
  const { tools, ran } = fakeTools(...RESEARCH_TOOLS)
  const scenario = literal({ ...RESEARCH, ...lines }, { tools, ...options })
  const model = heard(scenario.model())
  return { ran, model, scenario: { ...scenario, model: () => model } }
}

const ask = (tool: string, input: object = { about: "tides" }) =>
  task("request_exception", { tool, reason: "the user wants it", arguments: input })

describe("a research task", () => {
  it("can't reach pdf or pptx before its writing step, and is told what it may do", async () => {
    const { ran, model, scenario } = research({
      ...TWO_PHASES,
      "phase-1/round-1/plan/try-1": planned(use("pdf"), use("pptx")),
      "phase-1/round-1/plan/try-2": planned(use("web_search"), use("fetch_web_content")),
      "phase-1/round-1/judge/try-1": DONE,
      "phase-2/round-1/plan/try-1": planned(use("memory"), use("pdf", [1])),
      "phase-2/round-1/judge/try-1": DONE,
    })
    await using played = await play(scenario)
    expect(played.result).toMatchObject({ outcome: "done", figures: { deviation: 0 } })
    expect(ran).toEqual(["web_search", "fetch_web_content", "memory", "pdf"])
    const [rejected] = await eventsOf(played.store, "plan.rejected")
    expect(rejected?.issues).toEqual([
      "pdf is not allowed before the last phase of a research task",
      "pptx is not allowed before the last phase of a research task",
      expect.stringMatching(
        /^Allowed: web_search, fetch_web_content, memory, read_artifact, ask_user\..*request_exception/,
      ),
    ])
    const [first, ...others] = model.requests.slice(1).map((request) => JSON.stringify(request.tools))
    expect(new Set(others)).toEqual(new Set([first]))
    expect(await eventsOf(played.store, "constraints.set")).toMatchObject([
      { task_type: "research", forbidden: [], late: ["pdf", "pptx"], write_scope: [] },
    ])
  })

  it("has a plan that comes with the analysis checked against the task type that it names", async () => {
    const { tools, ran } = fakeTools(...RESEARCH_TOOLS)
    const model = keyedModel({
      "analysis/try-1": say("request_analyser", {
        ...analysis({ complexity: "simple", task_type: "research" }),
        phase_planner: phases([phase(1)]),
        plan_tool_call: plan(use("pdf")),
      }),
      "phase-1/round-1/plan/try-1": advance({ plan_tool_call: plan(use("web_search"), use("pdf", [1])) }),
      "phase-1/round-1/judge/try-1": advance({ judge_tasks: complete([1]), summarizer: summary() }),
    })
    await using played = await play({ name: "opening", model: () => model, options: { tools } })
    expect(played.result.outcome).toBe("done")
    expect(ran).toEqual(["web_search", "pdf"])
  })

  it("has a plan that a judge brings along checked as well", async () => {
    const { tools, ran } = fakeTools(...RESEARCH_TOOLS)
    const early = { judge_tasks: complete([1]), plan_tool_call: plan(use("pdf")) }
    const model = keyedModel({
      "analysis/try-1": say("request_analyser", analysis({ task_type: "research" })),
      "phases/try-1": advance({
        phase_planner: phases([phase(1), phase(2), phase(3)]),
        plan_tool_call: plan(use("pdf")),
      }),
      "phase-1/round-1/plan/try-1": advance({ plan_tool_call: plan(use("web_search")) }),
      "phase-1/round-1/judge/try-1": advance(early),
      "phase-2/round-1/plan/try-1": advance({ plan_tool_call: plan(use("memory")) }),
      "phase-2/round-1/judge/try-1": advance(early),
      "phase-3/round-1/judge/try-1": advance({ judge_tasks: complete([1]), summarizer: summary() }),
    })
    await using played = await play({ name: "fused", model: () => model, options: { tools } })
    expect(played.result.outcome).toBe("done")
    expect(ran).toEqual(["web_search", "memory", "pdf"])
  })

  it("must name a tool for every task: the schema has no task without one", async () => {
    const { model, scenario } = research({
      "phase-1/round-1/plan/try-1": planned({ arguments: { about: "x" } }),
      "phase-1/round-1/plan/try-2": planned(use("web_search")),
      "phase-1/round-1/judge/try-1": DONE,
    })
    await using played = await play(scenario)
    expect(played.result.outcome).toBe("done")
    const spec = model.requests[1]?.tools.find(({ name }) => name === "plan_tool_call")
    const item = JSON.parse(JSON.stringify(spec?.schema)).properties.tasks.items
    expect(item.required).toContain("tool")
    expect(
      item.anyOf.map((variant: { properties: { tool: { const: string } } }) => variant.properties.tool.const),
    ).toEqual([...RESEARCH_TOOLS, "read_artifact", "ask_user", "request_exception"])
  })
})

describe("reading, running and testing", () => {
  it.each(["research", "creation", "data_processing", "coding", "general"])("are open to a %s task", async (kind) => {
    const test = 'require("node:test").test("adds", () => {})\n'
    const tasks = [
      task("read_file", { path: "a.test.js" }),
      task("run_in_terminal", { command: "node --test a.test.js" }),
      task("read_dataset", { about: "sales" }),
      task("run_code", { about: "sums" }),
    ]
    const { tools } = fakeTools("read_dataset", "query_data", "run_code")
    const one = literal(
      {
        "analysis/try-1": say("request_analyser", analysis({ task_type: kind })),
        "phase-1/round-1/plan/try-1": planned(...tasks),
        "phase-1/round-1/judge/try-1": say("judge_tasks", complete([1, 2, 3, 4])),
      },
      { tools: [...codingTools, ...tools] },
    )
    await using played = await play({ ...one, files: { "a.test.js": test } })
    expect((await eventsOf(played.store, "task.ended")).map(({ status }) => status)).toEqual(tasks.map(() => "done"))
    const rejected = (await eventsOf(played.store, "plan.rejected")).flatMap(({ issues }) => issues)
    expect(rejected.filter((issue) => /not allowed|may only/.test(issue))).toEqual([])
    expect(await eventsOf(played.store, "violation.recorded")).toEqual([])
  })

  it("are open to a loop of turns whose request speaks of research", async () => {
    const model = keyedModel({
      "turn-1/reply": calls([{ call: "run_in_terminal", input: { command: "awk '{ print $1 }' a.txt > b.txt" } }]),
      "turn-2/reply": calls([{ call: "write_file", input: { path: "notes.md", content: "# Notes\n" } }]),
      "turn-3/reply": say("task_done", { summary: "Looked." }),
    })
    const options = { strategy: react }
    await using played = await play({
      ...{ name: "looks", request: "Investigate how the app starts.", model: () => model },
      ...{ files: { "a.txt": "one two\n" }, options },
    })
    expect((await eventsOf(played.store, "task.ended")).map(({ status }) => status)).toEqual(["done", "done"])
  })
})

describe("a tool that is forbidden for good", () => {
  const lines: Lines = {
    "analysis/try-1": say("request_analyser", analysis({ task_type: "data_processing" })),
    "phase-1/round-1/plan/try-1": planned(use("web_search")),
    "phase-1/round-1/plan/try-2": planned(use("memory")),
    "phase-1/round-1/judge/try-1": DONE,
  }

  it("is not offered, and planning it is answered with the way out", async () => {
    const { ran, model, scenario } = research(lines)
    await using played = await play(scenario)
    expect(ran).toEqual(["memory"])
    expect(JSON.stringify(model.requests[1]?.tools)).not.toContain('"web_search"')
    const [rejected] = await eventsOf(played.store, "plan.rejected")
    expect(rejected?.issues[0]).toMatch(
      /web_search is not allowed in a data_processing task\. Allowed: fetch.*request_exc/,
    )
  })

  it("is offered where the rules are switched off, or where nothing is forbidden", async () => {
    const off = research({ ...lines, "phase-1/round-1/judge/try-1": DONE }, { constraints: { enforce: false } })
    await using played = await play(off.scenario)
    expect(played.result.outcome).toBe("done")
    expect(off.ran).toEqual(["web_search"])
    expect(JSON.stringify(off.model.requests[1]?.tools)).not.toContain("request_exception")
  })
})

describe("an exception", () => {
  const lines = {
    ...TWO_PHASES,
    "phase-1/round-1/plan/try-1": planned(ask("pdf")),
    "phase-1/round-1/judge/try-1": DONE,
    "phase-2/round-1/plan/try-1": planned(use("memory")),
    "phase-2/round-1/judge/try-1": DONE,
  }
  const decisions = async (played: Awaited<ReturnType<typeof play>>) => ({
    asked: (await eventsOf(played.store, "exception.asked")).length,
    decided: (await eventsOf(played.store, "exception.decided")).map(({ decision, by }) => `${decision} by ${by}`),
  })

  it("is granted once by policy", async () => {
    const { ran, scenario } = research(lines, { exceptions: "grant" })
    await using played = await play(scenario)
    expect(ran).toEqual(["pdf", "memory"])
    expect(await decisions(played)).toEqual({ asked: 1, decided: ["granted by policy"] })
    expect(played.result.figures.deviation).toBe(0)
  })

  it("is denied by policy, and the run goes on without it", async () => {
    const { ran, scenario } = research(
      { ...lines, "phase-1/round-1/judge/try-1": say("judge_tasks", complete([1], { next_action: "end_phase" })) },
      { exceptions: "deny" },
    )
    await using played = await play(scenario)
    expect(ran).not.toContain("pdf")
    expect(await decisions(played)).toEqual({ asked: 1, decided: ["denied by policy"] })
    expect(await eventsOf(played.store, "violation.recorded")).toEqual([])
  })

  it.each(["allow", "deny"] as const)("waits for the user, who may %s it", async (decision) => {
    const { ran, scenario } = research(lines)
    const answers = { "phase-1/round-1/task-1/exception": { kind: "approval", decision } as const }
    await using played = await play({ ...scenario, answers })
    const [question] = await eventsOf(played.store, "approval.asked")
    expect(question).toMatchObject({ tool: "request_exception", summary: "pdf: the user wants it" })
    expect(ran.includes("pdf")).toBe(decision === "allow")
    expect(await decisions(played)).toEqual({
      asked: 1,
      decided: [decision === "allow" ? "granted by user" : "denied by user"],
    })
  })

  it.each([
    ["full", "granted by policy", true],
    ["edits", "denied by policy", false],
  ] as const)("under --approve %s, with nobody to be asked, is %s at once", async (approve, decided, isRun) => {
    const { ran, scenario } = research(lines, { approve, literal: false })
    await using played = await play(scenario)
    expect(await eventsOf(played.store, "approval.asked")).toEqual([])
    expect(ran.includes("pdf")).toBe(isRun)
    expect(await decisions(played)).toEqual({ asked: 1, decided: [decided] })
  })

  it("is not asked for with arguments that don't fit: the tool's own are shown", async () => {
    const { ran, scenario } = research(
      { ...lines, "phase-1/round-1/plan/try-1": planned(ask("pdf", {}), ask("dance")) },
      { exceptions: "grant" },
    )
    await using played = await play(scenario)
    expect(ran).not.toContain("pdf")
    const ended = await eventsOf(played.store, "task.ended")
    expect(ended[0]?.digest).toMatch(/^Not asked, the arguments don't fit pdf: about: .*"required":\["about"\]/)
    expect(ended[1]?.digest).toBe('There is no tool "dance" in this run.')
    expect(await decisions(played)).toEqual({ asked: 0, decided: [] })
  })
})

describe("react", () => {
  const turn = (tool: string) => calls([{ call: tool, input: { about: "tides" } }])
  const scenario = (lines: Lines, tools: Scenario["options"]): Scenario & { heard: HeardModel } => {
    const model = heard(keyedModel(lines))
    return {
      name: "react",
      request: "调研潮汐的趋势",
      model: () => model,
      heard: model,
      options: { strategy: react, ...tools },
    }
  }

  it("recognises the kind of task by its words; a violation does not run, is recorded and counted", async () => {
    const { tools, ran } = fakeTools(...RESEARCH_TOOLS, "run_code")
    const script = scenario(
      {
        "turn-1/reply": turn("pdf"),
        "turn-2/reply": turn("run_code"),
        "turn-3/reply": turn("web_search"),
        "turn-4/reply": turn("pdf"),
        "turn-5/reply": "Everything about tides.",
      },
      { tools, constraints: { research: { allow: [], forbid: ["run_code"], late: [] } } },
    )
    await using played = await play(script)
    expect(ran).toEqual(["web_search", "pdf"])
    const violations = await eventsOf(played.store, "violation.recorded")
    expect(violations.map(({ tool, allowed }) => [tool, allowed.includes("run_code")])).toEqual([
      ["pdf", false],
      ["run_code", false],
    ])
    expect(violations[0]?.reason).toMatch(/before any task has succeeded\. Allowed: .*request_exception/)
    expect(played.result.figures.deviation).toBe(0.5)
    const names = script.heard.requests[0]?.tools.map(({ name }) => name)
    expect(names).toEqual([...RESEARCH_TOOLS, "read_artifact", "ask_user", "request_exception", "task_done"])
    expect(script.heard.requests[0]?.messages.at(-1)?.text).toContain("This is a research task")
  })
})

describe("request_exception", () => {
  const names = ({ requests }: HeardModel) => JSON.stringify(requests[0]?.tools).includes("request_exception")

  it.each(["rounds", "stepwise", "react"])("is not offered by %s where nothing can be confined", async (strategy) => {
    const model = heard(keyedModel({}))
    const constraints = { enforce: false }
    await using _played = await play({ name: strategy, model: () => model, options: { strategy, constraints } })
    expect(names(model)).toBe(false)
  })

  it("is offered by plans that only later say what kind of task it is", async () => {
    const model = heard(keyedModel({}))
    const options = { strategy: "rounds", tools: fakeTools("read_file", "pdf").tools }
    await using _played = await play({ name: "rounds", model: () => model, options })
    expect(names(model)).toBe(true)
    const coding = heard(keyedModel({}))
    await using _other = await play({ name: "coding", model: () => coding, options: { strategy: "rounds" } })
    expect(names(coding)).toBe(false)
  })

  it("is no violation where nothing is confined: the call needs none and runs", async () => {
    const asked = { tool: "web_search", reason: "to be safe", arguments: { about: "tides" } }
    const { tools, ran } = fakeTools("web_search")
    await using played = await play({
      name: "needless",
      request: "What are tides?",
      model: () =>
        keyedModel({
          "turn-1/reply": calls([{ call: "request_exception", input: asked }]),
          "turn-2/reply": "They come and go.",
        }),
      options: { strategy: react, tools },
    })
    expect(ran).toEqual(["web_search"])
    expect(played.result).toMatchObject({ outcome: "done", figures: { deviation: 0 } })
    expect(await eventsOf(played.store, "violation.recorded")).toEqual([])
  })
})
