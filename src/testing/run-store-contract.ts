import { blobRules } from "./run-store-contract/blobs.ts"
import { beginningRules, headerRules, removalRules, runRules } from "./run-store-contract/headers.ts"
import { claimRules, leaseRules } from "./run-store-contract/leases.ts"
import { keyRules, logRules, valueRules } from "./run-store-contract/log.ts"
import {
  type Bench,
  ContractClock,
  type ContractRules,
  type OpenStore,
  type SharedRules,
  type TestRunner,
} from "./run-store-contract/parts.ts"
import { sharedRules } from "./run-store-contract/shared.ts"
import { workspaceRules } from "./run-store-contract/workspaces.ts"

export type { OpenStore, TestRunner } from "./run-store-contract/parts.ts"

const CONTRACT: Readonly<Record<string, ContractRules>> = {
  runs: runRules,
  "a run's header": headerRules,
  "a run's beginning": beginningRules,
  "a removal": removalRules,
  "the log": logRules,
  "a key": keyRules,
  values: valueRules,
  "a blob": blobRules,
  "a claim": claimRules,
  "a lease": leaseRules,
  "a workspace": workspaceRules,
}

/**
 * The suite that every `RunStore` must pass. Works with any runner that has `describe` and `it`:
 * pass those of vitest, jest, mocha or node:test. `open` must give an empty store on each call. Of a store that several processes
 * share, `openAgain` opens the newest one once more, with what is in it.
 */
export function runStoreContract(
  name: string,
  open: OpenStore,
  { describe, it }: TestRunner,
  openAgain?: OpenStore,
): void {
  describe(`${name} keeps the RunStore contract`, () => {
    for (const [subject, rules] of Object.entries(CONTRACT)) {
      describe(subject, () => {
        for (const [rule, body] of Object.entries(rules)) it(rule, () => onBench(open, body))
      })
    }
    if (!openAgain) return
    describe("two processes", () => {
      for (const [rule, body] of Object.entries(sharedRules)) it(rule, () => onTwo(open, openAgain, body))
    })
  })
}

/** Opens a store for one rule and closes it at the end, whatever happens. */
async function onBench(open: OpenStore, body: (bench: Bench) => Promise<void>): Promise<void> {
  const clock = new ContractClock()
  const store = await open({ now: clock.now })
  try {
    await body({ store, clock })
  } finally {
    await store.close()
  }
}

async function onTwo(open: OpenStore, openAgain: OpenStore, body: SharedRules[string]): Promise<void> {
  await onBench(open, async ({ store, clock }) => {
    const there = await openAgain({ now: clock.now })
    try {
      await body({ store, there, clock })
    } finally {
      await there.close()
    }
  })
}
