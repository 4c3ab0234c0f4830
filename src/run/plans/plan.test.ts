import { describe, expect, it } from "vitest"
import { z } from "zod"
import type { JsonSchema } from "../../model/seam/model.ts"
import { codingTools } from "../../tools/code/index.ts"
import { declareTool } from "../../tools/tool.ts"
import { waitFor } from "../../tools/wait-for.ts"
import { envelopeSchema, wireSchema } from "../controls/wire-schema.ts"
import { numberTasks, type Plan, planControl, planIssues } from "./plan.ts"

type Sketch = { id?: number; depends_on?: number[] }

function plan(...tasks: Sketch[]): Plan {
  return {
    tasks: tasks.map(({ depends_on = [], ...task }) => ({ ...task, tool: "ring", arguments: {}, depends_on, why: "" })),
    reasoning: "",
  }
}

const numbered = (sketch: Plan, firstId: number) =>
  numberTasks(sketch, firstId).map(({ id, depends_on }) => [id, depends_on])

describe("numberTasks", () => {
  it("numbers through the phase, whatever the model called its tasks", () => {
    expect(numbered(plan({ id: 10 }, { id: 20, depends_on: [10] }), 1)).toEqual([
      [1, []],
      [2, [1]],
    ])
    expect(numbered(plan({}, { depends_on: [1] }, { depends_on: [1, 2] }), 4)).toEqual([
      [4, []],
      [5, [4]],
      [6, [4, 5]],
    ])
    expect(numbered(plan({ id: 4 }, { id: 5, depends_on: [4] }), 4)).toEqual([
      [4, []],
      [5, [4]],
    ])
  })

  it("takes a need of an earlier round for met", () => {
    expect(numbered(plan({ id: 4, depends_on: [1, 3] }, { id: 5, depends_on: [2, 4] }), 4)).toEqual([
      [4, []],
      [5, [4]],
    ])
  })

  it("keeps tool, arguments and reason", () => {
    const one: Plan = {
      tasks: [{ tool: "ring", arguments: { name: "a" }, depends_on: [], why: "to hear it" }],
      reasoning: "",
    }
    expect(numberTasks(one, 3)).toEqual([
      { id: 3, tool: "ring", arguments: { name: "a" }, depends_on: [], why: "to hear it" },
    ])
  })
})

describe("planIssues", () => {
  it.each<[string, Plan, number, string[]]>([
    ["fine", plan({}, { depends_on: [1] }), 1, []],
    ["fine, needs an earlier round", plan({ id: 4, depends_on: [2] }), 4, []],
    ["needs one that is not there", plan({ id: 4, depends_on: [9] }), 4, ["task 4 depends on 9, which does not exist"]],
    ["the same id twice", plan({ id: 2 }, {}), 1, ["task ids must be unique"]],
    ["a circle", plan({ depends_on: [2] }, { depends_on: [1] }), 1, ["task dependencies form a circle: 1, 2"]],
  ])("%s", (_name, sketch, firstId, issues) => {
    expect(planIssues(sketch, firstId)).toEqual(issues)
  })
})

describe("planControl", () => {
  const control = planControl(codingTools, 2)
  const issuesFor = (value: unknown) =>
    control.input.safeParse(value).error?.issues.map(({ path, message }) => `${path.join(".")}: ${message}`)
  const read = { tool: "read_file", arguments: { path: "a" } }

  it("fills in what may be left out", () => {
    expect(control.input.parse({ tasks: [read] })).toEqual({
      tasks: [{ ...read, depends_on: [], why: "" }],
      reasoning: "",
    })
  })

  it("takes only tools that are there, with arguments that fit them, and not too many", () => {
    expect(issuesFor({ tasks: [{ tool: "dance", arguments: {} }] })).toEqual([
      expect.stringMatching(/^tasks\.0\.tool: /),
    ])
    expect(issuesFor({ tasks: [{ tool: "read_file", arguments: {} }] })).toEqual([
      expect.stringMatching(/^tasks\.0\.arguments\.path: /),
    ])
    expect(issuesFor({ tasks: [read, read, read] })).toEqual([
      "tasks: at most 2 tasks in one round: leave the rest for the next round",
    ])
  })

  it("may have no task at all: nothing is left to do", () => {
    expect(control.input.parse({ tasks: [] }).tasks).toEqual([])
  })

  it("works with one tool", () => {
    const [tool] = codingTools
    const single = planControl(tool ? [tool] : [], 8)
    expect(z.safeParse(single.input, { tasks: [{ tool: "list_files", arguments: {} }] }).success).toBe(true)
  })

  it("lets a task use another's result wherever a value is asked for", () => {
    const copy = { tool: "write_file", arguments: { path: "b", content: { $from: 1, lines: "1-3" } } }
    expect(control.input.parse({ tasks: [read, copy] }).tasks[1]).toEqual({ ...copy, depends_on: [1], why: "" })
    expect(issuesFor({ tasks: [{ tool: "write_file", arguments: { path: 7, content: { $from: 1 } } }] })).toEqual([
      expect.stringMatching(/^tasks\.0\.arguments\.path: /),
    ])
    expect(issuesFor({ tasks: [{ tool: "read_file", arguments: { path: { $from: "one" } } }] })).toEqual([
      expect.stringMatching(/^tasks\.0\.arguments\.path: /),
    ])
  })

  it("shows the model each tool's own schema, no more", () => {
    const shown = wireSchema(control.input)
    const plain = z.object({
      tasks: z
        .array(
          z.discriminatedUnion(
            "tool",
            codingTools.map((tool) =>
              z
                .object({
                  tool: z.literal(tool.name),
                  arguments: tool.input,
                  depends_on: z.array(z.int()).default([]).describe("places in this list, from 1"),
                  why: z.string().default(""),
                })
                .describe(tool.description),
            ) as never,
          ),
        )
        .min(1)
        .max(2),
      reasoning: z.string().default(""),
    })
    expect(shown).toEqual(wireSchema(plain))
  })

  it("shows a model that no schema binds a line for each tool, and those that results explain by name only", () => {
    const tools = [...codingTools, waitFor]
    const { input } = planControl(tools, 2)
    const tasksOf = (schema: JsonSchema) => at(schema, "properties", "plan", "properties", "tasks", "items")
    const list = tasksOf(envelopeSchema(z.object({ plan: input })))
    const tool = at(list, "properties", "tool")
    expect(tool.enum).toEqual(tools.map(({ name }) => name))
    expect(String(tool.description).split("\n")).toEqual([
      "Arguments with a ? are optional; those without a type are strings.",
      expect.stringMatching(/^list_files\(path\?, glob\?, depth\?: number, include_ignored\?: boolean\): List /),
      expect.stringMatching(/^read_file\(path, start_line\?: number, /),
      expect.stringMatching(/^search_code\(pattern, /),
      expect.stringMatching(/^edit_file\(path, edits: \{old_text, new_text, replace_all\?: boolean\}\[\]\): /),
      expect.stringMatching(/^write_file\(path, content\): /),
      expect.stringMatching(/^apply_patch\(patch\): /),
      expect.stringMatching(/^run_in_terminal\(command, timeout_s\?: number \(default 120, maximum 1800\), /),
    ])
    expect(at(list, "properties", "arguments")).toEqual({ type: "object" })
    expect(tasksOf(envelopeSchema(z.object({ plan: input }), "variants")).anyOf).toHaveLength(tools.length)
  })

  it("keeps whole schemas where a tool's arguments have no names to list", () => {
    const open = declareTool({ ...waitFor, name: "open", input: z.record(z.string(), z.unknown()) } as never)
    const { input } = planControl([...codingTools, open], 2)
    const plan = at(envelopeSchema(z.object({ plan: input })), "properties", "plan")
    expect(at(plan, "properties", "tasks", "items").anyOf).toHaveLength(codingTools.length + 1)
  })
})

describe("references", () => {
  const using = (id: number | undefined, from: number): Plan["tasks"][number] => ({
    ...(id === undefined ? {} : { id }),
    tool: "read_file",
    arguments: { path: { $from: from, path: "x" } },
    depends_on: [from],
    why: "",
  })
  const sketch = (...tasks: Plan["tasks"]): Plan => ({ tasks, reasoning: "" })

  it("follow the engine's numbers; those of earlier rounds stay", () => {
    const numbers = (one: Plan) => numberTasks(one, 5).map((task) => [task.arguments.path, task.depends_on])
    expect(
      numbers(sketch({ ...using(undefined, 1), arguments: { path: "a" }, depends_on: [] }, using(undefined, 1))),
    ).toEqual([
      ["a", []],
      [{ $from: 5, path: "x" }, [5]],
    ])
    expect(numbers(sketch(using(7, 3)))).toEqual([[{ $from: 3, path: "x" }, []]])
  })

  it("must lead to a task that comes before", () => {
    const alone = (from: number) => ({ ...using(undefined, from), depends_on: [] })
    const issue = (from: number) => [`task 1 uses the result of task ${from}, which does not come before it`]
    expect(planIssues(sketch(alone(4)), 1)).toEqual(issue(4))
    expect(planIssues(sketch(alone(1)), 1)).toEqual(issue(1))
    expect(planIssues(sketch(alone(2), alone(1)), 1)).toEqual(issue(2))
    expect(planIssues(sketch(alone(0)), 1)).toEqual(issue(0))
  })

  it("to a number of an earlier round mean that one, unless a task before has the number", () => {
    const alone = { ...using(undefined, 1), depends_on: [] }
    expect(planIssues(sketch(alone), 5)).toEqual([])
    expect(numberTasks(sketch(alone, alone), 5).map((task) => task.arguments.path)).toEqual([
      { $from: 1, path: "x" },
      { $from: 5, path: "x" },
    ])
  })
})

function at(schema: JsonSchema, ...path: readonly string[]): JsonSchema {
  return path.reduce((node, name) => node[name] as JsonSchema, schema)
}
