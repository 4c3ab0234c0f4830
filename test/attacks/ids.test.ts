import { mkdtempSync, rmSync } from "node:fs"
import { join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { createAgent } from "../../src/agent.ts"
import { MemoryStore } from "../../src/journal/memory-store.ts"
import { openStore } from "../../src/journal/open-store.ts"
import type { RunStore } from "../../src/journal/run-store.ts"
import type { RunResult } from "../../src/protocol/log/run.ts"
import { tasks } from "../../src/strategies/tasks/tasks.ts"
import { todo } from "../../src/strategies/todo/todo.ts"
import { keyedModel } from "../../src/testing/keyed-model.ts"
import { calls, type ScriptCall, type ScriptLine } from "../../src/testing/script-line.ts"
import { timesTried } from "../sample.ts"
import { bell } from "../scenarios/play.ts"
import { PROJECTS } from "./home.ts"

const workspace = mkdtempSync(join(PROJECTS, "ids-"))
afterAll(() => rmSync(workspace, { recursive: true, force: true }))

type Status = "pending" | "in_progress" | "completed"
const write = (ids: readonly string[], status: Status, merge: boolean): ScriptCall => ({
  call: "todo_write",
  input: { todos: ids.map((id) => ({ id, content: `do ${JSON.stringify(id)}`, status })), merge },
})
const ring = (name: string): ScriptCall => ({ call: "ring", input: { name } })
const done: ScriptLine = { call: "task_done", input: { summary: "All of it is done." } }

/** Makes the list, then rings and ticks off whichever item it is handed; how it is asked is for the engine to decide. */
function walker(ids: readonly string[]) {
  let at = 0
  let isRung = false
  return keyedModel(
    new Proxy({} as Record<string, ScriptLine>, {
      get(_target, key) {
        const asked = String(key)
        if (asked.startsWith("plan/")) return write(ids, "pending", false)
        if (asked.startsWith("closing-") || asked.startsWith("end-")) return done
        isRung = !isRung
        return isRung ? ring(`${at}`) : write([ids[at++] ?? ""], "completed", true)
      },
      ownKeys: () => [],
    }),
  )
}

async function run(ids: readonly string[], store: RunStore = new MemoryStore()) {
  const { tool, rung } = bell()
  const agent = await createAgent({
    model: walker(ids),
    workspace,
    strategy: tasks,
    tools: [tool],
    approve: "full",
    secrets: {},
    store,
  })
  return { agent, rung, result: await agent.run("Do all of it, please.") }
}

const keysOf = async (store: RunStore, { run_id }: RunResult) => (await store.load(run_id)).map(({ key }) => key)

const HOSTILE: readonly (readonly string[])[] = [
  ["a", "a/try-1/turn-1", "b"],
  ["a/try-1/turn-1", "a", "a/try-1"],
  ["src/a.ts", "src/b.ts", "src/c.ts"],
  ["../../etc/passwd", "/etc/passwd", "..\\x"],
  ["a", "a#stage.started", "a/try-1/turn-1/reply"],
  ["a#answered", "#", "/"],
  ["plan", "end-1", "verify-end"],
  ["result", "mend-1", "mend-1+"],
  ["a", "a-again-2", "a-again-3"],
  ["1", "todo-1", "item-1"],
  ["2", "x/1", "y/2"],
  ["a b", "a  b", " a b"],
  ["a\nb", "a\tb", "a\u0000b"],
  ["a\u200bb", "a\u202eb", "ab"],
  ["\ud800", "\udfff", "\ufffd"],
  ["é", "e\u0301", "E"],
  ["__proto__", "constructor", "toString"],
  ["x".repeat(300), "x".repeat(301), "x".repeat(40)],
  ["任务1", "任务 2", "３"],
]

describe("an id that the model chose", () => {
  it.each(HOSTILE)("tasks: %j, %j, %j", async (...ids) => {
    const store = new MemoryStore()
    const { result, rung } = await run(ids, store)
    expect(result).toMatchObject({ outcome: "done", total_tasks: 3 })
    expect(rung).toEqual(["0", "1", "2"])
    const keys = await keysOf(store, result)
    for (const key of keys) expect(key).toMatch(/^(?:[\p{L}\p{N}_.+-]{1,60}\/)*[\p{L}\p{N}_.+-]{1,60}(?:#[\w.]+)?$/u)
    const stages = (await store.load(result.run_id)).flatMap(({ record }) =>
      record.kind === "event" && record.event.type === "stage.started" && record.event.kind === "item"
        ? [record.event.stage]
        : [],
    )
    expect(new Set(stages).size).toBe(3)
  })

  it.each(HOSTILE)("todo: %j, %j, %j", async (...ids) => {
    const { tool } = bell()
    const lines = [
      write(ids, "pending", false),
      ...ids.map((id) => calls([ring("x"), write([id], "completed", true)])),
      done,
    ]
    const model = keyedModel(Object.fromEntries(lines.map((line, index) => [`turn-${index + 1}/reply`, line])))
    const agent = await createAgent({ model, workspace, strategy: todo, tools: [tool], approve: "full", secrets: {} })
    expect(await agent.run("Do all of it, please.")).toMatchObject({ outcome: "done" })
  })

  it.each(HOSTILE)("on disk, told again from the log: %j, %j, %j", async (...ids) => {
    const state = mkdtempSync(join(PROJECTS, "ids-state-"))
    const store = await openStore(state)
    const { result, agent } = await run(ids, store)
    expect((await agent.result(result.run_id)).outcome).toBe("done")
    await store.close()
    rmSync(state, { recursive: true, force: true })
  })

  it("an ordinary one stays what it was, in keys and in the ids of results", async () => {
    const store = new MemoryStore()
    const keys = await keysOf(store, (await run(["1", "set-up_2.b", "任务3"], store)).result)
    expect(keys).toEqual(
      expect.arrayContaining(["item-1#stage.started", "item-set-up_2.b#stage.started", "item-任务3#stage.started"]),
    )
  })

  it("no mixture of them breaks a run", async () => {
    const seed = Number(process.env.KEELSON_TEST_SEED ?? 11)
    const random = generator(seed)
    for (let round = 0; round < timesTried({ sample: 50, whole: 150 }); round++) {
      const ids = idsFrom(random)
      const { result } = await run(ids)
      expect({ seed, round, ids, outcome: result.outcome }).toMatchObject({ outcome: "done" })
    }
  })
})

const PIECES = [
  "a",
  "1",
  "/",
  "#",
  "try-1",
  "turn-1",
  "item-",
  "todo-1",
  "-again-2",
  "..",
  " ",
  "\n",
  "\u202e",
  "ü",
  "reply",
  "mend-1",
  "+",
]

/** Three to five different ids of a few pieces each, some of which are places of another. */
function idsFrom(random: () => number): string[] {
  const ids = new Set<string>()
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item
  const count = 3 + Math.floor(random() * 3)
  while (ids.size < count) {
    const other = [...ids][Math.floor(random() * ids.size * 2)]
    const own = Array.from({ length: 1 + Math.floor(random() * 5) }, () => pick(PIECES)).join("")
    ids.add(other === undefined ? own : `${other}${pick(PLACES)}`)
  }
  return [...ids]
}

const PLACES = ["/try-1", "/try-1/turn-1", "/try-1/turn-1/reply", "/try-2/turn-1", "-again-2", "#stage.started"]

function generator(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}
