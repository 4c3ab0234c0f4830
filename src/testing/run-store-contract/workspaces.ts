import assert from "node:assert/strict"
import { LEASE_MS } from "../../journal/lease.ts"
import { LeaseLostError, WorkspaceBusyError } from "../../journal/store-error.ts"
import { ADA, BEN, type ContractRules, deadOwner, startRun, step } from "./parts.ts"

const FOLDER = "/projects/one"

/** One writing run per workspace, for as long as that run's lease lives. */
export const workspaceRules: ContractRules = {
  "is locked by one run, which may lock it again": async ({ store }) => {
    const lease = await startRun(store, "run-1", ADA)
    const other = await startRun(store, "run-2", BEN)
    await store.lockWorkspace(lease, FOLDER)
    await store.lockWorkspace(lease, FOLDER)
    await assert.rejects(
      store.lockWorkspace(other, FOLDER),
      (error) => error instanceof WorkspaceBusyError && error.message.includes("run-1"),
    )
    await store.lockWorkspace(other, "/projects/two")
  },

  "is free again after a release": async ({ store }) => {
    const lease = await startRun(store, "run-1", ADA)
    const other = await startRun(store, "run-2", BEN)
    await store.lockWorkspace(lease, FOLDER)
    await store.release(lease)
    await store.lockWorkspace(other, FOLDER)
    const next = await store.claim("run-1", ADA)
    await assert.rejects(store.lockWorkspace(next, FOLDER), WorkspaceBusyError)
  },

  "stays locked while the lease is renewed": async ({ store, clock }) => {
    const lease = await startRun(store, "run-1", ADA)
    const other = await startRun(store, "run-2", BEN)
    await store.lockWorkspace(lease, FOLDER)
    clock.advance(LEASE_MS - 1)
    await store.renew(lease)
    clock.advance(LEASE_MS - 1)
    await assert.rejects(store.lockWorkspace(other, FOLDER), WorkspaceBusyError)
  },

  "is taken from a run whose lease has run out, which then cannot write any more": async ({ store, clock }) => {
    const lost = await startRun(store, "run-1", ADA)
    const other = await startRun(store, "run-2", BEN)
    await store.lockWorkspace(lost, FOLDER)
    clock.advance(LEASE_MS)
    await store.lockWorkspace(other, FOLDER)
    await assert.rejects(store.append(lost, [step("a", 1)]), LeaseLostError)
    await assert.rejects(store.renew(lost), LeaseLostError)
  },

  "is taken at once from a process of this host that has died": async ({ store }) => {
    const lost = await startRun(store, "run-1", deadOwner())
    const other = await startRun(store, "run-2", BEN)
    await store.lockWorkspace(lost, FOLDER)
    await store.lockWorkspace(other, FOLDER)
  },

  "is not held by an earlier claim of a run that was claimed again": async ({ store, clock }) => {
    await store.lockWorkspace(await startRun(store, "run-1", ADA), FOLDER)
    const other = await startRun(store, "run-2", BEN)
    clock.advance(LEASE_MS)
    const next = await store.claim("run-1", ADA)
    await store.renew(other)
    await store.lockWorkspace(other, FOLDER)
    await store.append(next, [step("a", 1)])
    await assert.rejects(store.lockWorkspace(next, FOLDER), WorkspaceBusyError)
  },
}
