import { describe, expect, it } from "vitest"
import { ModelError } from "../../src/model/seam/model-error.ts"
import { react } from "../../src/strategies/react/react.ts"
import { rounds } from "../../src/strategies/rounds/rounds.ts"
import { keyedModel } from "../../src/testing/keyed-model.ts"
import { plan, say, task } from "../scenarios/lines.ts"
import { play } from "../scenarios/play.ts"
import { thought } from "../scenarios/rounds-scenarios.ts"
import { eventsOf } from "./front-door.ts"

describe("figures of calls", () => {
  it("count a call that was sent and not waited for, with its prompt by estimate", async () => {
    const late = new ModelError("timeout", "Model m sent no first byte within 120 s.")
    await using played = await play({
      name: "late",
      model: () => keyedModel({ "turn-1/reply": late, "end-1/plain": late }),
      options: { strategy: react },
    })
    const calls = await eventsOf(played.store, "model.called")
    expect(calls[0]).toMatchObject({ lost: true, usage: { completion: 0, prompt: expect.any(Number) } })
    expect(calls[0]?.usage.prompt).toBeGreaterThan(500)
    expect(played.result.usage.calls).toBe(calls.length)
  })

  it("count nothing that was refused", async () => {
    const refused = new ModelError("auth", "The key was refused.", { status: 401 })
    await using played = await play({
      name: "refused",
      model: () => keyedModel({ "turn-1/reply": refused }),
      options: { strategy: react },
    })
    expect(played.result.usage).toMatchObject({ calls: 0, prompt: 0 })
  })
})

describe("what is said at the end", () => {
  it("is what the log shows where the model's summary is one word", async () => {
    const lines = { "turn-1/reply": { call: "list_files", input: {} }, "end-1/plain": "User" }
    const options = { strategy: react, limits: { max_iterations: 1 } }
    await using played = await play({ name: "one word", model: () => keyedModel(lines), options })
    expect(played.result.summary).not.toContain("User")
    expect(played.result.summary.length).toBeGreaterThan(20)
  })

  it("is the model's answer, though that be one word", async () => {
    const lines = { "turn-1/reply": say("task_done", { summary: "Paris" }) }
    const request = "What is the capital of France?"
    const options = { strategy: react }
    await using played = await play({ name: "answer", request, model: () => keyedModel(lines), options })
    expect(played.result.summary).toBe("Paris")
  })

  it("says that what is left is too little for the next round", async () => {
    const lines = {
      "round-1/plan/try-1": say("plan_tool_call", plan(task("list_files", {}))),
      "round-1/think/try-1": say("think", thought("More is to be done.", { task_completed: false })),
    }
    await using played = await play({
      name: "short",
      model: () => keyedModel(lines),
      options: { strategy: rounds, settings: { fuse: false }, limits: { max_iterations: 4 } },
    })
    expect(played.result.reason).toMatch(/needs more than the 1 left \(3 of 4 used\)/)
  })
})
