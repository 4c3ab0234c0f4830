import { describe, expect, it } from "vitest"
import { z } from "zod"
import { MemoryStore } from "../../src/journal/memory-store.ts"
import type { Model } from "../../src/model/seam/model.ts"
import { react } from "../../src/strategies/react/react.ts"
import { rounds } from "../../src/strategies/rounds/rounds.ts"
import { crashStore } from "../../src/testing/crash-store.ts"
import { keyedModel } from "../../src/testing/keyed-model.ts"
import { calls, type ScriptCall } from "../../src/testing/script-line.ts"
import { codingTools } from "../../src/tools/code/index.ts"
import { defineTool, ToolFailure } from "../../src/tools/tool.ts"
import { complete, plan, say, task, unfinished } from "../scenarios/lines.ts"
import { play, REQUEST, type Scenario, setStage } from "../scenarios/play.ts"
import { thought } from "../scenarios/rounds-scenarios.ts"
import { eventsOf, type HeardModel, heard, literal } from "./front-door.ts"
import { wordsOf } from "./transcripts.ts"

const text = (name: string, lines: number) =>
  Array.from({ length: lines }, (_, index) => `${name} says this in line ${index + 1} of it`).join("\n")

/** Longer than a digest, as files are; one that is too long for a round; one too long for a single result. */
const FILES = { "a.ts": text("a", 120), "b.ts": text("b", 120), "long.ts": text("long", 1900) }
const read = (path: string): ScriptCall => ({ call: "read_file", input: { path } })
const DONE = say("task_done", { summary: "I have seen it.", changes: "none" })

function turns(...replies: readonly (readonly ScriptCall[])[]): Record<string, ReturnType<typeof calls>> {
  return Object.fromEntries(replies.map((list, index) => [`turn-${index + 1}/reply`, calls(list)]))
}

function scenario(lines: Parameters<typeof keyedModel>[0], more: Partial<Scenario> = {}, window = 128_000): Scenario {
  return {
    name: "shown",
    model: () => heard({ ...keyedModel(lines), contextWindow: window } as Model),
    files: FILES,
    ...more,
    options: { strategy: react, settings: { reflection: "off", fuse: false }, ...more.options },
  }
}

async function shown(one: Scenario) {
  const played = await play(one)
  return { played, requests: (played.model as HeardModel).requests, [Symbol.asyncDispose]: played[Symbol.asyncDispose] }
}

/** What stands in the results of the last request. */
const results = (requests: HeardModel["requests"]) =>
  (requests.at(-1)?.messages ?? []).flatMap((message) => (message.role === "tool" ? [message.text] : []))

describe("fresh results", () => {
  it("are whole in a turn, and the log keeps ids instead of texts", async () => {
    await using run = await shown(scenario({ ...turns([read("a.ts"), read("b.ts")]), "turn-2/reply": DONE }))
    expect(results(run.requests)).toEqual([
      `Task 1 read_file a.ts: done\n${FILES["a.ts"]}`,
      `Task 2 read_file b.ts: done\n${FILES["b.ts"]}`,
    ])
    expect(await eventsOf(run.played.store, "results.shown")).toEqual([
      { type: "results.shown", stage: "turn-1", results: [{ id: 1 }, { id: 2 }] },
    ])
    const [ended] = await eventsOf(run.played.store, "task.ended")
    expect(ended?.digest.length).toBeLessThan((FILES["a.ts"] ?? "").length)
  })

  it.each([
    [
      "phased",
      literal({
        "phase-1/round-1/plan/try-1": say("plan_tool_call", plan(task("read_file", { path: "a.ts" }))),
        "phase-1/round-1/judge/try-1": say("judge_tasks", complete([1])),
      }),
      "judge",
    ],
    [
      "rounds",
      scenario(
        {
          "round-1/plan/try-1": say("plan_tool_call", plan(task("read_file", { path: "a.ts" }))),
          "round-1/think/try-1": say("think", thought("Seen.", { task_completed: true })),
        },
        { options: { strategy: rounds } },
      ),
      "think",
    ],
  ])("are whole in a round of %s", async (_name, one, question) => {
    await using run = await shown({ ...one, files: FILES, model: () => heard(one.model()) })
    const asked = run.requests.find(({ purpose }) => purpose.key.includes(question))
    expect(asked?.messages.map((message) => message.text).join("\n")).toContain(FILES["a.ts"])
  })

  it("share what a round may bring: the largest is cut, says which lines it shows, and can be read on", async () => {
    const window = 16_000
    const lines = {
      ...turns([read("a.ts"), read("long.ts")], [{ call: "read_file", input: { path: "long.ts", start_line: 60 } }]),
      "turn-3/reply": DONE,
    }
    await using run = await shown(scenario(lines, {}, window))
    const [first, second, third] = results(run.requests)
    expect(first).toBe(`Task 1 read_file a.ts: done\n${FILES["a.ts"]}`)
    const [, last] =
      second?.match(/\[t1t2: lines 1-(\d+) of 1900 are shown\. Read on: read_file with start_line \d+\.\]$/) ?? []
    expect(second).toContain(`Read on: read_file with start_line ${Number(last) + 1}.`)
    expect(second).toContain(`long says this in line ${last} of it\n`)
    expect(third).toMatch(/Read on: read_file with start_line \d+\.\]$/)
    const [event] = await eventsOf(run.played.store, "results.shown")
    expect(event?.results).toEqual([{ id: 1 }, { id: 2, lines: `1-${last}`, tokens: 1600 }])
    expect(run.played.result.figures.saved.digesting).toBeGreaterThan(10_000)
  })

  it("of what failed show the ends and what went wrong between them", async () => {
    const broken = defineTool({
      name: "broken",
      description: "Fails at length.",
      input: z.object({}),
      access: "execute",
      repeat: "never",
      async execute() {
        throw new ToolFailure(
          text("build", 1000).replace("build says this in line 500 of it", "TypeError: in line 500"),
        )
      },
    })
    const lines = { ...turns([{ call: "broken", input: {} }]), "turn-2/reply": DONE }
    await using run = await shown(scenario(lines, { options: { tools: [broken, ...codingTools] } }, 16_000))
    const [only] = results(run.requests)
    expect(only).toMatch(/TypeError: in line 500\n.*build says this in line 1000 of it\n/s)
    expect(only).toMatch(
      /\[t1t1: lines 1-\d+, 500, \d+-1000 of 1000 are shown\. Read on: read_artifact t1t1, lines \d+-499\.\]$/,
    )
  })

  it("include what is read again from the log, by a task and by a judge", async () => {
    const lines = {
      ...turns([read("long.ts")], [{ call: "read_artifact", input: { id: "t1t1", lines: "1200-" } }]),
      "turn-3/reply": DONE,
    }
    await using run = await shown(scenario(lines))
    expect(results(run.requests)[1]).toContain("long says this in line 1200 of it\n")
    expect(results(run.requests)[1]).toContain("long says this in line 1899 of it\n")
    const judged = literal({
      "phase-1/round-1/plan/try-1": say("plan_tool_call", plan(task("read_file", { path: "long.ts" }))),
      "phase-1/round-1/judge/try-1": say("judge_tasks", unfinished({ open: ["p1r1t1:1000-1400"] })),
      "phase-1/round-1/judge-2/try-1": say("judge_tasks", complete([1])),
    })
    await using opened = await shown({ ...judged, files: FILES, model: () => heard(judged.model()) })
    const again = opened.requests.find(({ purpose }) => purpose.key.includes("judge-2"))
    expect(again && wordsOf(again)).toContain("long says this in line 1400 of it")
  })
})

describe("a result that still stands whole in the conversation", () => {
  const REPEATED = { ...turns([read("a.ts"), read("a.ts")], [read("a.ts"), read("b.ts")]), "turn-3/reply": DONE }

  it("is named instead of repeated, in the same reply too", async () => {
    await using run = await shown(scenario(REPEATED))
    expect(results(run.requests)).toEqual([
      `Task 1 read_file a.ts: done\n${FILES["a.ts"]}`,
      "Task 2 read_file a.ts: done\n[as in t1t1 above, unchanged]",
      "Task 3 read_file a.ts: done\n[as in t1t1 above, unchanged]",
      `Task 4 read_file b.ts: done\n${FILES["b.ts"]}`,
    ])
  })

  it("is shown anew once it changed", async () => {
    const lines = {
      ...turns(
        [read("a.ts")],
        [{ call: "write_file", input: { path: "a.ts", content: text("new", 60) } }],
        [read("a.ts")],
      ),
      "turn-4/reply": DONE,
    }
    await using run = await shown(scenario(lines))
    expect(results(run.requests)[2]).toBe(`Task 3 read_file a.ts: done\n${text("new", 60)}`)
  })

  it("is shown anew once its round was folded", async () => {
    const many = Object.fromEntries(Array.from({ length: 9 }, (_, index) => [`f${index}.ts`, text(`f${index}`, 150)]))
    const list = [read("a.ts"), ...Object.keys(many).map(read), read("a.ts")]
    const lines = { ...turns(...list.map((call) => [call])), [`turn-${list.length + 1}/reply`]: DONE }
    await using run = await shown(scenario(lines, { files: { ...FILES, ...many } }, 16_000))
    expect((await eventsOf(run.played.store, "context.compacted")).length).toBeGreaterThan(0)
    expect(results(run.requests).at(-1)).toBe(`Task 11 read_file a.ts: done\n${FILES["a.ts"]}`)
    for (const request of run.requests) expect(wordsOf(request)).not.toContain("above, unchanged")
  })

  it("reads the same after a crash, wherever it was, whatever window the model has by then", async () => {
    const told = async (beforeWrite: number) => {
      const one = scenario(REPEATED, {}, 16_000)
      await using stage = await setStage(one)
      let now = 0
      const store = new MemoryStore({ now: () => now })
      const dying = crashStore(store, beforeWrite)
      const model = one.model() as HeardModel
      await (await stage.agent(dying, model)).run(REQUEST).catch(() => undefined)
      const later = { ...model, contextWindow: 15_000 } as HeardModel
      if (dying.hasCrashed) {
        now += 60_000
        const [header] = await store.listRuns()
        await (await (await stage.agent(store, later)).resume(header?.id ?? "")).result
      }
      const last = model.requests.at(-1)
      return { hasCrashed: dying.hasCrashed, words: last ? wordsOf(last).replaceAll(stage.folder, "") : "" }
    }
    const { words } = await told(Number.POSITIVE_INFINITY)
    for (let write = 2; ; write++) {
      const crashed = await told(write)
      if (!crashed.hasCrashed) break
      expect(crashed.words, `write ${write}`).toBe(words)
    }
  })
})
