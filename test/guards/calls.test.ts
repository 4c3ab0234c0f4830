import { describe, expect, it } from "vitest"
import type { Agent } from "../../src/agent.ts"
import { MemoryStore } from "../../src/journal/memory-store.ts"
import type { OpenedCall } from "../../src/protocol/api/call-api.ts"
import { react } from "../../src/strategies/react/react.ts"
import { keyedModel } from "../../src/testing/keyed-model.ts"
import { reply } from "../../src/testing/script-line.ts"
import { complete, plan, ring, say } from "../scenarios/lines.ts"
import { clarified } from "../scenarios/phased-scenarios.ts"
import { type Played, play, REQUEST, type Scenario, setStage } from "../scenarios/play.ts"
import { toolsThenDone } from "../scenarios/react-scenarios.ts"
import { gated } from "../server/models.ts"
import { heard, literal } from "./front-door.ts"

async function openAll(agent: Agent, runId: string): Promise<OpenedCall[]> {
  const lines = await agent.calls(runId)
  return (await Promise.all(lines.map(({ n }) => agent.call(runId, n)))).flatMap((call) => call ?? [])
}

const opened = ({ agent, result }: Played) => openAll(agent, result.run_id)

/** Turns that each look at a long file, in one conversation. */
function manyTurns(turns: number, options: Scenario["options"] = {}): Scenario {
  const lines = Array.from({ length: turns }, (_, n) => [
    `turn-${n + 1}/reply`,
    { call: "ring", input: { name: `bell-${n}` } },
  ])
  return {
    name: "many turns",
    model: () => keyedModel({ ...Object.fromEntries(lines), [`turn-${turns + 1}/reply`]: "All rung." }),
    options: { strategy: react, ...options },
  }
}

async function keptBytes({ store, result }: Played): Promise<number> {
  const kept = await store.listBlobs(result.run_id, "call ")
  return kept.reduce((sum, { bytes }) => sum + bytes, 0)
}

describe("a call of the model", () => {
  it("shows what was sent, byte for byte, and what came back", async () => {
    const scenario = { ...toolsThenDone, model: () => heard(toolsThenDone.model()) }
    await using played = await play(scenario)
    const { requests } = played.model as ReturnType<typeof heard>
    const calls = await opened(played)
    expect(calls.map(({ key }) => key)).toEqual(requests.map(({ purpose }) => purpose.key))
    for (const [index, call] of calls.entries()) {
      const { messages = [], tools = [] } = requests[index] ?? {}
      const sent = call.sent ?? []
      expect(sent.filter(({ kind }) => kind === "tool").map(({ name }) => name)).toEqual(tools.map(({ name }) => name))
      const words = sent.filter(({ kind }) => kind !== "tool" && kind !== "form")
      expect(words.map(({ text }) => text)).toEqual(messages.map(({ text }) => text))
    }
    expect(calls[0]).toMatchObject({ n: 1, of: calls.length, control: "turn", model: "keyed:model", rung: "auto" })
    expect(calls[0]?.reply?.calls[0]).toMatchObject({ name: "ring" })
    expect(calls[0]?.usage?.prompt).toBeGreaterThan(0)
  })

  it("tells what is new since the call that it goes on from", async () => {
    await using played = await play(manyTurns(3))
    const calls = await opened(played)
    expect(calls[0]?.before).toBeNull()
    expect(calls[1]?.before).toEqual({ n: 1, gone: [] })
    const fresh = calls[1]?.sent?.filter(({ same }) => !same)
    expect(fresh?.map(({ kind }) => kind)).toEqual(["assistant", "result"])
  })

  it("says in which lines a section differs that stood there before", async () => {
    const lines = Array.from({ length: 2000 }, (_, n) => `Line ${n} of a long request.`)
    await using played = await play({ ...clarified, request: lines.join("\n") })
    const [, second] = await opened(played)
    const changed = second?.sent?.filter(({ difference }) => difference !== undefined) ?? []
    expect(changed.map(({ kind }) => kind)).toEqual(["user"])
    const [difference = ""] = changed.map(({ difference }) => difference)
    expect(difference).toMatch(/^\+.*The red one, today\.$/m)
    expect(difference.length).toBeLessThan(1000)
    expect(second?.before).toEqual({ n: 1, gone: [] })
  })

  it("may say the same several times over, and every call of a long chain opens whole", async () => {
    const same = Array.from({ length: 40 }, (_, n) => [
      `turn-${n + 1}/reply`,
      { call: "ring", input: { name: "again" } },
    ])
    const lines = { ...Object.fromEntries(same), "turn-41/reply": "All rung." }
    const options = { strategy: react, settings: { reflection: "off" } }
    await using played = await play({ name: "again", model: () => heard(keyedModel(lines)), options })
    const { requests } = played.model as ReturnType<typeof heard>
    const calls = await opened(played)
    expect(calls.length).toBe(requests.length)
    for (const [index, { sent }] of calls.entries()) {
      const words = (sent ?? []).filter(({ kind }) => kind !== "tool" && kind !== "form")
      expect(words.map(({ text }) => text)).toEqual(requests[index]?.messages.map(({ text }) => text))
    }
  })

  it("has its repairs with their reasons", async () => {
    await using played = await play(
      literal({
        "phase-1/round-1/plan/try-1": say("plan_tool_call", { tasks: "none" }),
        "phase-1/round-1/plan/try-2": say("plan_tool_call", plan(ring("a"))),
        "phase-1/round-1/judge/try-1": say("judge_tasks", complete([1])),
      }),
    )
    const [first, second] = (await opened(played)).filter(({ control }) => control === "plan_tool_call")
    expect(first?.issues.length).toBeGreaterThan(0)
    expect(second?.attempt).toBe(2)
    expect(second?.issues).toEqual([])
    expect(second?.sent?.at(-1)?.text).toContain(first?.issues[0])
  })

  it("is kept by what is new in it, not by all that was sent", async () => {
    await using few = await play(manyTurns(2))
    await using many = await play(manyTurns(40))
    const [start, whole] = [await keptBytes(few), await keptBytes(many)]
    expect((whole - start) / 38).toBeLessThan(start / 10)
    expect((await opened(many)).at(-1)?.sent?.filter(({ kind }) => kind === "result")).toHaveLength(40)
  })

  it("is bounded, and says how much is missing", async () => {
    const ring = { call: "ring", input: { name: "a" } }
    const lines = {
      "turn-1/reply": reply({ text: `Go. ${"x".repeat(400_000)}`, calls: [ring] }),
      "turn-2/reply": "All rung.",
    }
    await using played = await play({ ...manyTurns(1), model: () => keyedModel(lines) })
    const said = (await opened(played)).at(-1)?.sent?.find(({ kind, text }) => kind === "assistant" && /xxx/.test(text))
    expect(said?.text.length).toBeLessThanOrEqual(64_000)
    expect((said?.text.length ?? 0) + (said?.cut ?? 0)).toBeGreaterThanOrEqual(400_000)
  })

  it("is not kept where that is switched off; what the log has is shown all the same", async () => {
    await using played = await play(manyTurns(2, { keepCalls: false }))
    expect(await keptBytes(played)).toBe(0)
    const calls = await opened(played)
    expect(calls).toHaveLength(3)
    expect(calls[0]).toMatchObject({ kept: false, sent: null, before: null })
    expect(calls[0]?.reply?.calls[0]?.name).toBe("ring")
  })

  it("whose process died has no reply, and goes once the same is asked again", async () => {
    await using stage = await setStage(toolsThenDone)
    const store = new MemoryStore()
    const model = gated(toolsThenDone.model(), "turn-2/reply")
    const agent = await stage.agent(store, model)
    const run = await agent.start(REQUEST)
    await model.reached
    await expect.poll(async () => (await store.listBlobs(run.id, "call ")).length).toBe(2)
    await run.detach()
    const left = await openAll(agent, run.id)
    expect(left.map(({ n, key, ms, reply }) => [n, key, ms === null, reply === null])).toEqual([
      [1, "turn-1/reply", false, false],
      [2, "turn-2/reply", true, true],
    ])
    expect(left[1]?.sent?.at(-1)).toMatchObject({ kind: "result", text: expect.stringContaining("Wrote note.txt") })

    const other = await stage.agent(store, toolsThenDone.model())
    await (await other.resume(run.id)).result
    const calls = await openAll(other, run.id)
    expect(calls.map(({ key }) => key)).toEqual(["turn-1/reply", "turn-2/reply"])
    expect(calls.every(({ reply }) => reply !== null)).toBe(true)
    // What a process before it had sent is not kept once more.
    const [, , again] = await store.listBlobs(run.id, "call ")
    expect(again?.bytes).toBeLessThan(1000)
    expect(calls[1]?.sent?.length).toBe(left[1]?.sent?.length)
  })

  it("goes with its run", async () => {
    await using played = await play(manyTurns(1))
    await played.store.removeRun(played.result.run_id)
    await expect(played.agent.calls(played.result.run_id)).rejects.toThrow()
  })

  it("that there is none of is none", async () => {
    await using played = await play(manyTurns(1))
    expect(await played.agent.call(played.result.run_id, 99)).toBeUndefined()
    expect(await played.agent.call(played.result.run_id, 0)).toBeUndefined()
  })
})
