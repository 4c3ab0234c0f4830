import assert from "node:assert/strict"
import { RunBusyError, RunNotFoundError, WorkspaceBusyError } from "../../journal/store-error.ts"
import { ADA, BEN, type ContractRules, fact, header, leaveRun, logged, startRun, step } from "./parts.ts"

/** Runs are found, listed, and unlike each other. */
export const runRules: ContractRules = {
  "are found by their id": async ({ store }) => {
    await leaveRun(store, header("run-1"))
    assert.deepEqual(await store.findRun("run-1"), header("run-1"))
    assert.equal(await store.findRun("run-2"), undefined)
  },

  "have ids of their own": async ({ store }) => {
    await leaveRun(store, header("run-1"))
    await assert.rejects(leaveRun(store, header("run-1", { title: "Other" })), /run-1/)
    assert.deepEqual(await store.findRun("run-1"), header("run-1"))
  },

  "that are unknown cannot be read, claimed or written": async ({ store }) => {
    await assert.rejects(store.load("run-9"), RunNotFoundError)
    await assert.rejects(store.lastSeq("run-9"), RunNotFoundError)
    await assert.rejects(store.claim("run-9", ADA), RunNotFoundError)
    await assert.rejects(store.append({ runId: "run-9", token: 1 }, [step("a", 1)]), RunNotFoundError)
    await assert.rejects(store.signal("run-9", step("a", 1)), RunNotFoundError)
  },

  "are listed newest first, by workspace, up to a limit": async ({ store }) => {
    await leaveRun(store, header("run-b", { created_at: 20 }))
    await leaveRun(store, header("run-c", { created_at: 30, workspace: "/projects/two" }))
    await leaveRun(store, header("run-a", { created_at: 10 }))
    await leaveRun(store, header("run-d", { created_at: 20 }))
    const idsOf = async (filter?: { workspace?: string; limit?: number }) =>
      (await store.listRuns(filter)).map((run) => run.id)

    assert.deepEqual(await idsOf(), ["run-c", "run-d", "run-b", "run-a"])
    assert.deepEqual(await idsOf({ limit: 2 }), ["run-c", "run-d"])
    assert.deepEqual(await idsOf({ limit: 0 }), [])
    assert.deepEqual(await idsOf({ workspace: "/projects/one" }), ["run-d", "run-b", "run-a"])
    assert.deepEqual(await idsOf({ workspace: "/projects/one", limit: 1 }), ["run-d"])
    assert.deepEqual(await idsOf({ workspace: "/projects" }), [])
  },
}

/** A run is made with its beginning, or not at all. */
export const beginningRules: ContractRules = {
  "is there with its lease, its lock and its first entries": async ({ store }) => {
    const first = fact("s1", { type: "state.changed", state: "PLANNING" }, 300)
    const lease = await store.createRun(header("run-1"), { owner: ADA, entries: [first], workspace: "/projects/one" })
    assert.deepEqual(await store.load("run-1"), [logged(first, 1, lease.token)])
    assert.equal((await store.findRun("run-1"))?.state, "PLANNING")
    await assert.rejects(store.claim("run-1", BEN), RunBusyError)
    const other = await startRun(store, "run-2", BEN)
    await assert.rejects(store.lockWorkspace(other, "/projects/one"), WorkspaceBusyError)
    assert.equal((await store.append(lease, [step("a", 1)]))[0]?.seq, 2)
  },

  "leaves nothing where its workspace is taken": async ({ store }) => {
    await store.createRun(header("run-1"), { owner: ADA, entries: [], workspace: "/projects/one" })
    const refused = store.createRun(header("run-2"), {
      owner: BEN,
      entries: [step("a", 1)],
      workspace: "/projects/one",
    })
    await assert.rejects(refused, WorkspaceBusyError)
    assert.equal(await store.findRun("run-2"), undefined)
    await assert.rejects(store.load("run-2"), RunNotFoundError)
  },
}

/** What nobody wants to keep. */
export const removalRules: ContractRules = {
  "takes the log and the lock along": async ({ store }) => {
    const lease = await store.createRun(header("run-1"), {
      owner: ADA,
      entries: [step("a", 1)],
      workspace: "/projects/one",
    })
    await assert.rejects(store.removeRun("run-1"), RunBusyError)
    await store.release(lease)
    assert.ok(((await store.sizes()).get("run-1") ?? 0) > 0)
    await store.removeRun("run-1")
    await store.compact()
    assert.deepEqual([...(await store.sizes())], [])
    assert.equal(await store.findRun("run-1"), undefined)
    await assert.rejects(store.load("run-1"), RunNotFoundError)
    const again = await store.createRun(header("run-1"), { owner: BEN, entries: [], workspace: "/projects/one" })
    assert.deepEqual(await store.load("run-1"), [])
    assert.equal(again.token, 1)
    await assert.rejects(store.removeRun("run-9"), RunNotFoundError)
  },
}

/** A run's header is a fold over its log. */
export const headerRules: ContractRules = {
  "follows the log": async ({ store }) => {
    const lease = await startRun(store)
    await store.append(lease, [
      fact("s1", { type: "state.changed", state: "PLANNING" }, 300),
      fact("s2", { type: "state.changed", state: "EXECUTING" }, 310),
      step("a", 1, 320),
    ])
    assert.deepEqual(await store.findRun("run-1"), header("run-1", { state: "EXECUTING", updated_at: 320 }))

    await store.signal("run-1", fact("s3", { type: "state.changed", state: "CANCELLED" }, 305))
    const expected = header("run-1", { state: "CANCELLED", updated_at: 320 })
    assert.deepEqual(await store.findRun("run-1"), expected)
    assert.deepEqual(await store.listRuns(), [expected])
  },

  "counts an entry that is given twice at its first place": async ({ store }) => {
    const lease = await startRun(store)
    const first = fact("s1", { type: "state.changed", state: "PLANNING" })
    await store.append(lease, [first, fact("s2", { type: "state.changed", state: "EXECUTING" }), first])
    assert.equal((await store.findRun("run-1"))?.state, "EXECUTING")
  },

  "says that the run was archived, until it is put back": async ({ store }) => {
    const lease = await startRun(store)
    const archive = (n: number, archived: boolean) =>
      store.signal("run-1", {
        key: `archive-${n}#run.archived`,
        at: 100,
        record: { kind: "event", event: { type: "run.archived", archived } },
      })
    await archive(1, true)
    assert.equal((await store.findRun("run-1"))?.archived, true)
    assert.equal((await store.listRuns())[0]?.archived, true)
    await store.release(lease)
    await archive(2, false)
    assert.equal((await store.listRuns())[0]?.archived, undefined)
  },

  "is not moved by a key that was there already, nor by a refused call": async ({ store }) => {
    const lease = await startRun(store)
    const planning = fact("s1", { type: "state.changed", state: "PLANNING" }, 300)
    const executing = fact("s2", { type: "state.changed", state: "EXECUTING" }, 310)
    await store.append(lease, [planning, executing])
    await store.append(lease, [{ ...planning, at: 900 }])
    const verifying = fact("s3", { type: "state.changed", state: "VERIFYING" }, 920)
    await assert.rejects(store.append(lease, [verifying, { ...planning, record: executing.record }]))
    assert.deepEqual(await store.findRun("run-1"), header("run-1", { state: "EXECUTING", updated_at: 310 }))
  },
}
