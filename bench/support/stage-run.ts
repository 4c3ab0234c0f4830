import {
  type AgentOptions,
  codingTools,
  createAgent,
  type DurableEvent,
  type Model,
  type ModelReply,
  openAICompatible,
  openStore,
  type RunResult,
} from "keelson"
import type { ModelServer, ServerRequest } from "../../src/testing/model-server.ts"
import { startModelServer } from "../../src/testing/model-server.ts"
import type { Completion } from "../../src/testing/server-reply.ts"
import { temporary } from "./temporary.ts"

/** One piece of work: what is asked, in which files, under which strategy. */
export type Work = {
  readonly request: string
  readonly files: Readonly<Record<string, string>>
  readonly options?: Partial<AgentOptions>
}

export type Task = { readonly tool: string; readonly arguments: Readonly<Record<string, unknown>> }

/** What the model said, reply by reply, and the tasks that came of it. */
export type Rehearsed = { readonly lines: readonly Completion[]; readonly tasks: readonly Task[] }

/** Plays the work with a model in this process, to learn the order of what it says. */
export async function rehearse(work: Work, model: Model): Promise<Rehearsed> {
  await using folder = await temporary(work.files)
  const lines: Completion[] = []
  const tasks: Task[] = []
  const agent = await agentFor(
    work,
    folder.path,
    tapped(model, (reply) => lines.push(toLine(reply))),
  )
  const run = await agent.start(work.request)
  run.onEvent(({ event }) => tasks.push(...plannedBy(event)))
  requireDone(await run.result)
  return { lines, tasks }
}

/** A run over HTTP: what it came to, and what the server was sent. */
export type Played = {
  readonly result: RunResult
  readonly requests: readonly ServerRequest[]
  readonly workspace: string
}

/** Plays the work against a scripted server on loopback. */
export async function playOnServer(work: Work, lines: readonly Completion[]): Promise<Played> {
  await using folder = await temporary(work.files)
  const server = await startModelServer({ script: lines })
  try {
    const agent = await agentFor(work, folder.path, modelAt(server))
    const result = requireDone(await agent.run(work.request))
    return { result, requests: server.requests, workspace: folder.path }
  } finally {
    await server.close()
  }
}

/** Without retries: a fault of the bench shall show at once. */
export function modelAt(server: Pick<ModelServer, "url">): Model {
  return openAICompatible({ name: "bench", baseUrl: server.url, retries: 0 })
}

async function agentFor({ options }: Work, workspace: string, model: Model) {
  return createAgent({
    model,
    workspace,
    store: await openStore(":memory:"),
    tools: codingTools,
    approve: "full",
    secrets: {},
    ...options,
  })
}

function requireDone(result: RunResult): RunResult {
  if (result.outcome === "done") return result
  throw new Error(`The scripted run ended ${result.outcome}: ${result.reason}`)
}

function plannedBy(event: DurableEvent): readonly Task[] {
  return event.type === "plan.made" ? event.tasks : []
}

function toLine({ text, calls }: Pick<ModelReply, "text" | "calls">): Completion {
  return { kind: "completion", text, calls: calls.map((call) => ({ name: call.name, arguments: call.arguments })) }
}

function tapped(model: Model, onReply: (reply: Pick<ModelReply, "text" | "calls">) => void): Model {
  return {
    id: model.id,
    contextWindow: model.contextWindow,
    async *stream(request, signal) {
      let text = ""
      const calls: ModelReply["calls"][number][] = []
      for await (const part of model.stream(request, signal)) {
        if (part.type === "text") text += part.delta
        if (part.type === "call") calls.push(part.call)
        if (part.type === "end") onReply({ text, calls })
        yield part
      }
    },
  }
}
