import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { z } from "zod"
import { type Agent, type AgentOptions, createAgent, type Run } from "../../src/agent.ts"
import { openCheckpoints } from "../../src/checkpoints/checkpoints.ts"
import { MemoryStore } from "../../src/journal/memory-store.ts"
import type { RunStore } from "../../src/journal/run-store.ts"
import type { Model } from "../../src/model/seam/model.ts"
import type { LiveEvent, LoggedEvent } from "../../src/protocol/log/event.ts"
import type { RunResult } from "../../src/protocol/log/run.ts"
import type { Answer } from "../../src/run/core/run-parts.ts"
import { codingTools } from "../../src/tools/code/index.ts"
import { type AnyTool, defineTool, ToolFailure } from "../../src/tools/tool.ts"

/** One run as a script: what the model says, what the workspace holds, what the user answers. */
export type Scenario = {
  readonly name: string
  readonly model: () => Model
  readonly request?: string
  /** `{{workspace}}` in a file becomes the path of the workspace. */
  readonly files?: Readonly<Record<string, string>>
  /** Answers by question id, given when the run waits for them. */
  readonly answers?: Readonly<Record<string, Answer>>
  /** Whether the folder is kept as it was, so that checks can be compared. */
  readonly keeps?: true
  /** What happens while something is under way. */
  readonly onLive?: (event: LiveEvent) => void
  readonly options?: Partial<AgentOptions>
  /** What comes along with the request. */
  readonly start?: Parameters<Agent["start"]>[1]
}

/** A bell that must never ring twice for one task: what it did is outside the log, as the real world is. */
export function bell(): { readonly tool: AnyTool; readonly rung: string[] } {
  const rung: string[] = []
  const tool = defineTool({
    name: "ring",
    description: "Ring a bell.",
    input: z.object({ name: z.string(), fails: z.boolean().optional() }),
    access: "execute",
    repeat: "never",
    async execute({ name, fails }) {
      rung.push(name)
      if (fails) throw new ToolFailure(`bell ${name} is broken`)
      return `rang ${name}`
    },
  })
  return { tool, rung }
}

export type Stage = AsyncDisposable & {
  readonly folder: string
  readonly rung: readonly string[]
  agent(store: RunStore, model: Model): Promise<Agent>
}

/** A workspace and tools for one scenario. */
export async function setStage(scenario: Scenario): Promise<Stage> {
  const folder = await mkdtemp(join(tmpdir(), "keelson-play-"))
  for (const [name, content] of Object.entries(scenario.files ?? {})) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), content.replaceAll("{{workspace}}", folder))
  }
  const { tool, rung } = bell()
  const shadows = `${folder}-shadows`
  return {
    folder,
    rung,
    agent: (store, model) =>
      createAgent({
        model,
        store,
        workspace: folder,
        tools: [tool, ...codingTools],
        approve: "full",
        secrets: {},
        ...(scenario.keeps ? { checkpoints: openCheckpoints(shadows) } : {}),
        ...scenario.options,
      }),
    async [Symbol.asyncDispose]() {
      for (const one of [folder, shadows]) await rm(one, { recursive: true, force: true })
    },
  }
}

export const REQUEST = "Please put the house in order, everything."

/** Starts the run of a scenario and waits until it ends or has a question. */
export async function begin(agent: Agent, scenario: Scenario): Promise<RunResult> {
  return followed(await agent.start(scenario.request ?? REQUEST), scenario)
}

/** The same for a run that is taken up again. */
export async function takeUp(agent: Agent, scenario: Scenario, runId: string): Promise<RunResult> {
  return followed(await agent.resume(runId), scenario)
}

function followed(run: Run, { onLive }: Scenario): Promise<RunResult> {
  if (onLive) run.onLive(onLive)
  return run.result
}

/** Carries a run on until it ends, answering what it asks. */
export async function finish(agent: Agent, scenario: Scenario, first: RunResult): Promise<RunResult> {
  let result = first
  while (result.outcome === "waiting") {
    for (const question of result.questions) {
      const answer = scenario.answers?.[question.id]
      if (!answer) throw new Error(`The scenario has no answer to ${question.id}.`)
      await agent.answer(result.run_id, answer, question.id)
    }
    result = await takeUp(agent, scenario, result.run_id)
  }
  return result
}

export type Played = AsyncDisposable & {
  readonly result: RunResult
  readonly events: readonly LoggedEvent[]
  readonly rung: readonly string[]
  readonly folder: string
  readonly store: RunStore
  readonly model: Model
  readonly agent: Agent
}

/** Plays a scenario from its beginning to its end. */
export async function play(scenario: Scenario, store: RunStore = new MemoryStore()): Promise<Played> {
  const stage = await setStage(scenario)
  const model = scenario.model()
  const agent = await stage.agent(store, model)
  const result = await finish(agent, scenario, await begin(agent, scenario))
  const entries = await store.load(result.run_id)
  const events = entries.flatMap(({ seq, key, at, record }) =>
    record.kind === "event" ? [{ seq, key, at, event: record.event }] : [],
  )
  return {
    result,
    events,
    rung: stage.rung,
    folder: stage.folder,
    store,
    model,
    agent,
    [Symbol.asyncDispose]: () => stage[Symbol.asyncDispose](),
  }
}
