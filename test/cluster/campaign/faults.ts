import { once } from "node:events"
import { setTimeout as pause } from "node:timers/promises"
import { FaultyLine } from "../faulty-line.ts"
import type { House, WorkerProcess } from "./house.ts"

/** When a worker was made useless, and what it held then. */
export type Blow = { readonly fault: string; readonly at: number; readonly held: readonly HeldRun[] }
export type HeldRun = { readonly runId: string; readonly token: number }

/** Told what is being done. `blows` is filled on the way. */
export type FaultParts = { readonly house: House; readonly blows: Blow[]; readonly scale: number }

type Fault = { readonly name: string; readonly play: (parts: FaultParts) => Promise<void> }

/** In this order; times are those of a whole campaign, and `scale` shortens them. */
export const FAULTS: readonly Fault[] = [
  { name: "kill -9 of a worker every 3 s for a minute", play: killAgainAndAgain },
  { name: "SIGSTOP of a worker for 30 s", play: freeze },
  { name: "database stopped for 5 s", play: (parts) => stopDatabase(parts, 5000) },
  { name: "database stopped for 15 s", play: (parts) => stopDatabase(parts, 15_000) },
  { name: "database killed hard and started", play: killDatabase },
  { name: "worker cut off from the database for 25 s", play: cutOff },
]

async function killAgainAndAgain(parts: FaultParts): Promise<void> {
  const { house, scale } = parts
  for (let time = 0; time < 60_000 * scale; time += 3000) {
    const victim = await busiest(house)
    if (victim) {
      await blow(parts, "kill -9", victim, "SIGKILL")
      await ended(victim)
    }
    house.startWorker()
    await pause(3000)
  }
}

async function freeze(parts: FaultParts): Promise<void> {
  const victim = await busiest(parts.house)
  if (!victim) return
  await blow(parts, "SIGSTOP", victim, "SIGSTOP")
  await pause(Math.max(20_000, 30_000 * parts.scale))
  victim.process.kill("SIGCONT")
  await pause(2000)
}

async function stopDatabase(parts: FaultParts, ms: number): Promise<void> {
  const { house } = parts
  await blowAll(parts, `database stopped for ${ms / 1000} s`)
  await house.server.stop()
  await pause(ms)
  await house.server.start()
  await pause(10_000)
}

async function killDatabase(parts: FaultParts): Promise<void> {
  const { house } = parts
  await blowAll(parts, "database killed hard")
  await house.server.kill()
  await house.server.start()
  await pause(10_000)
}

/** Nothing passes between this worker and the database, and neither is told. */
async function cutOff(parts: FaultParts): Promise<void> {
  const { house } = parts
  const line = await FaultyLine.to(house.url)
  const victim = house.startWorker(line.url)
  // Whoever is cut off with nothing in hands loses nothing.
  for (let tries = 0; tries < 100 && (await heldBy(house, victim)).length < 3; tries++) await pause(100)
  await blow(parts, "cut off", victim)
  line.goSilent()
  await pause(25_000)
  // What it still wants to write comes too late.
  line.heal()
  await pause(3000)
  await ended(victim)
  await line.close()
}

async function blow({ house, blows }: FaultParts, fault: string, victim: WorkerProcess, signal?: NodeJS.Signals) {
  const held = await heldBy(house, victim)
  blows.push({ fault, at: Date.now(), held })
  if (signal) victim.process.kill(signal)
}

/** It hits whoever works just now. */
async function blowAll({ house, blows }: FaultParts, fault: string): Promise<void> {
  const held = await Promise.all([...house.workers].map((worker) => heldBy(house, worker)))
  blows.push({ fault, at: Date.now(), held: held.flat() })
}

/** Whoever has the most in hands loses the most. */
async function busiest(house: House): Promise<WorkerProcess | undefined> {
  const workers = [...house.workers]
  const held = await Promise.all(workers.map(async (worker) => (await heldBy(house, worker)).length))
  return workers[held.indexOf(Math.max(...held))]
}

/** Until every worker has something to lose. */
export async function untilBusy(house: House): Promise<void> {
  for (const worker of house.workers) while ((await heldBy(house, worker)).length < 2) await pause(100)
}

async function heldBy({ store }: House, { process }: WorkerProcess): Promise<HeldRun[]> {
  const rows = await store.connections.query(
    "SELECT id, lease_token FROM keelson.runs WHERE lease_pid = $1 AND lease_host IS NOT NULL",
    [process.pid],
  )
  return rows.map((row) => ({ runId: String(row.id), token: Number(row.lease_token) }))
}

async function ended({ process }: WorkerProcess): Promise<void> {
  if (process.exitCode !== null || process.signalCode !== null) return
  const exit = once(process, "exit")
  process.kill("SIGKILL")
  await exit
}
