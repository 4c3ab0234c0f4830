import { appendFileSync } from "node:fs"
import { join } from "node:path"
import { z } from "zod"
import { hashCheckpoints } from "../../bench/jobs/hash-checkpoints.ts"
import { createAgent } from "../../src/agent.ts"
import { MemoryStore } from "../../src/journal/memory-store.ts"
import type { LogEntry, RunStore } from "../../src/journal/run-store.ts"
import { StoreUnusableError } from "../../src/journal/store-error.ts"
import type { Model } from "../../src/model/seam/model.ts"
import { withRetry } from "../../src/model/wrappers/retry.ts"
import { STRATEGIES } from "../../src/strategies/index.ts"
import { crashStore } from "../../src/testing/crash-store.ts"
import { type Dice, diceFor } from "../../src/testing/simulated/dice.ts"
import { PERSONAS, simulatedModel } from "../../src/testing/simulated/index.ts"
import { codingTools } from "../../src/tools/code/index.ts"
import { type AnyTool, defineTool } from "../../src/tools/tool.ts"
import { between, pick } from "./chance.ts"
import { diskState } from "./disk.ts"
import type { Fault } from "./fault.ts"
import { hasEnded } from "./log.ts"
import type { Observed } from "./observed.ts"
import { TrialPlace } from "./place.ts"
import type { Trial } from "./trial.ts"
import { REQUEST, solver, TOKEN } from "./work.ts"

/* Trials without processes: the same work, strategies, personas and promises, thousands a minute. */

const ERRING = [...PERSONAS.keys()].filter((name) => name !== "faultless")

/** What goes wrong with the store, one for each life; the last one has none. */
type Break = (store: RunStore, dice: Dice) => RunStore

const BREAKS: Readonly<Record<string, Break>> = {
  "crash at a write": (store, dice) => crashStore(store, between(dice, 1, 60)),
  "store fails at a write": (store, dice) => failing(store, between(dice, 2, 60)),
}

/** A disk that is full from the nth write on. */
function failing(store: RunStore, nth: number): RunStore {
  let writes = 0
  return new Proxy(store, {
    get(_target, name: keyof RunStore) {
      const call = (store[name] as ((...given: unknown[]) => unknown) | undefined)?.bind(store)
      if (name !== "append") return call
      return (...given: unknown[]) => {
        writes += 1
        if (writes >= nth) return Promise.reject(new StoreUnusableError("here", "the disk is full", "make room"))
        return call?.(...given)
      }
    },
  })
}

/** Runs the commands of the work without a process, once each; an unfinished write leaves its line all the same. */
function terminal(workspace: string): AnyTool {
  return defineTool({
    name: "run_in_terminal",
    description: "Run a shell command in the workspace.",
    input: z.object({ command: z.string() }),
    access: "execute",
    repeat: "never",
    title: ({ command }) => `Run ${command}`,
    async execute({ command }) {
      const [, token, place] = /echo (\S+) >> ran\.txt .* (\w+)$/.exec(command) ?? []
      appendFileSync(join(workspace, "ran.txt"), `${token}\n`)
      return `Exit code 0.\nran-${place}`
    },
  })
}

/** Gives each command a number of its own. */
function numbered(model: Model): Model {
  let calls = 0
  const fill = (text: string) =>
    text.replaceAll(TOKEN, () => {
      calls += 1
      return `t${calls}`
    })
  return {
    ...model,
    async *stream(request, signal) {
      for await (const part of model.stream(request, signal))
        yield part.type === "call" ? { ...part, call: { ...part.call, arguments: fill(part.call.arguments) } } : part
    },
  }
}

/** What one trial in this process is, by seed and number. */
export function drawInside(seed: number, number: number): Trial {
  const dice = diceFor(`campaign/inside/${seed}/${number}`)
  const breaks = pick(dice, Object.keys(BREAKS))
  const isErring = dice() < 0.5
  const isLimited = dice() < 0.3
  const name = isErring ? `persona ${pick(dice, ERRING)}` : breaks
  const mayLack = isErring || isLimited ? { mayLack: true as const } : {}
  const fault: Fault = { group: isErring ? "models that err, and crashes" : breaks, name, ...mayLack }
  return { seed, number, fault, strategy: pick(dice, [...STRATEGIES.keys()]), mind: "simulated", isJson: true, dice }
}

/** Nobody waits, and luck repeats. */
const AT_ONCE = { sleep: async () => {}, now: () => 0, random: () => 0 }
const LEASE_MS = 15_000

/** Plays it, life after life, until it ends. */
export async function playInside(trial: Trial): Promise<Observed> {
  const { dice, fault, strategy } = trial
  const place = new TrialPlace(`inside-${trial.seed}-${trial.number}`)
  const before = await diskState(place.workspace)
  let now = 1_000_000
  const store = new MemoryStore({ now: () => now })
  const persona = PERSONAS.get(fault.name.replace("persona ", "")) ?? { name: "faultless" }
  const model = numbered(withRetry(simulatedModel({ solver, persona, seed: trial.number }), AT_ONCE))
  const limits = fault.mayLack ? { max_model_calls: between(dice, 3, 40), max_iterations: between(dice, 3, 60) } : {}
  const tools = [terminal(place.workspace), ...codingTools.filter(({ name }) => name !== "run_in_terminal")]
  const logs: (readonly LogEntry[])[] = []
  const checkpoints = hashCheckpoints()
  const breaks = Array.from({ length: between(dice, 0, 3) }, () => pick(dice, Object.values(BREAKS)))
  const whole: Break = (sound) => sound
  for (const broken of [...breaks, whole, whole]) {
    const agent = await createAgent({
      ...{ model, strategy, tools, limits, checkpoints, approve: "full", secrets: {}, checks: {} },
      store: broken(store, dice),
      workspace: place.workspace,
    })
    const log = logs.at(-1) ?? []
    const [header] = await store.listRuns()
    const begun = header && log.length > 0 ? agent.resume(header.id) : agent.start(REQUEST)
    await begun.then((run) => run.result).catch(() => undefined)
    now += LEASE_MS + 1
    const [found] = await store.listRuns()
    logs.push(found ? await store.load(found.id) : [])
    if (hasEnded(logs.at(-1) ?? [])) break
  }
  const after = await diskState(place.workspace)
  return { trial, place, ends: [], said: "", logs, heard: [], before, after }
}
