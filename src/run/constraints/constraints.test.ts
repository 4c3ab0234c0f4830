import { describe, expect, it } from "vitest"
import { ConstraintOptions } from "../../protocol/log/constraints.ts"
import { type Phase, TaskType as TaskTypes } from "../../protocol/log/control.ts"
import { codingTools } from "../../tools/code/index.ts"
import { type Constraints, confines, constraintsFor, whyNot } from "./constraints.ts"
import { placeInPlan, placeOfTask } from "./place.ts"
import { planBreaches } from "./plan-breaches.ts"
import { recognise } from "./recognise.ts"
import type { TaskType } from "./rules.ts"

const TOOLS = [
  ...codingTools.map(({ name }) => name),
  "web_search",
  "fetch_web_content",
  "memory",
  "pdf",
  "pptx",
  "query_data",
  "run_code",
  "own_tool",
]

/** As a log has them. */
const NAMED = TOOLS.map((name) => ({ name }))

function constraints(taskType: TaskType, options: object = {}): Constraints {
  return constraintsFor({ taskType }, NAMED, ConstraintOptions.parse(options))
}

describe("the rules of the task types", () => {
  it.each<[TaskType, string[], string[]]>([
    ["research", [], ["pdf", "pptx"]],
    ["creation", [], ["pdf", "pptx"]],
    ["data_processing", ["web_search"], []],
    ["coding", [], []],
    ["general", [], []],
  ])("%s forbids %j and keeps %j for the end", (taskType, forbidden, late) => {
    const { allowed, ...rest } = constraints(taskType)
    expect(rest).toMatchObject({ forbidden, late })
    expect(allowed).toEqual(TOOLS.filter((name) => !forbidden.includes(name)))
  })

  it("confine nothing where there is nothing to confine, and never what reads, runs or tests", () => {
    expect(confines(constraints("general"))).toBe(false)
    expect(confines(constraints("coding"))).toBe(false)
    for (const taskType of TaskTypes.options)
      expect(confines(constraintsFor({ taskType }, codingTools, undefined))).toBe(false)
  })

  it("speak of tools by what these say of themselves, a user's own too", () => {
    const own = [
      { name: "poster", traits: { kind: "document", makes: true } },
      { name: "ask_oracle", traits: { kind: "search" } },
      { name: "pdf", traits: {} },
      { name: "plain" },
    ] as const
    const of = (taskType: TaskType) => constraintsFor({ taskType }, own, undefined)
    expect(of("research")).toMatchObject({ forbidden: [], late: ["poster"], ends_with: [] })
    expect(of("data_processing").forbidden).toEqual(["ask_oracle"])
    expect(of("creation")).toMatchObject({ forbidden: [], late: ["poster"], ends_with: ["poster"] })
  })
})

describe("the user's rules", () => {
  it("are laid over the built-in ones, for one task type or for all", () => {
    const own = constraints("research", {
      all: { forbid: ["memory"] },
      research: { allow: ["pptx"], late: ["own_tool"] },
      coding: { forbid: ["read_file"] },
    })
    expect(own.forbidden).toEqual(["memory"])
    expect(own.late).toEqual(["pdf", "own_tool"])
  })

  it("can free what a built-in rule forbids, and switch the built-in rules off", () => {
    expect(constraints("data_processing", { all: { allow: ["web_search"] } }).forbidden).toEqual([])
    expect(constraints("research", { enforce: false })).toMatchObject({ forbidden: [], late: [] })
  })

  it("are data that is checked", () => {
    expect(ConstraintOptions.safeParse({ research: { forbids: ["x"] } }).success).toBe(false)
    expect(ConstraintOptions.safeParse({ gardening: {} }).success).toBe(false)
  })
})

describe("recognise", () => {
  it.each<[string, TaskType]>([
    ["研究一下新能源汽车的趋势", "research"],
    ["调研三家供应商", "research"],
    ["Investigate the literature on sleep", "research"],
    ["分析", "general"],
    ["请分析一下", "general"],
    ["Analyse this", "general"],
    ["制作一份关于海洋的幻灯片", "creation"],
    ["生成一份年度总结", "creation"],
    ["创建一张贺卡", "creation"],
    ["撰写一封感谢信", "creation"],
    ["创建一个函数", "coding"],
    ["研究趋势并生成报告", "research"],
    ["Create it", "general"],
    ["Make slides for the board", "creation"],
    ["把 CSV 转换成 JSON 并统计每月总额", "data_processing"],
    ["Aggregate the dataset by month", "data_processing"],
    ["修复这个函数", "coding"],
    ["Fix the bug in parse", "coding"],
    ["Write it", "general"],
    ["研究趋势并制作海报", "general"],
    ["Please put the house in order, everything.", "general"],
    ["", "general"],
  ])("%j is %s", (request, taskType) => {
    expect(recognise(request).taskType).toBe(taskType)
  })
})

const phase = (id: number, dependencies: number[] = []): Phase => ({
  id,
  name: `P${id}`,
  goal: "g",
  estimated_rounds: 1,
  dependencies,
})

describe("late tools", () => {
  const research = constraints("research")
  const [one, two] = [phase(1), phase(2)]
  const phases = { phases: [one, two], execution_strategy: "sequential" } as const

  it("of a research task wait for the last phase, and for something to write about", () => {
    expect(whyNot(research, "pdf", placeInPlan(phases, one, 1))).toMatch(/before the last phase/)
    expect(whyNot(research, "pdf", placeInPlan(phases, two, 1))).toBeUndefined()
    const single = { ...phases, phases: [one] }
    expect(whyNot(research, "pdf", placeInPlan(single, one, 1))).toMatch(/before any task has succeeded/)
    expect(whyNot(research, "pdf", placeInPlan(single, one, 2))).toBeUndefined()
    const parallel = { ...phases, execution_strategy: "parallel" } as const
    expect(placeInPlan(parallel, two, 1)).toEqual({ isLast: true, hasWorkBefore: false })
  })

  it("of a creation task only wait for the last phase", () => {
    expect(whyNot(constraints("creation"), "pptx", { isLast: true, hasWorkBefore: false })).toBeUndefined()
    expect(whyNot(constraints("creation"), "pptx", { isLast: false, hasWorkBefore: true })).toMatch(/last phase/)
  })

  it("are judged by what was done when they are about to run", () => {
    const done = { key: "turn-1/task-1", status: "done" } as never
    expect(placeOfTask({ phases: [], tasks: [] }, "turn-1/task-1")).toEqual({ isLast: true, hasWorkBefore: false })
    expect(placeOfTask({ phases: [], tasks: [done] }, "turn-2/task-1")).toEqual({ isLast: true, hasWorkBefore: true })
    expect(placeOfTask({ phases: [one, two], tasks: [done] }, "phase-1/round-1/task-1").isLast).toBe(false)
    expect(placeOfTask({ phases: [one, phase(2, [1])], tasks: [] }, "phase-1/round-1/task-1").isLast).toBe(false)
  })
})

describe("planBreaches", () => {
  const AT_END = { isLast: true, hasWorkBefore: true }
  const task = (tool: string, depends_on: number[] = []) => ({ tool, depends_on })

  it("names what is forbidden, what is allowed, and the way to ask", () => {
    const [why, way, ...more] = planBreaches(constraints("data_processing"), [task("web_search")], AT_END)
    expect(why).toBe("web_search is not allowed in a data_processing task")
    expect(way).toMatch(/^Allowed: list_files, .*request_exception/)
    expect(more).toEqual([])
  })

  it("wants what is made of the others' results behind them", () => {
    const creation = constraints("creation")
    expect(planBreaches(creation, [task("pdf"), task("web_search")], AT_END)[0]).toBe(
      "pdf comes last: let task 1 depend on 2, or those on it",
    )
    expect(planBreaches(creation, [task("web_search"), task("memory", [1]), task("pdf", [2])], AT_END)).toEqual([])
    expect(planBreaches(creation, [task("pdf"), task("read_file", [1])], AT_END)).toEqual([])
    expect(planBreaches(creation, [task("pdf"), task("pptx")], AT_END)).toEqual([])
  })

  it("has nothing to say where nothing is confined", () => {
    expect(planBreaches(undefined, [task("pdf")], { isLast: false, hasWorkBefore: false })).toEqual([])
  })
})
