import { expect, it } from "vitest"
import { createAgent } from "../../src/agent.ts"
import { workOnRun } from "../../src/cli/cluster/work-on-run.ts"
import type { LogEntry } from "../../src/journal/run-store.ts"
import { cancelKey } from "../../src/run/lifecycle/cancel-key.ts"
import { readRun } from "../../src/run/lifecycle/orchestrator.ts"
import { react } from "../../src/strategies/react/react.ts"
import { bell } from "../scenarios/play.ts"
import { ringer } from "./models.ts"
import { place } from "./place.ts"

/* A run that changes hands while somebody cancels it. */

const CANCELLED = { type: "cancel.requested", by: "user", reason: "enough" } as const

it("ends if it is just being given back, because it waits", async () => {
  await using there = await place({ model: ringer(), agent: { approve: "ask" } })
  const release = there.store.release.bind(there.store)
  const cancelled = Promise.withResolvers<Response>()
  there.store.release = async (lease) => {
    there.store.release = release
    cancelled.resolve(there.post(`/api/runs/${lease.runId}/cancel`, { reason: "enough" }))
    const isTold = ({ record }: LogEntry) => record.kind === "event" && record.event.type === "cancel.requested"
    await expect.poll(async () => (await there.store.load(lease.runId)).some(isTold)).toBe(true)
    await release(lease)
  }
  const id = await there.start()
  expect(await (await cancelled.promise).json()).toEqual({ run_id: id, live: false })
  expect((await readRun(there.store, id)).result).toMatchObject({ outcome: "cancelled", reason: "enough" })
})

it("ends if a worker takes it up before whoever cancels it can, and is not taken for resumed", async () => {
  await using there = await place({ model: ringer() })
  const { store, workspace } = there
  const agent = await createAgent({
    model: ringer(),
    store,
    workspace,
    strategy: react,
    tools: [bell().tool],
    secrets: {},
  })
  const id = await agent.forOthers.start("Ring the bell.")
  await store.signal(id, { key: cancelKey(1), at: 0, record: { kind: "event", event: CANCELLED } })
  const carrying = await workOnRun(there.host, id)
  expect(typeof carrying === "string" ? carrying : await carrying.carried).toBe("settled")
  expect((await readRun(store, id)).result).toMatchObject({ outcome: "cancelled", reason: "enough" })
})
