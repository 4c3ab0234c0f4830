import assert from "node:assert/strict"
import fc from "fast-check"
import type { Lease, RunStore } from "../../src/journal/run-store.ts"
import { ContractClock, header, leaveRun, type OpenStore } from "../../src/testing/run-store-contract/parts.ts"
import { type Command, commands, isWrite, perform, RUN_IDS } from "./run-store-model/command.ts"
import { ReferenceStore } from "./run-store-model/reference-store.ts"

/**
 * `seed` and `path` come from fast-check's report of a failure; with both, only that case is run again. With `atOnce`, writes that
 * follow each other are not waited for one by one.
 */
export type ModelCheck = {
  readonly seed: number
  readonly cases: number
  readonly path?: string
  readonly atOnce?: boolean
}

/**
 * Runs random commands on the store and on a reference that is too simple to be wrong; both must answer the same,
 * refusals included. Needs fast-check, so it is for Keelson's own stores and not among the published helpers.
 */
export async function checkAgainstModel(
  open: OpenStore,
  { seed, cases, path = "", atOnce = false }: ModelCheck,
): Promise<void> {
  const lists = fc.array(commands(), { maxLength: 60, size: "max" })
  const property = fc.asyncProperty(lists, (list) => compare(open, atOnce ? bunched(list) : list.map((one) => [one])))
  await fc.assert(property, { seed, numRuns: cases, path })
}

/** Writes that follow each other are one bunch; all else stands alone. */
function bunched(list: readonly Command[]): Command[][] {
  const bunches: Command[][] = []
  for (const command of list) {
    const last = bunches.at(-1)
    if (last && isWrite(command) && last.every(isWrite)) last.push(command)
    else bunches.push([command])
  }
  return bunches
}

async function compare(open: OpenStore, bunches: readonly (readonly Command[])[]): Promise<void> {
  const clock = new ContractClock()
  const store = await open({ now: clock.now })
  const reference = new ReferenceStore(clock.now)
  // A token that was never given out, so that there is a lease to try from the start.
  const leases: Lease[] = [{ runId: "run-1", token: 99 }]
  try {
    for (const id of RUN_IDS) await Promise.all([leaveRun(store, header(id)), leaveRun(reference, header(id))])
    for (const bunch of bunches) {
      for (const command of bunch) if (command.kind === "advance") clock.advance(command.ms)
      await compareBunch(bunch, { store, reference, leases })
    }
  } finally {
    await store.close()
  }
}

type Pair = { readonly store: RunStore; readonly reference: RunStore; readonly leases: Lease[] }

async function compareBunch(bunch: readonly Command[], { store, reference, leases }: Pair): Promise<void> {
  const known = [...leases]
  const answers = await Promise.all(bunch.map((command) => answerOf(perform(store, command, known))))
  for (const [index, command] of bunch.entries()) {
    const actual = answers[index] as Answer
    const expected = await answerOf(perform(reference, command, known))
    assert.deepEqual(actual, expected, `${JSON.stringify(command)} was answered differently`)
    if (command.kind === "claim" && "value" in actual) leases.push(actual.value as Lease)
  }
}

type Answer = { readonly value: unknown } | { readonly refusal: string }

async function answerOf(work: Promise<unknown>): Promise<Answer> {
  try {
    return { value: await work }
  } catch (error) {
    return { refusal: error instanceof Error ? error.name : String(error) }
  }
}
