import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { type GraphNode, graphIssues, runGraph } from "./graph.ts"

const SETTINGS = { seed: 20261115, numRuns: 300 }

describe("graphIssues", () => {
  it.each<[string, GraphNode[], string[]]>([
    ["nothing", [], []],
    [
      "needs that point forward",
      [
        { id: 1, needs: [2] },
        { id: 2, needs: [] },
      ],
      [],
    ],
    [
      "the same id twice",
      [
        { id: 1, needs: [] },
        { id: 1, needs: [] },
      ],
      ["task ids must be unique"],
    ],
    [
      "needs that don't exist",
      [
        { id: 1, needs: [7, 8] },
        { id: 2, needs: [1, 9] },
      ],
      [
        "task 1 depends on 7, which does not exist",
        "task 1 depends on 8, which does not exist",
        "task 2 depends on 9, which does not exist",
      ],
    ],
    ["itself", [{ id: 1, needs: [1] }], ["task dependencies form a circle: 1"]],
    [
      "a circle, and what hangs on it",
      [
        { id: 1, needs: [3] },
        { id: 2, needs: [] },
        { id: 3, needs: [1, 2] },
        { id: 4, needs: [3] },
      ],
      ["task dependencies form a circle: 1, 3, 4"],
    ],
  ])("%s", (_name, nodes, issues) => {
    expect(graphIssues(nodes, "task")).toEqual(issues)
  })
})

/** Random graphs without circles, their nodes in any order. */
const graph: fc.Arbitrary<GraphNode[]> = fc
  .array(fc.array(fc.integer({ min: 1, max: 12 }), { maxLength: 4 }), { maxLength: 12 })
  .map((needs) => needs.map((list, index) => ({ id: index + 1, needs: list.filter((need) => need <= index) })))
  .chain((nodes) => fc.shuffledSubarray(nodes, { minLength: nodes.length }))

type Observed = { readonly done: Set<number>; readonly running: Set<number>; order: number[]; idle: string[] }

/** Runs a graph whose nodes end when the scheduler says so, and notes every breach of the rules on the way. */
async function observe(limit: number, scheduler: fc.Scheduler, fails: ReadonlySet<number>) {
  const seen: Observed = { done: new Set(), running: new Set(), order: [], idle: [] }
  const run = async (node: GraphNode) => {
    seen.order.push(node.id)
    if (node.needs.some((need) => !seen.done.has(need))) seen.idle.push(`${node.id} started too early`)
    seen.running.add(node.id)
    if (seen.running.size > limit) seen.idle.push(`${seen.running.size} side by side`)
    await scheduler.schedule(Promise.resolve())
    seen.running.delete(node.id)
    if (fails.has(node.id)) throw new Error(`node ${node.id}`)
    seen.done.add(node.id)
  }
  return { seen, run }
}

describe("runGraph", () => {
  it("runs each node once, after its needs, never too many, never fewer than could be", async () => {
    await fc.assert(
      fc.asyncProperty(graph, fc.integer({ min: 1, max: 5 }), fc.scheduler(), async (nodes, limit, scheduler) => {
        const { seen, run } = await observe(limit, scheduler, new Set())
        const finished = runGraph(nodes, limit, run)
        while (scheduler.count() > 0) {
          const ready = nodes.filter(
            (node) => !seen.done.has(node.id) && node.needs.every((need) => seen.done.has(need)),
          )
          expect(seen.running.size).toBe(Math.min(limit, ready.length))
          await scheduler.waitOne()
          await settled()
        }
        await finished
        expect(seen.idle).toEqual([])
        expect([...seen.order].sort((a, b) => a - b)).toEqual(nodes.map(({ id }) => id).sort((a, b) => a - b))
      }),
      SETTINGS,
    )
  })

  it("starts nothing new after an error, waits for what is under way, then throws the first", async () => {
    await fc.assert(
      fc.asyncProperty(graph, fc.nat(), fc.scheduler(), async (nodes, pick, scheduler) => {
        fc.pre(nodes.length > 0)
        const failing = nodes[pick % nodes.length]?.id ?? 0
        const { seen, run } = await observe(3, scheduler, new Set([failing]))
        const finished = runGraph(nodes, 3, run).catch((error: Error) => error.message)
        while (scheduler.count() > 0) {
          const started = seen.order.length
          const hadFailed = seen.order.includes(failing) && !seen.running.has(failing)
          await scheduler.waitOne()
          await settled()
          if (hadFailed) expect(seen.order.length).toBe(started)
        }
        expect(await finished).toBe(`node ${failing}`)
        expect(seen.running.size).toBe(0)
      }),
      SETTINGS,
    )
  })

  it("with an error that lets others go on, only its dependents stay behind", async () => {
    await fc.assert(
      fc.asyncProperty(graph, fc.nat(), fc.scheduler(), async (nodes, pick, scheduler) => {
        fc.pre(nodes.length > 0)
        const failing = nodes[pick % nodes.length]?.id ?? 0
        const { seen, run } = await observe(3, scheduler, new Set([failing]))
        const finished = runGraph(nodes, 3, run, () => true).catch((error: Error) => error.message)
        await scheduler.waitIdle()
        expect(await finished).toBe(`node ${failing}`)
        const behind = dependents(nodes, failing)
        expect(new Set(seen.order)).toEqual(new Set(nodes.map(({ id }) => id).filter((id) => !behind.has(id))))
      }),
      SETTINGS,
    )
  })

  it("prefers an error that stops over one that lets others go on", async () => {
    const run = async ({ id }: GraphNode) => {
      throw new Error(id === 1 ? "waiting" : "stop")
    }
    const nodes = [
      { id: 1, needs: [] },
      { id: 2, needs: [] },
    ]
    const goesOn = (error: unknown) => (error as Error).message === "waiting"
    await expect(runGraph(nodes, 1, run, goesOn)).rejects.toThrow("stop")
  })

  it("leaves behind what needs a node that came to nothing, and goes on with the rest", async () => {
    const ran: number[] = []
    const nodes = [
      { id: 1, needs: [] },
      { id: 2, needs: [1] },
      { id: 3, needs: [] },
      { id: 4, needs: [3] },
    ]
    await runGraph(nodes, 1, async ({ id }) => {
      ran.push(id)
      return id !== 1
    })
    expect(ran).toEqual([1, 3, 4])
  })
})

/** Lets everything that follows from the last event happen. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 10; turn++) await Promise.resolve()
}

function dependents(nodes: readonly GraphNode[], of: number, found = new Set<number>()): Set<number> {
  for (const node of nodes) {
    if (found.has(node.id) || !node.needs.includes(of)) continue
    found.add(node.id)
    dependents(nodes, node.id, found)
  }
  return found
}
