import { expect, it } from "vitest"
import { type Agent, createAgent } from "../../src/agent.ts"
import { MemoryStore } from "../../src/journal/memory-store.ts"
import type { Lease, LogEntry, NewEntry, Owner } from "../../src/journal/run-store.ts"
import { RunBusyError } from "../../src/journal/store-error.ts"
import { keyedModel } from "../../src/testing/keyed-model.ts"
import { codingTools } from "../../src/tools/code/index.ts"
import { type Fixture, makeFixture } from "../support/tool-fixture.ts"

/* Somebody cancels a run in the moment in which it goes to wait: neither its runner nor anybody else would look again. */

/** Something happens just before the run says that it waits, or just before it is given back. */
class EventfulStore extends MemoryStore {
  beforeWaiting: () => Promise<unknown> = async () => {}
  beforeRelease: () => Promise<unknown> = async () => {}
  onRefused: () => void = () => {}

  override async append(lease: Lease, entries: readonly NewEntry[]): Promise<LogEntry[]> {
    if (entries.some(saysItWaits)) await this.beforeWaiting()
    return super.append(lease, entries)
  }

  override async release(lease: Lease): Promise<void> {
    await this.beforeRelease()
    return super.release(lease)
  }

  override async claim(runId: string, owner: Owner): Promise<Lease> {
    try {
      return await super.claim(runId, owner)
    } catch (error) {
      if (error instanceof RunBusyError) this.onRefused()
      throw error
    }
  }
}

function saysItWaits({ record }: NewEntry): boolean {
  return record.kind === "event" && record.event.type === "state.changed" && record.event.state === "WAITING"
}

function asking({ workspace }: Fixture, store: MemoryStore): Promise<Agent> {
  const model = keyedModel({ "turn-1/reply": { call: "write_file", input: { path: "a.txt", content: "a" } } })
  const options = { approve: "ask", verify: "off", strategy: "react", tools: codingTools } as const
  return createAgent({ workspace: workspace.root, model, store, ...options })
}

it("before it has said so: it ends instead of waiting", async () => {
  await using fixture = await makeFixture()
  const store = new EventfulStore()
  const agent = await asking(fixture, store)
  const run = await agent.start("Write a.txt")
  store.beforeWaiting = () => agent.cancel(run.id, "no longer wanted")
  expect(await run.result).toMatchObject({ outcome: "cancelled", reason: "no longer wanted" })
})

it("after that, while it is still held: who cancels waits until it is given back, and ends it", async () => {
  await using fixture = await makeFixture()
  const store = new EventfulStore()
  const agent = await asking(fixture, store)
  const run = await agent.start("Write a.txt")
  const refused = Promise.withResolvers<void>()
  const cancelled = Promise.withResolvers<unknown>()
  store.onRefused = refused.resolve
  store.beforeRelease = async () => {
    store.beforeRelease = async () => {}
    cancelled.resolve(agent.cancel(run.id, "no longer wanted"))
    await refused.promise
  }
  expect(await run.result).toMatchObject({ outcome: "waiting" })
  expect(await cancelled.promise).toMatchObject({ outcome: "cancelled", reason: "no longer wanted" })
})
