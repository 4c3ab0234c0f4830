import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { z } from "zod"
import type { PlannedTask } from "../../protocol/log/control.ts"
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
  tool("send", "network", { repeat: "never" }),
  tool("ask", "control"),
  tool("shell", "execute", { input: z.object({ command: z.string() }), traits: { shell: true } }),
  tool("alone", "read", { exclusive: true }),
])

function task(id: number, name: string, path?: string, depends_on: number[] = []): PlannedTask {
  return { id, tool: name, arguments: path === undefined ? {} : { path }, depends_on, why: "" }
}

const needsOf = (tasks: readonly PlannedTask[], normalise?: (path: string) => string) =>
  Object.fromEntries(
    orderTasks(tasks, { tools: TOOLS, ...(normalise ? { normalise } : {}) }).map(({ id, needs }) => [id, needs]),
  )

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

  const MIXED = [
    task(1, "command"),
    task(2, "read", "a"),
    task(3, "read", "b"),
    task(4, "write", "c"),
    task(5, "command"),
    task(6, "fetch"),
    task(7, "send"),
    task(8, "ask"),
  ]

  it("has a command keep its place against writes, reads and commands, and what does not say that it reads too", () => {
    expect(needsOf(MIXED)).toEqual({
      1: [],
      2: [1],
      3: [1],
      4: [1],
      5: [1, 2, 3, 4],
      6: [1, 5],
      7: [1, 2, 3, 4, 5, 6],
      8: [],
    })
  })

  it("takes a command that only reads for a read of everything", () => {
    const shell = (id: number, command: string): PlannedTask => ({ ...task(id, "shell"), arguments: { command } })
    expect(
      needsOf([shell(1, "cat a"), shell(2, "ls"), task(3, "write", "b"), shell(4, "grep x b"), shell(5, "make")]),
    ).toEqual({ 1: [], 2: [], 3: [1, 2], 4: [3], 5: [1, 2, 3, 4] })
  })

  it("puts what depends on a later task behind it, then goes by the place in the list", () => {
    expect(needsOf([task(1, "command", undefined, [3]), task(2, "command"), task(3, "read", "a")])).toEqual({
      2: [],
      3: [2],
      1: [2, 3],
    })
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
      { tools },
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

const SEED = Number(process.env.KEELSON_TEST_SEED ?? 20261115)
const isCommand = (name: string) => name === "command" || name === "send"

/** Whether a task, or something before it in the list that had to wait too, depends on one of these. */
function reaches(tasks: readonly PlannedTask[], { depends_on }: PlannedTask, ids: ReadonlySet<number>): boolean {
  return depends_on.some((id) => ids.has(id) || reaches(tasks, tasks.find((one) => one.id === id) as PlannedTask, ids))
}

describe("whatever is planned", () => {
  it("can be run to its end, and keeps what the plan says", () => {
    fc.assert(
      fc.property(planned, (tasks) => {
        const ordered = orderTasks(tasks, { tools: TOOLS })
        expect(graphIssues(ordered, "task")).toEqual([])
        expect(ordered.map(({ id }) => id).sort()).toEqual(tasks.map(({ id }) => id).sort())
        for (const { needs, task: one } of ordered) for (const id of one.depends_on) expect(needs).toContain(id)
      }),
      { seed: SEED, numRuns: 500 },
    )
  })

  it("has nothing but questions beside a command", () => {
    fc.assert(
      fc.property(planned, (tasks) => {
        const ordered = orderTasks(tasks, { tools: TOOLS })
        const pairs = ordered.flatMap((one, index) => ordered.slice(0, index).map((before) => [before, one] as const))
        for (const [before, one] of pairs) {
          const names = [before.task.tool, one.task.tool]
          if (names.some(isCommand) && !names.includes("ask")) expect(one.needs).toContain(before.id)
        }
      }),
      { seed: SEED, numRuns: 500 },
    )
  })

  it("keeps the place in the list, except behind what it depends on", () => {
    fc.assert(
      fc.property(planned, (tasks) => {
        const ordered = orderTasks(tasks, { tools: TOOLS }).map(({ task: one }) => one)
        for (const [index, one] of ordered.entries()) {
          const overtaking = new Set(ordered.slice(0, index).flatMap(({ id }) => (id > one.id ? [id] : [])))
          if (overtaking.size > 0) expect(reaches(tasks, one, overtaking)).toBe(true)
        }
      }),
      { seed: SEED, numRuns: 500 },
    )
  })
})
