import { describe, expect, it } from "vitest"
import { MemoryStore } from "../../src/journal/memory-store.ts"
import type { ModelRequest } from "../../src/model/seam/model.ts"
import { RunOverError } from "../../src/run/lifecycle/requests/tell.ts"
import { react } from "../../src/strategies/react/react.ts"
import { crashStore } from "../../src/testing/crash-store.ts"
import { keyedModel } from "../../src/testing/keyed-model.ts"
import type { ScriptLine } from "../../src/testing/script-line.ts"
import { eventsOf, heard } from "../guards/front-door.ts"
import { parallel } from "./phased-scenarios.ts"
import { REQUEST, type Scenario, setStage } from "./play.ts"
import { requestAt } from "./requests.ts"
import { playTold, type Telling, whileAsked } from "./told-run.ts"

const ring = (name: string): ScriptLine => ({ call: "ring", input: { name } })
const done = (summary: string): ScriptLine => ({ call: "task_done", input: { summary } })

const working: Scenario = {
  name: "react: told on the way",
  model: () =>
    keyedModel({
      "turn-1/reply": ring("a"),
      "turn-2/reply": ring("b"),
      "turn-3/reply": done("Both bells rang."),
      "closing-1/turn-1/reply": ring("c"),
      "closing-1/turn-2/reply": done("All three bells rang."),
    }),
  options: { strategy: react },
}

/** Nothing in it is in doubt after a crash. */
const reading: Scenario = {
  name: "react: reads, and is told on the way",
  request: "What do the notes say?",
  files: { "a.txt": "one\n", "b.txt": "two\n" },
  model: () =>
    keyedModel({
      "turn-1/reply": { call: "read_file", input: { path: "a.txt" } },
      "turn-2/reply": { call: "read_file", input: { path: "b.txt" } },
      "turn-3/reply": done("One and two."),
    }),
  options: { strategy: react },
}

const texts = (request: ModelRequest) => request.messages.map(({ text }) => text)
const saying = (request: ModelRequest, text: string) => texts(request).filter((told) => told.includes(text)).length

describe("what is said to a run on its way", () => {
  it("is heard before the next call, as the user's own word, and once", async () => {
    const { requests, result, store } = await playTold(working, { at: "turn-1/reply", text: "Mind the cat." })
    expect(saying(requestAt(requests, "turn-1/reply"), "Mind the cat.")).toBe(0)
    expect(requestAt(requests, "turn-2/reply").messages.at(-1)).toMatchObject({
      role: "user",
      text: expect.stringContaining("Mind the cat."),
    })
    expect(saying(requestAt(requests, "turn-3/reply"), "Mind the cat.")).toBe(1)
    expect(result.outcome).toBe("done")
    expect(await eventsOf(store, "words.heard")).toEqual([{ type: "words.heard", stage: "turn-2", upto: 1 }])
  })

  it("is heard from another process too, in the order in which it was said", async () => {
    const { requests } = await playTold(
      working,
      { at: "turn-1/reply", text: "First word.", by: "other" },
      { at: "turn-2/reply", text: "Second word." },
    )
    const all = texts(requestAt(requests, "turn-3/reply")).join("\n")
    expect(all.indexOf("First word.")).toBeGreaterThan(0)
    expect(all.indexOf("Second word.")).toBeGreaterThan(all.indexOf("First word."))
  })

  it.each(["user", "other"] as const)("overtakes the call under way, said by the %s process", async (by) => {
    const said = { at: "turn-2/reply", text: "Mind the cat.", now: true, ...(by === "other" ? { by } : {}) } as const
    const { requests, result, store, rung } = await playTold(working, said)
    const [asked, again, ...more] = requests.filter(({ purpose }) => purpose.key === "turn-2/reply")
    expect(more).toEqual([])
    expect([asked, again].map((request) => request && saying(request, "Mind the cat."))).toEqual([0, 1])
    expect(saying(requestAt(requests, "turn-3/reply"), "Mind the cat.")).toBe(1)
    expect(rung).toEqual(["a", "b"])
    expect(result.outcome).toBe("done")
    // What was broken off was paid for.
    expect((await eventsOf(store, "model.called")).filter((event) => "lost" in event && event.lost)).toHaveLength(1)
  })

  it("overtakes the same call again and again, and each word stands where it was said", async () => {
    const at = "turn-2/reply"
    const { requests, result } = await playTold(
      working,
      { at, text: "Mind the cat.", now: true },
      { at, text: "And the dog.", now: true },
    )
    const all = texts(requestAt(requests, "turn-3/reply")).join("\n")
    expect(all.indexOf("And the dog.")).toBeGreaterThan(all.indexOf("Mind the cat."))
    expect(result.usage.calls).toBe(5)
  })

  it("reaches phases side by side, each once", async () => {
    const { requests, store } = await playTold(parallel, { at: "phases/try-1", text: "Mind the cat." })
    const plans = requests.filter(({ purpose }) => purpose.key.endsWith("round-1/plan/try-1"))
    expect(plans).toHaveLength(3)
    expect(plans.map((request) => saying(request, "Mind the cat."))).toEqual([1, 1, 1])
    expect((await eventsOf(store, "words.heard")).length).toBeGreaterThanOrEqual(3)
  })

  it("is not passed over by an end: the run goes back to work", async () => {
    const { result, rung } = await playTold(working, { at: "turn-3/reply", text: "Ring c as well." })
    expect(rung).toEqual(["a", "b", "c"])
    expect(result).toMatchObject({ outcome: "done" })
    expect(result.message).toContain("All three bells rang.")
  })

  it("is named in the facts where the run can't go on for it", async () => {
    const limited = { ...working, options: { ...working.options, limits: { max_iterations: 3 } } }
    const { result } = await playTold(limited, { at: "turn-3/reply", text: "Ring c as well." })
    expect(result.outcome).toBe("incomplete")
    expect(result.message).toContain("Ring c as well.")
  })

  it("is kept without secrets, and refused once the run has ended", async () => {
    const secretive = { ...working, options: { ...working.options, secrets: { API_TOKEN: "hunter2-hunter2" } } }
    const { store, agent, result } = await playTold(secretive, { at: "turn-1/reply", text: "Use hunter2-hunter2." })
    expect(await eventsOf(store, "word.added")).toMatchObject([{ text: "Use {{secret:API_TOKEN}}.", by: "user" }])
    await expect(agent.tell(result.run_id, "One more thing.")).rejects.toThrow(RunOverError)
    await expect(agent.tell(result.run_id, " ")).rejects.toThrow("nothing to tell")
  })

  it.each([
    ["", { at: "turn-1/reply", text: "Mind the cat." }],
    [", also where it overtook one", { at: "turn-1/reply", text: "Mind the cat.", now: true }],
  ] as const)("stands where it stood after a crash: every later call is asked in the same words%s", async (_, say) => {
    const whole = await playTold(reading, say)
    const asked = new Map(whole.requests.map((request) => [request.purpose.key, texts(request).slice(1)]))
    let compared = 0
    for (let write = 3; ; write++) {
      const resumed = await crashedAndResumed(write, say)
      if (!resumed) break
      compared += resumed.length
      for (const request of resumed) expect(texts(request).slice(1)).toEqual(asked.get(request.purpose.key))
    }
    expect(compared).toBeGreaterThan(5)
  })
})

/** What is asked after a crash before that write; nothing once the run has fewer. Where it dies before the word was said, it is said then. */
async function crashedAndResumed(beforeWrite: number, say: Telling): Promise<readonly ModelRequest[] | undefined> {
  await using stage = await setStage(reading)
  let now = 1_000_000
  const store = new MemoryStore({ now: () => now })
  const dying = crashStore(store, beforeWrite)
  const tell = async ({ text, now: isNow }: Telling) => {
    const [header] = await store.listRuns()
    const said = await eventsOf(store, "word.added")
    if (said.length > 0) return false
    await other.tell(header?.id ?? "", text, { now: isNow })
    return true
  }
  const other = await stage.agent(store, reading.model())
  const first = await stage.agent(dying, whileAsked(reading.model(), [say], tell))
  await first.run(reading.request ?? REQUEST).catch(() => undefined)
  if (!dying.hasCrashed) return undefined
  now += 15_001
  const model = heard(whileAsked(reading.model(), [say], tell))
  const agent = await stage.agent(store, model)
  const [header] = await store.listRuns()
  await (await agent.resume(header?.id ?? "")).result
  // Who has not answered yet hears it at once.
  const isEarly = model.requests.some(({ purpose }) => purpose.key === "turn-1/reply")
  return isEarly ? [] : model.requests
}
