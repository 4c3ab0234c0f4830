import assert from "node:assert/strict"
import { LEASE_MS } from "../../journal/lease.ts"
import { currentOwner } from "../../journal/owner.ts"
import { LeaseLostError, RunBusyError } from "../../journal/store-error.ts"
import { ADA, BEN, type ContractRules, deadOwner, header, keysOf, leaveRun, startRun, step } from "./parts.ts"

/** One holder at a time; one that is gone is followed by another. */
export const claimRules: ContractRules = {
  "is refused while another holds the run, and says who": async ({ store, clock }) => {
    assert.deepEqual(await startRun(store), { runId: "run-1", token: 1 })
    clock.advance(LEASE_MS - 1)
    await assert.rejects(
      store.claim("run-1", BEN),
      (error) => error instanceof RunBusyError && error.message.includes("process 101 on ada.example"),
    )
  },

  "is refused to the process that holds the run itself": async ({ store }) => {
    const lease = await startRun(store, "run-1", currentOwner())
    await assert.rejects(store.claim("run-1", currentOwner()), RunBusyError)
    await store.append(lease, [step("a", 1)])
  },

  "wins once the last one has run out": async ({ store, clock }) => {
    await startRun(store)
    clock.advance(LEASE_MS)
    assert.deepEqual(await store.claim("run-1", BEN), { runId: "run-1", token: 2 })
  },

  "wins at once over a process of this host that has died": async ({ store }) => {
    const lost = await startRun(store, "run-1", deadOwner())
    assert.equal((await store.claim("run-1", BEN)).token, 2)
    await assert.rejects(store.append(lost, [step("a", 1)]), LeaseLostError)
  },

  "is seen from outside while its holder lives": async ({ store, clock }) => {
    await leaveRun(store, header("run-1"))
    assert.equal(await store.isHeld("run-1"), false)
    const lease = await store.claim("run-1", ADA)
    assert.equal(await store.isHeld("run-1"), true)
    clock.advance(LEASE_MS)
    assert.equal(await store.isHeld("run-1"), false)
    await store.renew(lease)
    assert.equal(await store.isHeld("run-1"), true)
    await store.release(lease)
    assert.equal(await store.isHeld("run-1"), false)
  },

  "wins after a release, with a higher token": async ({ store }) => {
    await store.release(await startRun(store))
    assert.deepEqual(await store.claim("run-1", BEN), { runId: "run-1", token: 2 })
  },

  "concerns one run": async ({ store }) => {
    await startRun(store)
    await leaveRun(store, header("run-2"))
    assert.equal((await store.claim("run-2", BEN)).token, 2)
  },

  "of many at once is given to one": async ({ store }) => {
    await leaveRun(store, header("run-1"))
    const claims = await Promise.allSettled([ADA, BEN, ADA, BEN].map((owner) => store.claim("run-1", owner)))
    assert.equal(claims.filter((claim) => claim.status === "fulfilled").length, 1)
  },
}

/** Whoever has lost a run can do nothing to it any more. */
export const leaseRules: ContractRules = {
  "lives on when it is renewed": async ({ store, clock }) => {
    const lease = await startRun(store)
    clock.advance(LEASE_MS - 1)
    await store.renew(lease)
    clock.advance(LEASE_MS - 1)
    await assert.rejects(store.claim("run-1", BEN), RunBusyError)
  },

  "that was taken over can do nothing any more": async ({ store, clock }) => {
    const lost = await startRun(store)
    clock.advance(LEASE_MS)
    const lease = await store.claim("run-1", BEN)
    await assert.rejects(store.append(lost, [step("a", 1)]), LeaseLostError)
    await assert.rejects(store.append(lost, []), LeaseLostError)
    await assert.rejects(store.renew(lost), LeaseLostError)
    await assert.rejects(store.lockWorkspace(lost, "/projects/one"), LeaseLostError)
    await store.release(lost)
    await store.append(lease, [step("b", 2)])
    assert.deepEqual(await keysOf(store), ["b"])
    await assert.rejects(store.claim("run-1", ADA), RunBusyError)
  },

  "that has run out still serves while nobody else wants the run": async ({ store, clock }) => {
    const lease = await startRun(store)
    clock.advance(LEASE_MS * 10)
    await store.append(lease, [step("a", 1)])
    await store.renew(lease)
    await assert.rejects(store.claim("run-1", BEN), RunBusyError)
  },

  "that was given back is of no use, and may be given back again": async ({ store }) => {
    const lease = await startRun(store)
    await store.release(lease)
    await store.release(lease)
    await assert.rejects(store.append(lease, [step("a", 1)]), LeaseLostError)
    await assert.rejects(store.renew(lease), LeaseLostError)
  },
}
