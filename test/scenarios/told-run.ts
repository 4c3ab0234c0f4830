import { once } from "node:events"
import type { Agent } from "../../src/agent.ts"
import { MemoryStore } from "../../src/journal/memory-store.ts"
import type { RunStore } from "../../src/journal/run-store.ts"
import type { Model, ModelRequest } from "../../src/model/seam/model.ts"
import type { RunResult } from "../../src/protocol/log/run.ts"
import { crashStore } from "../../src/testing/crash-store.ts"
import { heard } from "../guards/front-door.ts"
import { finish, REQUEST, type Scenario, setStage } from "./play.ts"

/* Runs to which somebody says something on the way. */

/** `now`: it shall not wait for the call under way. */
export type Telling = { readonly at: string; readonly text: string; readonly by?: "other"; readonly now?: true }

/** Says something to the run in the moment in which the model is asked at a place. */
export function whileAsked(
  model: Model,
  tellings: readonly Telling[],
  tell: (telling: Telling) => Promise<boolean>,
): Model {
  const left = [...tellings]
  return {
    ...model,
    async *stream(request, signal) {
      const due = left.findIndex(({ at }) => at === request.purpose.key)
      const now = due < 0 ? [] : left.splice(due, 1)
      for (const telling of now) {
        const isSaid = await tell(telling)
        // A model that is in no hurry.
        if (isSaid && telling.now) await aborted(signal)
      }
      yield* model.stream(request, signal)
    },
  }
}

async function aborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, "abort")
  signal.throwIfAborted()
}

type Told = {
  readonly result: RunResult
  readonly requests: readonly ModelRequest[]
  readonly store: RunStore
  readonly agent: Agent
  readonly rung: readonly string[]
}

const LEASE_MS = 15_000

/** The same, crashed before that write and gone on with: whoever sees that their word is not there says it again. */
export async function crashTold(
  scenario: Scenario,
  telling: Telling,
  beforeWrite: number,
): Promise<{ readonly result: RunResult; readonly keys: readonly string[]; readonly writes: number }> {
  await using stage = await setStage(scenario)
  let now = 1_000_000
  const store = new MemoryStore({ now: () => now })
  const dying = crashStore(store, beforeWrite)
  const play = async (kept: RunStore): Promise<RunResult> => {
    const [header] = await store.listRuns()
    const entries = header ? await store.load(header.id) : []
    const isSaid = entries.some(({ key }) => key.endsWith("#word.added"))
    const model = whileAsked(scenario.model(), isSaid ? [] : [telling], async ({ text }) => {
      await run.tell(text)
      return true
    })
    const agent = await stage.agent(kept, model)
    if (header && entries.some(({ key }) => key === "end-1#state.changed")) return agent.result(header.id)
    const run = header ? await agent.resume(header.id) : await agent.start(scenario.request ?? REQUEST)
    return run.result
  }
  const first = await play(dying).catch(() => undefined)
  now += LEASE_MS + 1
  const result = first ?? (await play(store))
  const keys = (await store.load(result.run_id)).map(({ key }) => key).sort()
  return { result, keys, writes: dying.writes }
}

/** Plays a scenario in which somebody speaks up; `other` does so by another process. */
export async function playTold(scenario: Scenario, ...tellings: readonly Telling[]): Promise<Told> {
  await using stage = await setStage(scenario)
  const store = new MemoryStore()
  const other = await stage.agent(store, scenario.model())
  const model = heard(
    whileAsked(scenario.model(), tellings, async ({ text, by, now }) => {
      const [header] = await store.listRuns()
      if (by === "other") await other.tell(header?.id ?? "", text, { now })
      else await run.tell(text, { now })
      return true
    }),
  )
  const agent = await stage.agent(store, model)
  const run = await agent.start(scenario.request ?? REQUEST)
  const result = await finish(agent, scenario, await run.result)
  return { result, requests: model.requests, store, agent, rung: stage.rung }
}
