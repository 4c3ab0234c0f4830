import assert from "node:assert/strict"
import fc from "fast-check"
import type { Lease, RunStore } from "../journal/run-store.ts"
import { ContractClock, header, leaveRun, type OpenStore } from "./run-store-contract/parts.ts"
import { type Command, commands, perform, RUN_IDS } from "./run-store-model/command.ts"
import { ReferenceStore } from "./run-store-model/reference-store.ts"

/** `seed` and `path` come from fast-check's report of a failure; with both, only that case is run again. */
export type ModelCheck = { readonly seed: number; readonly cases: number; readonly path?: string }

/**
 * Runs random commands on the store and on a reference that is too simple to be wrong; both must answer the same,
 * refusals included. Needs fast-check, so it is for Keelson's own stores and not among the published helpers.
 */
export async function checkAgainstModel(open: OpenStore, { seed, cases, path = "" }: ModelCheck): Promise<void> {
  const property = fc.asyncProperty(fc.array(commands(), { maxLength: 60, size: "max" }), (list) => compare(open, list))
  await fc.assert(property, { seed, numRuns: cases, path })
}

async function compare(open: OpenStore, list: readonly Command[]): Promise<void> {
  const clock = new ContractClock()
  const store = await open({ now: clock.now })
  const reference = new ReferenceStore(clock.now)
  // A token that was never given out, so that there is a lease to try from the start.
  const leases: Lease[] = [{ runId: "run-1", token: 99 }]
  try {
    for (const id of RUN_IDS) await Promise.all([leaveRun(store, header(id)), leaveRun(reference, header(id))])
    for (const command of list) {
      if (command.kind === "advance") clock.advance(command.ms)
      else await compareOne(command, { store, reference, leases })
    }
  } finally {
    await store.close()
  }
}

type Pair = { readonly store: RunStore; readonly reference: RunStore; readonly leases: Lease[] }

async function compareOne(command: Command, { store, reference, leases }: Pair): Promise<void> {
  const actual = await answerOf(perform(store, command, leases))
  const expected = await answerOf(perform(reference, command, leases))
  assert.deepEqual(actual, expected, `${JSON.stringify(command)} was answered differently`)
  if (command.kind === "claim" && "value" in actual) leases.push(actual.value as Lease)
}

type Answer = { readonly value: unknown } | { readonly refusal: string }

async function answerOf(work: Promise<unknown>): Promise<Answer> {
  try {
    return { value: await work }
  } catch (error) {
    return { refusal: error instanceof Error ? error.name : String(error) }
  }
}
