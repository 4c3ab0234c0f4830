import type { LogEntry } from "../../src/journal/run-store.ts"
import { diskState } from "./disk.ts"
import type { Endpoint } from "./endpoint.ts"
import type { Scene } from "./fault.ts"
import { type End, Life } from "./life.ts"
import { hasEnded, logsIn } from "./log.ts"
import type { Observed } from "./observed.ts"
import { TrialPlace } from "./place.ts"
import { type Trial, voiceOf } from "./trial.ts"
import { REQUEST } from "./work.ts"

/** A run that is broken off more often than this is not coming to its end. */
const LIVES = 4

/** Plays a trial to its end: the fault, then whoever goes on with what is left. The place is left for a look at it. */
export async function playTrial(trial: Trial, endpoint: Endpoint): Promise<Observed> {
  const { fault, dice } = trial
  const place = new TrialPlace(`${trial.seed}-${trial.number}`)
  const name = `${trial.seed}-${trial.number}`
  const scene = { place, dice, model: [] as readonly string[] }
  const voice = fault.voice?.(voiceOf(trial), scene) ?? voiceOf(trial)
  const { url, heard } = endpoint.give(name, voice)
  scene.model = ["--model", "openai-compatible:m", "--base-url", url]
  fault.prepare?.(scene)
  const before = await diskState(place.workspace)
  const { ends, logs } = await lives(trial, scene)
  endpoint.take(name)
  const after = await diskState(place.workspace)
  return { trial, place, ends, said: "", logs, heard, before, after }
}

type Lived = Pick<Observed, "ends" | "logs">

async function lives({ fault, strategy, mind, isJson }: Trial, scene: Scene): Promise<Lived> {
  const { words = [], ...start } = fault.start?.(scene) ?? {}
  const manner = isJson ? ["--json"] : []
  const request = mind === "scripted" ? "busy work, trial 1" : REQUEST
  const told = ["run", request, ...scene.model, "--approve", "full", "--strategy", strategy, ...manner, ...words]
  const first = new Life(scene.place, { words: told, ...start })
  await fault.during?.(first, scene)
  const ends = [await first.end]
  fault.between?.(scene)
  const newest = async () => (await logsIn(scene.place.state)).at(-1) ?? []
  const logs = [await newest()]
  while (!isOver(ends, logs) && ends.length < LIVES) {
    const again = new Life(scene.place, { words: ["resume", ...scene.model, ...manner] })
    ends.push(await again.end)
    logs.push(await newest())
  }
  return { ends, logs }
}

/** Nothing is left to go on with: it has ended by itself, or what is left is refused. */
function isOver(ends: readonly End[], logs: readonly (readonly LogEntry[])[]): boolean {
  const log = logs.at(-1) ?? []
  if (log.length === 0) return true
  if (ends.length > 1 && ends.at(-1)?.code === 2) return true
  return hasEnded(log) && !isBrokenOff(log)
}

/** Somebody ended it, or its store did: that is no end of its own. */
function isBrokenOff(log: readonly LogEntry[]): boolean {
  const last = log.findLast(({ record }) => record.kind === "event" && record.event.type === "run.ended")?.record
  return last?.kind === "event" && last.event.type === "run.ended" && last.event.outcome.status === "cancelled"
}
