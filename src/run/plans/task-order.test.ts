import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { z } from "zod"
import type { PlannedTask } from "../../protocol/control.ts"
import type { Access, AnyTool } from "../../tools/tool.ts"
import { graphIssues } from "./graph.ts"
import { orderTasks } from "./task-order.ts"

function tool(name: string, access: Access, more: Partial<AnyTool> = {}): [string, AnyTool] {
  const made = {
    name,
    description: "",
    input: z.object({ path: z.string().optional() }),
    access,
    repeat: "safe",
    paths: ({ path }: { path?: string }) => (path === undefined ? [] : [path]),
    execute: async () => "",
    ...more,
  }
  return [name, made as AnyTool]
}

const TOOLS = new Map([
  tool("read", "read"),
  tool("write", "write"),
  tool("command", "execute"),
  tool("fetch", "network"),
  tool("alone", "read", { exclusive: true }),
])

function task(id: number, name: string, path?: string, depends_on: number[] = []): PlannedTask {
  return { id, tool: name, arguments: path === undefined ? {} : { path }, depends_on, why: "" }
}

const needsOf = (tasks: readonly PlannedTask[], normalise?: (path: string) => string) =>
  Object.fromEntries(orderTasks(tasks, TOOLS, normalise).map(({ id, needs }) => [id, needs]))

describe("orderTasks", () => {
  it("keeps tasks that meet on a path in plan order if one of them writes", () => {
    expect(
      needsOf([
        task(1, "write", "a"),
        task(2, "write", "b"),
        task(3, "read", "a"),
        task(4, "read", "a"),
        task(5, "write", "a"),
      ]),
    ).toEqual({ 1: [], 2: [], 3: [1], 4: [1], 5: [1, 3, 4] })
  })

  it("takes a folder to meet everything in it", () => {
    expect(
      needsOf([task(1, "write", "src/a.ts"), task(2, "read", "src"), task(3, "read", "."), task(4, "read", "srcs")]),
    ).toEqual({ 1: [], 2: [1], 3: [1], 4: [] })
  })

  it("never runs a command beside a write, but commands and reads beside each other", () => {
    expect(
      needsOf([
        task(1, "command"),
        task(2, "command"),
        task(3, "read", "a"),
        task(4, "write", "b"),
        task(5, "command"),
        task(6, "fetch"),
      ]),
    ).toEqual({ 1: [], 2: [], 3: [], 4: [1, 2], 5: [4], 6: [] })
  })

  it("runs an exclusive tool alone", () => {
    expect(needsOf([task(1, "read"), task(2, "alone"), task(3, "read")])).toEqual({ 1: [], 2: [1], 3: [2] })
  })

  it("follows the plan where it points forward, and adds order along it", () => {
    expect(needsOf([task(1, "write", "a", [2]), task(2, "write", "a")])).toEqual({ 2: [], 1: [2] })
  })

  it("compares paths by what they mean, and leaves those that mean nothing as they are", () => {
    const normalise = (path: string) => {
      if (path.startsWith("..")) throw new Error("outside")
      return path.replace(/^\.\//, "")
    }
    expect(needsOf([task(1, "write", "./a"), task(2, "read", "a"), task(3, "write", "../x")], normalise)).toEqual({
      1: [],
      2: [1],
      3: [],
    })
  })

  it("asks a tool for its paths only with arguments that fit", () => {
    const wrong: PlannedTask = { ...task(2, "write"), arguments: { path: 7 } }
    expect(needsOf([task(1, "write", "a"), wrong, task(3, "unknown", "a")])).toEqual({ 1: [], 2: [], 3: [] })
  })
})

describe("a result that is used", () => {
  const using = (id: number, name: string, input: Record<string, unknown>): PlannedTask => ({
    ...task(id, name),
    arguments: input,
  })

  it("is waited for, where it stands before", () => {
    expect(needsOf([task(1, "read", "a"), using(2, "read", { path: { $from: 1 } })])).toEqual({ 1: [], 2: [1] })
    expect(needsOf([using(1, "read", { path: { $from: 2 } }), task(2, "read", "a")])).toEqual({ 1: [], 2: [] })
    expect(needsOf([using(1, "read", { path: { $from: 1 } })])).toEqual({ 1: [] })
  })

  it("may be any path, but leaves paths that are known as they are", () => {
    const text = { path: z.string().optional(), text: z.string() }
    const tools = new Map([...TOOLS, tool("put", "write", { input: z.object(text) } as Partial<AnyTool>)])
    const ordered = orderTasks(
      [
        task(1, "read", "x"),
        using(2, "put", { path: "a", text: { $from: 1 } }),
        using(3, "put", { path: { $from: 1 }, text: "" }),
        using(4, "put", { path: "b", text: "" }),
      ],
      tools,
    )
    expect(ordered.map(({ id, needs }) => [id, needs])).toEqual([
      [1, []],
      [2, [1]],
      [3, [1, 2]],
      [4, [3]],
    ])
  })
})

const planned = fc
  .array(
    fc.record({
      name: fc.constantFrom(...TOOLS.keys()),
      path: fc.option(fc.constantFrom("a", "b", "dir", "dir/c", "."), { nil: undefined }),
      needs: fc.array(fc.integer({ min: 1, max: 8 }), { maxLength: 3 }),
    }),
    { maxLength: 8 },
  )
  .map((list) => list.map(({ name, path, needs }, index) => task(index + 1, name, path, needs)))
  .filter(
    (tasks) =>
      graphIssues(
        tasks.map(({ id, depends_on }) => ({ id, needs: depends_on })),
        "task",
      ).length === 0,
  )

describe("whatever is planned", () => {
  it("can be run to its end, and keeps what the plan says", () => {
    fc.assert(
      fc.property(planned, (tasks) => {
        const ordered = orderTasks(tasks, TOOLS)
        expect(graphIssues(ordered, "task")).toEqual([])
        expect(ordered.map(({ id }) => id).sort()).toEqual(tasks.map(({ id }) => id).sort())
        for (const { needs, task: one } of ordered) for (const id of one.depends_on) expect(needs).toContain(id)
      }),
      { seed: 20261115, numRuns: 500 },
    )
  })
})
