import type { FolderState } from "../../bench/jobs/folder-state.ts"
import type { LogEntry } from "../../src/journal/run-store.ts"
import type { Dice } from "../../src/testing/simulated/dice.ts"
import { between, pick } from "./chance.ts"
import { diskState } from "./disk.ts"
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

/** A house with its guests, and what became of its servers. */
type House = {
  readonly place: TrialPlace
  readonly guests: readonly Guest[]
  readonly servers: Served[]
  /** The logs of all runs after each server that was ended. */
  readonly logs: (readonly LogEntry[])[][]
  start(...words: readonly string[]): Promise<Served>
}

/** Plays trials together, each a run in a folder of its own, in one server process that is not left in peace. */
export async function playServed(trials: readonly Trial[], endpoint: Endpoint, dice: Dice): Promise<Observed[]> {
  const name = `served-${trials.map(({ seed, number }) => `${seed}-${number}`)[0]}`
  const place = new TrialPlace(name)
  const guests = await Promise.all(trials.map((trial) => welcome(trial, place)))
  const { url } = endpoint.give(name, (body) => answer(guests, body))
  const words = ["--model", "openai-compatible:m0", "--base-url", url, "--approve", "full"]
  const folders = guests.flatMap((guest) => ["-C", guest.place.workspace])
  const start: House["start"] = (...more) => Served.start(place, [...folders, ...words, ...more])
  const house: House = { place, guests, start, servers: [await start()], logs: [] }
  try {
    await Promise.all(guests.map((guest, index) => begin(newest(house), guest, index)))
    await disturb(house, dice)
    await newest(house).ended(idsOf(guests), PATIENCE_MS)
    return await Promise.all(guests.map((guest) => observe(guest, house)))
  } finally {
    await newest(house).end("SIGTERM")
    endpoint.take(name)
  }
}

function newest({ servers }: House): Served {
  return servers.at(-1) as Served
}

/** Those that there are: what could not be started has none. */
function idsOf(guests: readonly Guest[]): string[] {
  return guests.map(({ id }) => id).filter(Boolean)
}

/** How often each mishap happens. */
const TIMES: Readonly<Record<(typeof MISHAPS)[number], number>> = {
  none: 0,
  killed: 1,
  "killed twice": 2,
  "told to end": 1,
  "a run cancelled": 1,
}

async function disturb(house: House, dice: Dice): Promise<void> {
  const mishap = pick(dice, MISHAPS)
  for (let time = 0; time < TIMES[mishap]; time++) {
    await newest(house).facts(between(dice, 1, house.guests.length * 30))
    if (mishap === "a run cancelled") await cancel(newest(house), pick(dice, house.guests))
    else await restart(house, mishap === "told to end" ? "SIGTERM" : "SIGKILL")
  }
}

/** Ends a server and goes on with another, which everybody follows from where he was. */
async function restart(house: House, signal: NodeJS.Signals): Promise<void> {
  await newest(house).end(signal)
  house.logs.push(await logsIn(house.place.state))
  house.servers.push(await house.start("--resume"))
  for (const id of idsOf(house.guests)) newest(house).follow(id)
}

async function welcome(trial: Trial, house: TrialPlace): Promise<Guest> {
  const place = new TrialPlace(`${trial.seed}-${trial.number}`, undefined, house)
  const scene = { place, dice: trial.dice, model: [] }
  trial.fault.prepare?.(scene)
  const voice = trial.fault.voice?.(voiceOf(trial), scene) ?? voiceOf(trial)
  const before = await diskState(place.workspace)
  return { trial, place, heard: [], voice, before, id: "", cancelled: false }
}

/** Each run has a model of its own name. */
function answer(guests: readonly Guest[], body: Parameters<Voice>[0]): Reply | Promise<Reply> {
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

async function observe(guest: Guest, house: House): Promise<Observed> {
  const { trial, place, heard, before, id } = guest
  const now = await logsIn(house.place.state)
  const own = (all: readonly (readonly LogEntry[])[]) => all.find((log) => isOf(log, place.workspace)) ?? []
  const told = id ? await newest(house).ask(`/api/runs/${id}`) : {}
  const followed = house.servers.flatMap((server) => server.followed(id))
  return {
    trial: guest.cancelled ? { ...trial, fault: { ...trial.fault, mayLack: true } } : trial,
    place,
    ends: [],
    said: house.servers.map((server) => server.output).join("\n"),
    logs: [...house.logs.map(own), own(now)],
    heard,
    before,
    after: await diskState(place.workspace),
    told: { result: told.result, followed, isOver: hasEnded(own(now)) },
  }
}

function isOf(log: readonly LogEntry[], workspace: string): boolean {
  const [first] = log
  if (first?.record.kind !== "event" || first.record.event.type !== "run.started") return false
  return first.record.event.environment.workspace === workspace
}
