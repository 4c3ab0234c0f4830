import assert from "node:assert/strict"
import { LEASE_MS } from "../../journal/lease.ts"
import { LeaseLostError, RunBusyError } from "../../journal/store-error.ts"
import { ADA, BEN, fact, type SharedRules, startRun, step } from "./parts.ts"

/** What two processes are to each other that have opened one store. */
export const sharedRules: SharedRules = {
  "see and fence each other": async ({ store: here, there, clock }) => {
    const lost = await startRun(here, "run-1", ADA)
    await here.append(lost, [step("a", 1)])
    await there.signal("run-1", fact("stop", { type: "cancel.requested", by: "user", reason: "" }))
    assert.deepEqual(
      (await here.load("run-1", 1)).map(({ key }) => key),
      ["stop"],
    )
    await assert.rejects(there.claim("run-1", BEN), RunBusyError)

    clock.advance(LEASE_MS)
    const lease = await there.claim("run-1", BEN)
    await assert.rejects(here.append(lost, [step("b", 2)]), LeaseLostError)
    await there.append(lease, [step("c", 3)])
    const written = (await here.load("run-1")).map(({ seq, lease: token }) => [seq, token])
    assert.deepEqual(written, [
      [1, 1],
      [2, 0],
      [3, 2],
    ])
  },
}
