import fc from "fast-check"
import { LEASE_MS } from "../../../src/journal/lease.ts"
import type { Lease, NewEntry, Owner, RunStore } from "../../../src/journal/run-store.ts"
import { RunState } from "../../../src/protocol/log/outcome.ts"
import { ADA, BEN, deadOwner, fact, step } from "../../../src/testing/run-store-contract/parts.ts"

/** The runs that every case starts with. */
export const RUN_IDS = ["run-1", "run-2"] as const

/** One call of a store, as data that fast-check can shrink and print. `lease` picks one of those given out so far. */
export type Command =
  | { readonly kind: "append"; readonly lease: number; readonly entries: readonly NewEntry[] }
  | { readonly kind: "signal"; readonly runId: string; readonly entry: NewEntry; readonly unlessEnded: boolean }
  | { readonly kind: "claim"; readonly runId: string; readonly owner: Owner }
  | { readonly kind: "renew" | "release"; readonly lease: number }
  | { readonly kind: "lock"; readonly lease: number; readonly workspace: string }
  | { readonly kind: "load"; readonly runId: string; readonly afterSeq: number; readonly limit: number }
  | { readonly kind: "last"; readonly runId: string }
  | { readonly kind: "find"; readonly runId: string }
  | { readonly kind: "advance"; readonly ms: number }

/** Few keys, values, runs and owners, so that they meet often. */
export function commands(): fc.Arbitrary<Command> {
  const runId = fc.constantFrom(...RUN_IDS)
  const lease = fc.nat({ max: 11 })
  return fc.oneof(
    { weight: 4, arbitrary: variant("append", { lease, entries: fc.array(entries(), { maxLength: 3 }) }) },
    { weight: 2, arbitrary: variant("signal", { runId, entry: entries(), unlessEnded: fc.boolean() }) },
    { weight: 3, arbitrary: variant("claim", { runId, owner: fc.constantFrom(...OWNERS) }) },
    { weight: 1, arbitrary: variant("renew", { lease }) },
    { weight: 1, arbitrary: variant("release", { lease }) },
    { weight: 2, arbitrary: variant("lock", { lease, workspace: fc.constantFrom("/one", "/two") }) },
    { weight: 1, arbitrary: variant("load", { runId, afterSeq: fc.nat({ max: 6 }), limit: fc.nat({ max: 6 }) }) },
    { weight: 1, arbitrary: variant("last", { runId }) },
    { weight: 1, arbitrary: variant("find", { runId }) },
    { weight: 1, arbitrary: variant("advance", { ms: fc.constantFrom(1, LEASE_MS - 1, LEASE_MS) }) },
  )
}

/** Calls the store. Waiting is the clock's business and not the store's, so it does nothing here. */
export async function perform(store: RunStore, command: Command, leases: readonly Lease[]): Promise<unknown> {
  switch (command.kind) {
    case "append":
      return store.append(pick(leases, command.lease), command.entries)
    case "signal":
      return store.signal(command.runId, command.entry, { unlessEnded: command.unlessEnded })
    case "claim":
      return store.claim(command.runId, command.owner)
    case "renew":
      return store.renew(pick(leases, command.lease))
    case "release":
      return store.release(pick(leases, command.lease))
    case "lock":
      return store.lockWorkspace(pick(leases, command.lease), command.workspace)
    case "load":
      return store.load(command.runId, command.afterSeq, command.limit)
    case "last":
      return store.lastSeq(command.runId)
    case "find":
      return store.findRun(command.runId)
    case "advance":
      return undefined
  }
}

/** What changes a store. */
export function isWrite({ kind }: Command): boolean {
  return !["load", "last", "find", "advance"].includes(kind)
}

const OWNERS: readonly Owner[] = [ADA, BEN, deadOwner()]

function variant<Kind extends string, Fields>(
  kind: Kind,
  fields: { [Field in keyof Fields]: fc.Arbitrary<Fields[Field]> },
): fc.Arbitrary<{ kind: Kind } & Fields> {
  return fc.record(fields).map((values) => ({ kind, ...(values as Fields) }))
}

function entries(): fc.Arbitrary<NewEntry> {
  const key = fc.constantFrom("a", "b", "c", "d")
  const at = fc.nat({ max: 500 })
  const steps = fc.tuple(key, fc.nat({ max: 1 }), at).map(([name, value, time]) => step(name, { value }, time))
  const states = fc
    .tuple(fc.constantFrom("s", "t"), fc.constantFrom(...RunState.options.slice(0, 2)), at)
    .map(([name, state, time]) => fact(name, { type: "state.changed", state }, time))
  return fc.oneof({ weight: 3, arbitrary: steps }, { weight: 1, arbitrary: states })
}

/** Counts from the newest, which is the one most likely to be live. */
function pick(leases: readonly Lease[], index: number): Lease {
  return leases[leases.length - 1 - (index % leases.length)] as Lease
}
