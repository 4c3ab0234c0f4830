import { expect, test } from "vitest"
import type { DurableEvent } from "../protocol/log/event.ts"
import { startRun } from "../testing/run-store-contract/parts.ts"
import { type EntryDraft, Journal } from "./journal.ts"
import { MemoryStore } from "./memory-store.ts"
import { isListOf, isText } from "./step-key.ts"
import { KeyConflictError, LeaseLostError } from "./store-error.ts"

const stageEnded = (stage: string, summary = ""): DurableEvent => ({
  type: "stage.ended",
  stage,
  status: "done",
  summary,
})

const fact = (key: string, summary = ""): EntryDraft => ({
  key,
  record: { kind: "event", event: stageEnded(key, summary) },
})

async function open() {
  const store = new MemoryStore()
  const lease = await startRun(store)
  const journal = await Journal.open(store, lease, () => 5)
  const keys = async () => (await store.load(lease.runId)).map(({ key }) => key)
  return { store, lease, journal, keys }
}

test("what is left for later is unseen until the next write takes it along, in order", async () => {
  const { journal, keys } = await open()
  const heard: string[] = []
  journal.subscribe(({ key }) => heard.push(key))
  journal.writeLater([fact("one")])
  expect([await keys(), heard, journal.find("one")]).toEqual([[], [], undefined])
  await journal.write([fact("two")])
  expect([await keys(), heard]).toEqual([
    ["one", "two"],
    ["one", "two"],
  ])
})

test("it is there before an effect begins", async () => {
  const { journal, keys } = await open()
  journal.writeLater([fact("one")])
  const seen = await journal.step({ key: "step", digest: "d", is: isListOf(isText) }, async () => ({
    value: await keys(),
  }))
  expect(seen).toEqual(["one"])
  expect(await keys()).toEqual(["one", "step"])
})

test("it survives a write that is refused for another's sake, and is written once", async () => {
  const { store, lease, journal, keys } = await open()
  await store.signal(lease.runId, { ...fact("cancel", "theirs"), at: 5 })
  journal.writeLater([fact("one")])
  await expect(journal.write([fact("cancel", "ours")])).rejects.toThrow(KeyConflictError)
  await journal.flush()
  await journal.flush()
  expect(await keys()).toEqual(["cancel", "one"])
  journal.writeLater([fact("one")])
  await journal.flush()
  expect(await keys()).toEqual(["cancel", "one"])
})

test("a log that went on under a newer claim is no mismatch but a lost lease", async () => {
  const { store, lease, journal } = await open()
  await store.release(lease)
  const next = await store.claim(lease.runId, { host: "ben.example", pid: 1, startedAt: "1" })
  await (await Journal.open(store, next)).write([fact("one", "theirs")])
  await expect(journal.sync()).rejects.toThrow(LeaseLostError)
})
