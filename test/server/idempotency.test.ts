import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, it, onTestFinished } from "vitest"
import { createAgent } from "../../src/agent.ts"
import { MemoryStore } from "../../src/journal/memory-store.ts"
import { KeyReusedError, RunStartedError } from "../../src/run/lifecycle/requests/start-once.ts"
import { react } from "../../src/strategies/react/react.ts"
import { keyedModel } from "../../src/testing/keyed-model.ts"
import { ManualClock } from "../../test/support/manual-clock.ts"
import { ringer } from "./models.ts"
import { ended, place } from "./place.ts"

const DAY_MS = 86_400_000

type Place = Awaited<ReturnType<typeof place>>

async function started(there: Place, key: string, body: object) {
  const reply = await there.fetch("/api/runs", {
    method: "POST",
    body: JSON.stringify(body),
    headers: { "content-type": "application/json", "idempotency-key": key },
  })
  const { run_id, error } = (await reply.json()) as { run_id?: string; error?: { code: string } }
  return { status: reply.status, run_id, code: error?.code, again: reply.headers.get("idempotent-replayed") }
}

it("one key starts one run, however often, at once, at whichever server, during it and after its end", async () => {
  await using there = await place({ model: ringer() })
  const wish = { request: "Ring the bell" }
  const many = await Promise.all(Array.from({ length: 8 }, () => started(there, "order-7", wish)))
  const ids = new Set(many.map(({ run_id }) => run_id))
  expect(ids.size).toBe(1)
  expect(many.map(({ status }) => status)).toEqual(many.map(() => 201))
  expect(many.filter(({ again }) => again === null)).toHaveLength(1)
  const [id = ""] = ids
  await ended(there, id)
  expect(await started(there, "order-7", wish)).toMatchObject({ run_id: id, again: "true" })
  const other = await there.another()
  const { token, url } = other
  const reply = await fetch(new URL("/api/runs", url), {
    method: "POST",
    body: JSON.stringify(wish),
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json", "idempotency-key": "order-7" },
  })
  expect(await reply.json()).toEqual({ run_id: id })
  expect([await there.store.listRuns(), there.rung]).toMatchObject([[{ id }], ["a"]])
})

it("another body under the same key is refused, another key is another run, and no key promises nothing", async () => {
  await using there = await place({ model: ringer() })
  const first = await started(there, "k", { request: "Ring the bell" })
  expect(await started(there, "k", { request: "Ring it twice" })).toMatchObject({
    status: 409,
    code: "idempotency_key_reused",
  })
  expect(await started(there, "two words", { request: "Ring" })).toMatchObject({ status: 400, code: "bad_request" })
  await ended(there, first.run_id ?? "")
  const second = await started(there, "l", { request: "Ring the bell" })
  expect(second).toMatchObject({ status: 201, again: null })
  expect(second.run_id).not.toBe(first.run_id)
})

it("a program hears which run its key has started, over midnight too, and not after two days", async () => {
  const clock = new ManualClock()
  // A minute before midnight.
  clock.advance(DAY_MS - (clock.now() % DAY_MS) - 60_000)
  const workspace = await mkdtemp(join(tmpdir(), "keelson-once-"))
  onTestFinished(() => rm(workspace, { recursive: true, force: true }))
  const store = new MemoryStore()
  const model = keyedModel({ "turn-1/reply": "It is four." })
  const agent = await createAgent({ model, store, clock, strategy: react, tools: [], workspace })
  const begin = (request: string) => agent.start(request, { once: { key: "sum-1" } })
  const { id, result } = await begin("What is two and two?")
  await result
  clock.advance(120_000)
  await expect(begin("What is two and two?")).rejects.toSatisfy(
    (error) => error instanceof RunStartedError && error.runId === id,
  )
  await expect(begin("What is three and three?")).rejects.toBeInstanceOf(KeyReusedError)
  clock.advance(2 * DAY_MS)
  expect((await begin("What is two and two?")).id).not.toBe(id)
})
