import { describe, expect, it } from "vitest"
import { createAgent } from "../../src/agent.ts"
import { readRun } from "../../src/run/lifecycle/orchestrator.ts"
import { phased } from "../../src/strategies/phased/phased.ts"
import { react } from "../../src/strategies/react/react.ts"
import { clarified } from "../scenarios/phased-scenarios.ts"
import { bell } from "../scenarios/play.ts"
import { ringer } from "./models.ts"
import { ended, type Place, place, waiting } from "./place.ts"

/* A run that has ended asks nothing, and nobody's answer revives it. */

/** A run that was cancelled while it asked, and the question. */
async function cancelledAtQuestion(there: Place) {
  const id = await there.start()
  const { questions } = await waiting(there, id)
  await there.post(`/api/runs/${id}/cancel`, { reason: "looks wrong" })
  return { id, question: questions[0]?.id ?? "" }
}

const REFUSED = {
  code: "run_ended",
  message: expect.stringMatching(/^Run .+ has ended \(cancelled\): it asks nothing any more, and takes no answer\.$/),
  hint: "Resumed, it asks again.",
}

async function refusal(reply: Response) {
  return [reply.status, ((await reply.json()) as { error: object }).error]
}

/** Somebody else who cancels the run, past the server. */
async function cancelElsewhere({ store, workspace }: Place, id: string): Promise<void> {
  const options = { model: ringer(), store, workspace, strategy: react, tools: [bell().tool], secrets: {} }
  await (await createAgent(options)).cancel(id, "looks wrong")
}

describe("an answer to a run that has ended", () => {
  it.each(["allow", "allow_always", "deny"])("%s is refused, and the run stays ended", async (decision) => {
    await using there = await place({ model: ringer(), agent: { approve: "ask" } })
    const { id, question } = await cancelledAtQuestion(there)
    const before = await there.store.lastSeq(id)
    const approve = `/api/runs/${id}/approve`
    expect(await refusal(await there.post(approve, { decision, question }))).toEqual([
      409,
      expect.objectContaining(REFUSED),
    ])
    expect(await refusal(await there.post(approve, { decision }))).toEqual([409, expect.objectContaining(REFUSED)])
    expect(await there.store.lastSeq(id)).toBe(before)
    expect(there.rung).toEqual([])
    const listed = (await (await there.fetch("/api/runs")).json()) as { runs: object[] }
    expect(listed.runs).toMatchObject([{ id, state: "CANCELLED", questions: 0, live: false }])
    expect((await readRun(there.store, id)).result).toMatchObject({ outcome: "cancelled", questions: [] })
  })

  it("in words is refused", async () => {
    await using there = await place({ model: clarified.model(), agent: { strategy: phased, ...clarified.options } })
    const { id, question } = await cancelledAtQuestion(there)
    const answer = await there.post(`/api/runs/${id}/answer`, { text: "The red one.", question })
    expect(await refusal(answer)).toEqual([409, expect.objectContaining(REFUSED)])
  })

  it("in the moment in which it is cancelled is refused", async () => {
    await using there = await place({ model: ringer(), agent: { approve: "ask" } })
    const id = await there.start()
    await waiting(there, id)
    const signal = there.store.signal.bind(there.store)
    there.store.signal = async (...answer) => {
      there.store.signal = signal
      await cancelElsewhere(there, id)
      return signal(...answer)
    }
    const reply = await there.post(`/api/runs/${id}/approve`, { decision: "allow" })
    expect(await refusal(reply)).toEqual([409, expect.objectContaining(REFUSED)])
    expect(there.rung).toEqual([])
    expect((await readRun(there.store, id)).result).toMatchObject({ outcome: "cancelled" })
  })

  it("recorded right before it is cancelled does not take it up again", async () => {
    await using there = await place({ model: ringer(), agent: { approve: "ask" } })
    const id = await there.start()
    await waiting(there, id)
    const agentToResume: typeof there.host.agentToResume = async (...wish) => {
      await cancelElsewhere(there, id)
      return there.host.agentToResume(...wish)
    }
    const next = await there.another({ host: { ...there.host, agentToResume } })
    const reply = await fetch(new URL(`/api/runs/${id}/approve`, next.url), {
      method: "POST",
      headers: { authorization: `Bearer ${next.token}`, "content-type": "application/json" },
      body: JSON.stringify({ decision: "allow" }),
    })
    expect(await reply.json()).toMatchObject({ run_id: id, live: false, hint: expect.stringContaining("has ended") })
    expect((await readRun(there.store, id)).result).toMatchObject({ outcome: "cancelled" })
    expect(there.rung).toEqual([])
  })

  it("is taken again once the run was resumed, and asked anew", async () => {
    await using there = await place({ model: ringer(), agent: { approve: "ask" } })
    const { id, question } = await cancelledAtQuestion(there)
    for (const _ of ["again", "and again"]) {
      expect((await there.post(`/api/runs/${id}/resume`)).status).toBe(200)
      expect(await waiting(there, id)).toMatchObject({ outcome: "waiting", questions: [{ id: question }] })
      await there.post(`/api/runs/${id}/cancel`)
      expect((await readRun(there.store, id)).result.questions).toEqual([])
    }
    await there.post(`/api/runs/${id}/resume`)
    await waiting(there, id)
    expect((await there.post(`/api/runs/${id}/approve`, { decision: "allow", question })).status).toBe(200)
    expect(await ended(there, id)).toMatchObject({ outcome: "done", questions: [] })
    expect(there.rung).toEqual(["a"])
    const late = await there.post(`/api/runs/${id}/approve`, { decision: "deny", question })
    expect(await refusal(late)).toEqual([409, expect.objectContaining({ code: "already_answered" })])
  })
})
