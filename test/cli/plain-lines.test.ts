import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { PassThrough } from "node:stream"
import { setImmediate as turn } from "node:timers/promises"
import { expect, it } from "vitest"
import { createAgent } from "../../src/agent.ts"
import type { FollowedRun } from "../../src/cli/following/display.ts"
import { plainLines } from "../../src/cli/render/live/plain-lines.ts"
import type { Model, ModelPart } from "../../src/model/seam/model.ts"
import { type DurableEvent, LiveEvent, type LoggedEvent } from "../../src/protocol/log/event.ts"
import { ManualClock } from "../support/manual-clock.ts"

/** A model that says its next part when it is told to. */
class PacedModel implements Model {
  readonly id = "paced:model"
  readonly contextWindow = 128_000
  readonly #asked = Promise.withResolvers<void>()
  #next = Promise.withResolvers<ModelPart>()

  get asked(): Promise<void> {
    return this.#asked.promise
  }

  async *stream(): AsyncGenerator<ModelPart> {
    this.#asked.resolve()
    for (;;) {
      const part = await this.#next.promise
      this.#next = Promise.withResolvers()
      yield part
      if (part.type === "end") return
    }
  }

  async say(part: ModelPart): Promise<void> {
    this.#next.resolve(part)
    for (let turns = 0; turns < 20; turns++) await turn()
  }
}

it("has a line after 15 s and then one a minute while a model is slow: what is read, what has come, and how fast", async () => {
  const workspace = await mkdtemp(join(tmpdir(), "keelson-plain-"))
  const clock = new ManualClock()
  const model = new PacedModel()
  const stream = new PassThrough({ encoding: "utf8" })
  const newest = () =>
    String(stream.read() ?? "")
      .trimEnd()
      .split("\n")
      .at(-1)
  const display = plainLines(stream, { clock })
  const agent = await createAgent({ model, workspace, clock, strategy: "react", secrets: {} })
  const run = await agent.start("What is this?")
  display.follow(run)
  await clock.armed(15_000)
  await model.asked
  await model.say({ type: "progress", tokens: 0, prompt: { read: 512, of: 2048 } })
  stream.read()

  clock.advance(15_000)
  expect(newest()).toMatch(/the model reads the prompt: 25% of 2.0k tokens, 15 s$/)
  await model.say({ type: "text", delta: "It is a test. " })
  clock.advance(10_000)
  await model.say({ type: "progress", tokens: 50 })
  clock.advance(35_000)
  expect(newest()).toBe("")
  clock.advance(15_000)
  expect(newest()).toMatch(/the model answers: 50 tokens, .* a second, 1 m 15 s$/)
  await model.say({ type: "retry", reason: "it broke off", waitMs: 0 })
  expect(newest()).toMatch(/retry in 0 ms: it broke off$/)
  clock.advance(45_000)
  expect(newest()).toBe("")
  clock.advance(15_000)
  expect(newest()).toMatch(/waiting for the model, 1 m 00 s$/)

  await model.say({ type: "text", delta: "It is nothing but a test of what is shown." })
  await model.say({ type: "end", usage: { prompt: 10, completion: 10, cached: 0 }, finish: "stop" })
  // Told once how to go on or to end, it says the same.
  await model.say({ type: "text", delta: "It is nothing but a test of what is shown." })
  await model.say({ type: "end", usage: { prompt: 10, completion: 10, cached: 0 }, finish: "stop" })
  await run.result
  display.end(await run.result, 0)
  await rm(workspace, { recursive: true, force: true })
})

/** What the lines say of these moments: facts and progress, with the seconds that pass before each. */
function linesOf(moments: readonly (readonly [afterMs: number, event: DurableEvent | LiveEvent, key?: string])[]) {
  const clock = new ManualClock()
  const stream = new PassThrough({ encoding: "utf8" })
  const display = plainLines(stream, { clock })
  const on = { event: (_logged: LoggedEvent) => {}, live: (_event: LiveEvent) => {} }
  const run = {
    onEvent: (hear: typeof on.event) => (on.event = hear),
    onLive: (hear: typeof on.live) => (on.live = hear),
  }
  display.follow({ id: "r", ...run } as unknown as FollowedRun)
  let seq = 0
  for (const [afterMs, event, key = "k"] of moments) {
    clock.advance(afterMs)
    if (isLive(event)) on.live(event)
    else on.event({ seq: ++seq, key, at: clock.now(), event })
  }
  display.stop()
  return String(stream.read())
    .replaceAll(/^\[.*?\] /gm, "")
    .trimEnd()
    .split("\n")
    .slice(1)
}

const isLive = (event: DurableEvent | LiveEvent): event is LiveEvent => LiveEvent.safeParse(event).success

const checkRuns = (check: string, more: { on_base?: true; again?: true; usual_ms?: number } = {}) =>
  ({ type: "tool.progress", key: "c", check, text: "$ npm test\n", ...more }) as const
const heard = { type: "words.heard", stage: "", words: [] } as unknown as DurableEvent

it("each step counts its own time and is called by its own name, on the base and once more too", () => {
  const lines = linesOf([
    [0, heard],
    [40_000, checkRuns("test")],
    [35_000, checkRuns("test", { on_base: true })],
    [35_000, checkRuns("test", { again: true })],
    [35_000, checkRuns("lint")],
    [35_000, heard],
  ])
  expect(lines).toEqual([
    "waiting for the model, 15 s",
    expect.stringMatching(/^running the check test, (1[5-9]|2\d) s$/),
    expect.stringMatching(/^running the check test without the changes, to compare, (1[5-9]|2\d) s$/),
    expect.stringMatching(/^running the check test once more, to confirm that it fails, (1[5-9]|2\d) s$/),
    expect.stringMatching(/^running the check lint, (1[5-9]|2\d) s$/),
  ])
})

it("a check that is known to be slow is announced with the time that it takes", () => {
  const lines = linesOf([
    [0, heard],
    [0, checkRuns("test", { usual_ms: 95_000 })],
    [35_000, heard],
  ])
  expect(lines).toEqual([
    expect.stringMatching(/^running the check test \(took 1 m 35 s the last time\), (1[5-9]|2\d|3\d) s$/),
  ])
})

it("says of a task its number, and that it runs, once a minute at most", () => {
  const task = { task: "t", id: 24, tool: "run_in_terminal" }
  const lines = linesOf([
    [0, { type: "task.started", ...task, title: "Run npm test" }],
    [130_000, { type: "task.ended", ...task, status: "done", ms: 130_000, digest: "", changes: [] }],
  ])
  expect(lines).toEqual([
    "24 Run npm test: running, 15 s",
    "24 Run npm test: running, 1 m 15 s",
    "24 Run npm test: done in 2 m 10 s",
  ])
})

it("tells a list once, and then what changes in it", () => {
  const item = (id: string, status: "pending" | "in_progress" | "completed" = "pending") => ({
    id,
    content: `do ${id}`,
    status,
  })
  const changed = (by: "engine" | "model", ...todos: ReturnType<typeof item>[]) =>
    ({ type: "todo.changed", todos, by }) as const
  const ruled = {
    type: "gate.ruled",
    findings: [],
    settled: [{ about: "item:do c", by: "task", failures: [], tasks: ["t"], text: "rang" }],
    missing: [],
    withdrawn: [],
    next: "done",
  } as unknown as DurableEvent
  const lines = linesOf([
    [0, changed("engine", item("a"), item("b"), item("c"))],
    [0, changed("engine", item("a", "in_progress"), item("b"), item("c"))],
    [0, changed("model", item("a", "completed"), item("b", "in_progress"), item("c"))],
    [0, changed("model", item("a", "completed"), item("b", "in_progress"), item("c"))],
    [0, changed("model", item("b", "completed"), item("c"), item("d"))],
    [0, ruled],
  ])
  expect(lines).toEqual([
    "todos: do a; do b; do c",
    "todo completed: do a",
    "todo started: do b",
    "todo completed: do b",
    "todo added: do d",
    "todo removed: do a",
    "todo completed: do c",
  ])
})
