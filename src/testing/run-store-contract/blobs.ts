import assert from "node:assert/strict"
import { KeyConflictError, LeaseLostError, RunNotFoundError } from "../../journal/store-error.ts"
import { type ContractRules, startRun, step } from "./parts.ts"

const PNG = { id: "image-1", mime: "image/png", data: Uint8Array.from([0x89, 0x50, 0, 255, 0]) }

/** Files that tasks made are kept beside the log. */
export const blobRules: ContractRules = {
  "comes back byte for byte, and only where it was kept": async ({ store }) => {
    const lease = await startRun(store)
    await startRun(store, "run-2")
    await store.saveBlob(lease, PNG)
    const found = await store.loadBlob("run-1", "image-1")
    assert.equal(found?.mime, "image/png")
    assert.deepEqual([...(found?.data ?? [])], [...PNG.data])
    assert.equal(await store.loadBlob("run-1", "image-2"), undefined)
    assert.equal(await store.loadBlob("run-2", "image-1"), undefined)
    assert.deepEqual(await store.load("run-1"), [])
  },

  "may be of any size": async ({ store }) => {
    const lease = await startRun(store)
    const large = Uint8Array.from({ length: 3_000_000 }, (_, index) => index % 251)
    await store.saveBlob(lease, { ...PNG, data: large })
    await store.saveBlob(lease, { ...PNG, id: "empty", data: new Uint8Array() })
    assert.deepEqual(Buffer.from((await store.loadBlob("run-1", "image-1"))?.data ?? []), Buffer.from(large))
    assert.equal((await store.loadBlob("run-1", "empty"))?.data.length, 0)
  },

  "that is saved again stays as it was, whatever becomes of the bytes that were handed in": async ({ store }) => {
    const lease = await startRun(store)
    const data = Uint8Array.from(PNG.data)
    await store.saveBlob(lease, { ...PNG, data })
    data.fill(7)
    await store.saveBlob(lease, { ...PNG, data })
    assert.deepEqual([...((await store.loadBlob("run-1", "image-1"))?.data ?? [])], [...PNG.data])
  },

  "needs the lease to be saved, and a run to be read": async ({ store }) => {
    const lease = await startRun(store)
    await store.release(lease)
    await assert.rejects(store.saveBlob(lease, PNG), LeaseLostError)
    await assert.rejects(store.saveBlob({ runId: "run-9", token: 1 }, PNG), RunNotFoundError)
    await assert.rejects(store.loadBlob("run-9", "image-1"), RunNotFoundError)
    assert.equal(await store.loadBlob("run-1", "image-1"), undefined)
  },

  "goes along with entries, all of it or nothing": async ({ store }) => {
    const lease = await startRun(store)
    await store.append(lease, [step("a", 1)], [PNG])
    await store.append(lease, [], [{ ...PNG, id: "image-2" }])
    await assert.rejects(store.append(lease, [step("a", 2)], [{ ...PNG, id: "image-3" }]), KeyConflictError)
    const ids = (await store.listBlobs("run-1", "")).map(({ id }) => id)
    assert.deepEqual(ids, ["image-1", "image-2"])
    assert.equal((await store.load("run-1")).length, 1)
  },

  "is listed by the beginning of its id, with its size": async ({ store }) => {
    const lease = await startRun(store)
    await startRun(store, "run-2")
    for (const id of ["call 2 b", "image-1", "call 1 a", "call%", "Call 3"]) await store.saveBlob(lease, { ...PNG, id })
    const bytes = PNG.data.length
    assert.deepEqual(await store.listBlobs("run-1", "call "), [
      { id: "call 1 a", bytes },
      { id: "call 2 b", bytes },
    ])
    assert.equal((await store.listBlobs("run-1", "")).length, 5)
    assert.deepEqual(await store.listBlobs("run-2", ""), [])
    await assert.rejects(store.listBlobs("run-9", ""), RunNotFoundError)
  },

  "goes with its run": async ({ store }) => {
    const lease = await startRun(store)
    await store.saveBlob(lease, PNG)
    await store.release(lease)
    await store.removeRun("run-1")
    await startRun(store)
    assert.equal(await store.loadBlob("run-1", "image-1"), undefined)
  },
}
