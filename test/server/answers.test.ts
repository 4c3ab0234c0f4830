import { describe, expect, it } from "vitest"
import { createAgent } from "../../src/agent.ts"
import { openStore } from "../../src/journal/open-store.ts"
import { KeelsonError } from "../../src/protocol/log/keelson-error.ts"
import { phased } from "../../src/strategies/phased/phased.ts"
import { react } from "../../src/strategies/react/react.ts"
import { clarified } from "../scenarios/phased-scenarios.ts"
import { bell } from "../scenarios/play.ts"
import { gated, ringer } from "./models.ts"
import { ended, type Place, place, readStream, waiting } from "./place.ts"

/** A run that another process started, with its own hold of the store. */
async function startedElsewhere(there: Place, model = ringer() as Parameters<typeof createAgent>[0]["model"]) {
  const store = await openStore(`${there.root}/state`)
  const { workspace } = there
  const options = { model, store, workspace, tools: [bell().tool], strategy: react, secrets: {} } as const
  return { store, run: await (await createAgent({ ...options, approve: "ask" })).start("Ring the bell.") }
}

describe("an answer", () => {
  it("in words goes to the question that was asked, and on with the run", async () => {
    const agent = { strategy: phased, ...clarified.options }
    await using there = await place({ model: clarified.model(), agent })
    const id = await there.start("Please put the house in order, everything.")
    expect(await waiting(there, id)).toMatchObject({ need_clarification: true, questions: [{ kind: "clarification" }] })
    expect((await there.post(`/api/runs/${id}/approve`, { decision: "allow" })).status).toBe(409)
    const reply = await there.post(`/api/runs/${id}/answer`, { text: "The red one, today." })
    expect(await reply.json()).toEqual({ run_id: id, live: true })
    expect(await ended(there, id)).toMatchObject({ outcome: "done" })
    expect((await there.post(`/api/runs/${id}/answer`, { text: "Or the blue one." })).status).toBe(409)
  })

  it("to a run that was started elsewhere and waits is taken up here", async () => {
    await using there = await place({ model: ringer() })
    const { store, run } = await startedElsewhere(there)
    expect((await run.result).outcome).toBe("waiting")
    await store.close()
    const reply = await there.post(`/api/runs/${run.id}/approve`, { decision: "allow" })
    expect(await reply.json()).toEqual({ run_id: run.id, live: true })
    expect(await ended(there, run.id)).toMatchObject({ outcome: "done" })
    expect(there.rung).toEqual(["a"])
  })

  it("is kept even if the run can't be gone on with, and the reply says why", async () => {
    await using there = await place({ model: ringer(), agent: { approve: "ask" } })
    const id = await there.start()
    await waiting(there, id)
    const agentToResume = async () => {
      throw new KeelsonError("bad_model", "refused", "no model is configured.")
    }
    const next = await there.another({ host: { ...there.host, agentToResume } })
    const reply = await fetch(new URL(`/api/runs/${id}/approve`, next.url), {
      method: "POST",
      headers: { authorization: `Bearer ${next.token}`, "content-type": "application/json" },
      body: JSON.stringify({ decision: "allow" }),
    })
    expect(await reply.json()).toEqual({
      run_id: id,
      live: false,
      hint: expect.stringContaining("no model is configured"),
    })
    expect((await there.post(`/api/runs/${id}/resume`)).status).toBe(200)
    expect(await ended(there, id)).toMatchObject({ outcome: "done" })
  })
})

describe("two answers to one question", () => {
  /** A run with an approval, and the id of its question. */
  const asking = async (there: Place) => {
    const id = await there.start()
    const { questions } = await waiting(there, id)
    return { id, question: questions[0]?.id ?? "" }
  }

  it("in the same moment: one stands, the other is told which, and when", async () => {
    await using there = await place({ model: ringer(), agent: { approve: "ask" } })
    const { id, question } = await asking(there)
    const replies = await Promise.all(
      ["allow", "deny"].map((decision) => there.post(`/api/runs/${id}/approve`, { question, decision })),
    )
    expect(replies.map(({ status }) => status)).toEqual([200, 409])
    expect(await replies[1]?.json()).toEqual({
      error: {
        code: "already_answered",
        message: "Answered elsewhere meanwhile: allowed.",
        decided: { decision: "allow", at: expect.any(Number) },
      },
    })
    expect(await ended(there, id)).toMatchObject({ outcome: "done" })
  })

  it("of which the first came from another process", async () => {
    await using there = await place({ model: ringer() })
    const { store, run } = await startedElsewhere(there)
    const { questions } = await run.result
    const agent = await createAgent({ model: ringer(), store, workspace: there.workspace, secrets: {} })
    await agent.answer(run.id, { kind: "approval", decision: "deny", reason: "too loud" })
    await store.close()
    const answer = { question: questions[0]?.id, decision: "allow" }
    const reply = await there.post(`/api/runs/${run.id}/approve`, answer)
    expect(reply.status).toBe(409)
    expect(await reply.json()).toMatchObject({
      error: { code: "already_answered", decided: { decision: "deny", reason: "too loud" } },
    })
  })

  it("that was never asked: there is nothing to tell", async () => {
    await using there = await place({ model: ringer(), agent: { approve: "ask" } })
    const { id } = await asking(there)
    const reply = await there.post(`/api/runs/${id}/approve`, { question: "no-such", decision: "allow" })
    expect(reply.status).toBe(409)
    expect(await reply.json()).toEqual({ error: { code: "conflict", message: `Run ${id} has no question "no-such".` } })
  })
})

describe("a run that another process carries out", () => {
  it("is left to it, but told to end", async () => {
    await using there = await place({ model: ringer() })
    const model = gated(ringer(), "turn-1/reply")
    const { store, run } = await startedElsewhere(there, model)
    await model.reached
    expect((await there.post(`/api/runs/${run.id}/resume`)).status).toBe(409)
    const reply = await there.post(`/api/runs/${run.id}/cancel`, { reason: "enough" })
    expect(await reply.json()).toEqual({ run_id: run.id, live: true })
    expect(await run.result).toMatchObject({ outcome: "cancelled", reason: "enough" })
    const events = await readStream(there, run.id)
    expect(events.at(-1)).toMatchObject({ name: "end", data: { outcome: "cancelled" } })
    await store.close()
  })
})
