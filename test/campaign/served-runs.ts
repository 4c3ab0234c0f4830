import { type FolderState, readState } from "../../bench/jobs/folder-state.ts"
import type { LogEntry } from "../../src/journal/run-store.ts"
import type { Dice } from "../../src/testing/simulated/dice.ts"
import { between, pick } from "./chance.ts"
import type { Endpoint, Reply, Voice } from "./endpoint.ts"
import { hasEnded, logsIn } from "./log.ts"
import type { Observed } from "./observed.ts"
import { TrialPlace } from "./place.ts"
import { Served } from "./served.ts"
import { type Trial, voiceOf } from "./trial.ts"
import { REQUEST } from "./work.ts"

/** What happens to a server while it carries its runs out. */
const MISHAPS = ["none", "killed", "killed twice", "told to end", "a run cancelled"] as const

/** One run among those of a server. */
type Guest = {
  readonly trial: Trial
  readonly place: TrialPlace
  readonly heard: string[]
  readonly voice: Voice
  readonly before: FolderState
  id: string
  cancelled: boolean
}

/** A restart later all runs must have ended. */
const PATIENCE_MS = 400_000

/** Plays trials together, each a run in a folder of its own, in one server process that is not left in peace. */
export async function playServed(trials: readonly Trial[], endpoint: Endpoint, dice: Dice): Promise<Observed[]> {
  const name = `served-${trials[0]?.seed}-${trials[0]?.number}`
  const house = new TrialPlace(name)
  const guests = await Promise.all(trials.map((trial) => welcome(trial, house)))
  const { url } = endpoint.give(name, (body, n) => answer(guests, body, n))
  const words = ["--model", "openai-compatible:m0", "--base-url", url, "--approve", "full"]
  const folders = guests.flatMap(({ place }) => ["-C", place.workspace])
  const start = (...more: string[]) => Served.start(house, [...folders, ...words, ...more])
  const mishap = pick(dice, MISHAPS)
  const servers = [await start()]
  const logs: (readonly LogEntry[])[][] = []
  try {
    await Promise.all(guests.map((guest, index) => begin(servers[0] as Served, guest, index)))
    for (let time = 0; time < (mishap === "killed twice" ? 2 : mishap === "none" ? 0 : 1); time++) {
      const server = servers.at(-1) as Served
      await server.facts(between(dice, 1, guests.length * 30))
      if (mishap === "a run cancelled") await cancel(server, pick(dice, guests))
      else {
        await server.end(mishap === "told to end" ? "SIGTERM" : "SIGKILL")
        logs.push(await logsIn(house.state))
        servers.push(await start("--resume"))
        for (const { id } of guests) if (id) (servers.at(-1) as Served).follow(id)
      }
    }
    await (servers.at(-1) as Served).ended(guests.map(({ id }) => id).filter(Boolean), PATIENCE_MS)
    return await Promise.all(guests.map((guest) => observe(guest, { house, servers, logs })))
  } finally {
    await (servers.at(-1) as Served).end("SIGTERM")
    endpoint.take(name)
  }
}

async function welcome(trial: Trial, house: TrialPlace): Promise<Guest> {
  const place = new TrialPlace(`${trial.seed}-${trial.number}`, undefined, house)
  const scene = { place, dice: trial.dice, model: [] }
  trial.fault.prepare?.(scene)
  const voice = trial.fault.voice?.(voiceOf(trial), scene) ?? voiceOf(trial)
  const before = await readState(place.workspace)
  return { trial, place, heard: [], voice, before, id: "", cancelled: false }
}

/** Each run has a model of its own name. */
function answer(guests: readonly Guest[], body: Parameters<Voice>[0], _n: number): Reply | Promise<Reply> {
  const guest = guests[Number(body.model?.slice(1) ?? 0)]
  if (!guest) throw new Error(`Nobody has the model ${body.model}.`)
  const n = guest.heard.push(JSON.stringify(body)) - 1
  return guest.voice(body, n)
}

async function begin(server: Served, guest: Guest, index: number): Promise<void> {
  const { workspace } = guest.place
  const { strategy } = guest.trial
  const limits = guest.trial.fault.group === "network faults" ? { limits: { max_time_ms: 15_000 } } : {}
  const body = { request: REQUEST, workspace, model: `openai-compatible:m${index}`, strategy, ...limits }
  const started = await server.ask("/api/runs", body)
  guest.id = String(started.run_id ?? "")
  if (guest.id) server.follow(guest.id)
}

async function cancel(server: Served, guest: Guest): Promise<void> {
  guest.cancelled = true
  await server.ask(`/api/runs/${guest.id}/cancel`, { reason: "the campaign" })
}

type Around = {
  readonly house: TrialPlace
  readonly servers: readonly Served[]
  readonly logs: readonly (readonly (readonly LogEntry[])[])[]
}

async function observe(guest: Guest, { house, servers, logs }: Around): Promise<Observed> {
  const { trial, place, heard, before, id } = guest
  const now = await logsIn(house.state)
  const own = (all: readonly (readonly LogEntry[])[]) => all.find((log) => isOf(log, place.workspace)) ?? []
  const log = own(now)
  const told = id ? await (servers.at(-1) as Served).ask(`/api/runs/${id}`) : {}
  return {
    trial: guest.cancelled ? { ...trial, fault: { ...trial.fault, mayLack: true } } : trial,
    place,
    ends: [],
    said: servers.map((server) => server.output).join("\n"),
    logs: [...logs.map(own), log],
    heard,
    before,
    after: await readState(place.workspace).catch(() => new Map<string, string>()),
    told: { result: told.result, followed: followed(servers, id), isOver: hasEnded(log) },
  }
}

function isOf(log: readonly LogEntry[], workspace: string): boolean {
  const [first] = log
  if (first?.record.kind !== "event" || first.record.event.type !== "run.started") return false
  return first.record.event.environment.workspace === workspace
}

function followed(servers: readonly Served[], id: string): number[] {
  return servers.flatMap((server) => server.followed(id))
}
