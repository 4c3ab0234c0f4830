import assert from "node:assert/strict"
import type { NewEntry } from "../../journal/run-store.ts"
import { KeyConflictError, RunEndedError } from "../../journal/store-error.ts"
import { type ContractRules, fact, header, keysOf, leaveRun, logged, startRun, step } from "./parts.ts"

/** Each run has a log of its own, numbered without gaps. */
export const logRules: ContractRules = {
  "is numbered from 1 and loaded in order, from anywhere": async ({ store }) => {
    const lease = await startRun(store)
    assert.deepEqual(await store.load("run-1"), [])
    const first = await store.append(lease, [step("b", 1), step("a", 2)])
    const second = await store.append(lease, [step("c", 3)])
    const expected = [logged(step("b", 1), 1, 1), logged(step("a", 2), 2, 1), logged(step("c", 3), 3, 1)]
    assert.deepEqual([...first, ...second], expected)
    assert.deepEqual(await store.load("run-1"), expected)
    assert.deepEqual(await store.load("run-1", 2), expected.slice(2))
    assert.deepEqual(await store.load("run-1", 3), [])
  },

  "is loaded in parts, and says how long it is": async ({ store }) => {
    const lease = await startRun(store)
    assert.equal(await store.lastSeq("run-1"), 0)
    await store.append(lease, [step("a", 1), step("b", 2), step("c", 3)])
    assert.equal(await store.lastSeq("run-1"), 3)
    const all = await store.load("run-1")
    assert.deepEqual(await store.load("run-1", 0, 2), all.slice(0, 2))
    assert.deepEqual(await store.load("run-1", 2, 2), all.slice(2))
    assert.deepEqual(await store.load("run-1", 1, 0), [])
  },

  "has no gaps when appends and signals come at once": async ({ store }) => {
    const lease = await startRun(store)
    const numbers = Array.from({ length: 40 }, (_, index) => index)
    const written = await Promise.all(
      numbers.map(async (n) => {
        if (n % 4 === 0) return [await store.signal("run-1", step(`signal-${n}`, n))]
        return store.append(lease, [step(`first-${n}`, n), step(`second-${n}`, n)])
      }),
    )
    const entries = await store.load("run-1")
    assert.deepEqual(
      entries.map((entry) => entry.seq),
      entries.map((_, index) => index + 1),
    )
    assert.equal(entries.length, 70)
    assert.deepEqual(
      written.flat().sort((left, right) => left.seq - right.seq),
      entries,
    )
  },

  "belongs to one run": async ({ store }) => {
    const lease = await startRun(store)
    const other = await startRun(store, "run-2")
    await store.append(lease, [step("a", 1)])
    assert.deepEqual(await store.append(other, [step("a", 2)]), [logged(step("a", 2), 1, 1)])
    assert.deepEqual(await store.load("run-1"), [logged(step("a", 1), 1, 1)])
  },

  "takes no answer for a run that has ended": async ({ store }) => {
    const lease = await startRun(store)
    const answer = (key: string) => fact(key, { type: "clarification.answered", question: key, answer: "yes" })
    const inTime = await store.signal("run-1", answer("a"), { unlessEnded: true })
    await store.append(lease, [fact("end", { type: "state.changed", state: "CANCELLED" })])
    await assert.rejects(store.signal("run-1", answer("b"), { unlessEnded: true }), RunEndedError)
    assert.deepEqual(await store.signal("run-1", answer("a"), { unlessEnded: true }), inTime)
    assert.equal(await store.lastSeq("run-1"), 2)
    await store.append(lease, [fact("again", { type: "state.changed", state: "EXECUTING" })])
    assert.equal((await store.signal("run-1", answer("b"), { unlessEnded: true })).seq, 4)
  },

  "takes signals without a lease": async ({ store }) => {
    await leaveRun(store, header("run-1"))
    const cancel = fact("cancel", { type: "cancel.requested", by: "user", reason: "enough" })
    assert.deepEqual(await store.signal("run-1", cancel), logged(cancel, 1, 0))
    assert.deepEqual(await store.load("run-1"), [logged(cancel, 1, 0)])
  },
}

/** A key is written once, and a call is written as a whole or not at all. */
export const keyRules: ContractRules = {
  "that comes again with an equal record gives the first entry": async ({ store }) => {
    const lease = await startRun(store)
    await store.append(lease, [step("a", { x: 1, y: [2] }), step("b", 2)])
    const again: NewEntry = step("a", { y: [2], x: 1, z: undefined }, 900)
    const expected = logged(step("a", { x: 1, y: [2] }), 1, 1)
    const [first, fresh] = await store.append(lease, [again, step("c", 3)])
    assert.deepEqual([first, fresh?.seq], [expected, 3])
    assert.deepEqual(await store.signal("run-1", again), expected)
    assert.deepEqual(await keysOf(store), ["a", "b", "c"])
  },

  "that comes twice in one call is written once": async ({ store }) => {
    const lease = await startRun(store)
    const entries = await store.append(lease, [step("a", 1), step("b", 2), step("a", 1)])
    assert.deepEqual(
      entries.map((entry) => entry.seq),
      [1, 2, 1],
    )
    await assert.rejects(store.append(lease, [step("c", 1), step("c", 2)]), KeyConflictError)
    assert.deepEqual(await keysOf(store), ["a", "b"])
  },

  "that comes again with another record is refused, and nothing of the call is written": async ({ store }) => {
    const lease = await startRun(store)
    await store.append(lease, [step("a", 1)])
    const conflict = store.append(lease, [step("b", 2), step("c", 3), step("a", 4)])
    await assert.rejects(conflict, (error) => error instanceof KeyConflictError && error.key === "a")
    const asIntent: NewEntry = { ...step("a", 1), record: { kind: "intent", digest: "d1", value: 1 } }
    await assert.rejects(store.append(lease, [asIntent]), KeyConflictError)
    await assert.rejects(store.signal("run-1", step("a", 5)), KeyConflictError)
    assert.deepEqual(await store.load("run-1"), [logged(step("a", 1), 1, 1)])
    assert.equal((await store.append(lease, [step("d", 6)]))[0]?.seq, 2)
  },
}

/** A value is any JSON, of any length. */
export const valueRules: ContractRules = {
  "come back as they went in": async ({ store }) => {
    const lease = await startRun(store)
    const values = ["", "分析 🚢 é\u0000\n\"'\\ \ud800", null, -1.5, false, [], { b: 1, a: [{ 分: "析" }] }]
    const entries = values.map((value, index) => step(`key-${index}/分`, value))
    const expected = entries.map((entry, index) => logged(entry, index + 1, 1))
    assert.deepEqual(await store.append(lease, entries), expected)
    assert.deepEqual(await store.load("run-1"), expected)
    const last = (await store.load("run-1")).at(-1)
    // Equal as text too: an object keeps the order of its keys, so that a replayed prompt has the same bytes.
    assert.equal(JSON.stringify(last?.record), JSON.stringify(entries.at(-1)?.record))
  },

  "may be a megabyte long": async ({ store }) => {
    const lease = await startRun(store)
    const entry = step("big", "船".repeat(350_000))
    await store.append(lease, [entry])
    assert.deepEqual(await store.load("run-1"), [logged(entry, 1, 1)])
  },

  "that change after the call do not change the log": async ({ store }) => {
    const lease = await startRun(store)
    const value = { count: 1 }
    await store.append(lease, [step("a", value)])
    value.count = 2
    assert.deepEqual(await store.load("run-1"), [logged(step("a", { count: 1 }), 1, 1)])
  },
}
