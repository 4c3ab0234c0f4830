import { spawnSync } from "node:child_process"
import { hostname } from "node:os"
import type { Lease, LogEntry, NewEntry, Owner, RunStore } from "../../journal/run-store.ts"
import type { DurableEvent } from "../../protocol/log/event.ts"
import type { RunHeader } from "../../protocol/log/run.ts"

/** Opens an empty store whose leases run by the clock that is passed in, in milliseconds. */
export type OpenStore = (options: { readonly now: () => number }) => Promise<RunStore>

/** The part of a test framework that the contract needs; it asserts with `node:assert`. */
export type TestRunner = {
  readonly describe: (name: string, body: () => void) => void
  readonly it: (name: string, body: () => Promise<void>) => void
}

/** A store under test, with the clock in the test's hands. */
export type Bench = { readonly store: RunStore; readonly clock: ContractClock }

/** What must be true of a store: each name completes a sentence, each body throws when it is not so. */
export type ContractRules = Readonly<Record<string, (bench: Bench) => Promise<void>>>

/** The same of two stores over one place. */
export type SharedRules = Readonly<Record<string, (bench: Bench & { readonly there: RunStore }) => Promise<void>>>

/** Stands still until it is told otherwise. */
export class ContractClock {
  #time = 1_000_000

  readonly now = (): number => this.#time

  advance(milliseconds: number): void {
    this.#time += milliseconds
  }
}

/** On other hosts, so that nobody here can tell whether they are alive. */
export const ADA: Owner = { host: "ada.example", pid: 101, startedAt: "1" }
export const BEN: Owner = { host: "ben.example", pid: 102, startedAt: "2" }

/** A process of this host that has just ended. */
export function deadOwner(): Owner {
  return { host: hostname(), pid: spawnSync(process.execPath, ["-e", ""]).pid, startedAt: "1" }
}

/** A header with every field, some of them changed. */
export function header(id: string, change: Partial<RunHeader> = {}): RunHeader {
  return {
    id,
    workspace: "/projects/one",
    title: "Tidy up",
    strategy: "phased",
    model: "test-model",
    state: "INTAKE",
    created_at: 100,
    updated_at: 100,
    ...change,
  }
}

/** Makes the run "run-1", claimed by Ada unless told otherwise. */
export async function startRun(store: RunStore, runId = "run-1", owner = ADA): Promise<Lease> {
  return store.createRun(header(runId), { owner, entries: [] })
}

/** Makes a run that nobody holds any more. */
export async function leaveRun(store: RunStore, made: RunHeader): Promise<void> {
  await store.release(await store.createRun(made, { owner: ADA, entries: [] }))
}

/** Two of equal key and value are equal, whatever their time. */
export function step(key: string, value: unknown, at = 200): NewEntry {
  return { key, at, record: { kind: "step", digest: "d1", value } }
}

/** An entry that tells an event. */
export function fact(key: string, event: DurableEvent, at = 200): NewEntry {
  return { key, at, record: { kind: "event", event } }
}

/** The entry as the log should have it. */
export function logged(entry: NewEntry, seq: number, lease: number): LogEntry {
  return { ...entry, seq, lease }
}

/** In the order of the log. */
export async function keysOf(store: RunStore, runId = "run-1"): Promise<string[]> {
  const entries = await store.load(runId)
  return entries.map((entry) => entry.key)
}
