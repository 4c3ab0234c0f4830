import { mkdir, mkdtemp, realpath, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type AgentOptions, createAgent } from "../../src/agent.ts"
import { openStore } from "../../src/journal/open-store.ts"
import type { RunStore } from "../../src/journal/run-store.ts"
import type { StreamState } from "../../src/protocol/api/api.ts"
import type { RunResult } from "../../src/protocol/log/run.ts"
import { readRun } from "../../src/run/lifecycle/orchestrator.ts"
import { agentHost } from "../../src/server/runs/agent-host.ts"
import type { RunHost } from "../../src/server/runs/run-host.ts"
import { type RunServer, type ServerOptions, startServer } from "../../src/server/server.ts"
import { STRATEGIES } from "../../src/strategies/index.ts"
import { react } from "../../src/strategies/react/react.ts"
import { collectSecrets } from "../../src/tools/secrets/secret-variables.ts"
import { Secrets } from "../../src/tools/secrets/secrets.ts"
import { bell } from "../scenarios/play.ts"

/** A server over a store in a folder of its own; runs are carried out by whatever model the test brings. */
export type Place = AsyncDisposable & {
  readonly server: RunServer
  readonly store: RunStore
  readonly workspace: string
  readonly root: string
  readonly host: RunHost
  readonly faults: unknown[]
  readonly rung: readonly string[]
  /** A request with the token; what `init` says wins. */
  fetch(path: string, init?: RequestInit): Promise<Response>
  post(path: string, body?: unknown): Promise<Response>
  /** Starts a run and returns its id. */
  start(request?: string, more?: object): Promise<string>
  /** Another server over the same store, as if this one had been started anew. */
  another(options?: Partial<ServerOptions>): Promise<RunServer>
}

export type PlaceOptions = {
  readonly model: AgentOptions["model"]
  readonly agent?: Partial<AgentOptions>
  readonly server?: Partial<ServerOptions>
  /** Known secrets, as an environment would have them. */
  readonly secrets?: Readonly<Record<string, string>>
}

/** Fast enough that nobody waits for a timer, slow enough to be a timer. */
export const QUICK = { pollMs: 5, heartbeatMs: 600_000 }

export async function place(options: PlaceOptions): Promise<Place> {
  const root = await realpath(await mkdtemp(join(tmpdir(), "keelson-server-")))
  const workspace = join(root, "project")
  await mkdir(workspace)
  const store = await openStore(join(root, "state"))
  const { tool, rung } = bell()
  const host = hostFor(options, store, workspace, tool)
  const faults: unknown[] = []
  const servers: RunServer[] = []
  const another = async (more: Partial<ServerOptions> = {}) => {
    const onFault = (fault: unknown) => faults.push(fault)
    const server = await startServer({ host, version: "1.2.3", onFault, tuning: QUICK, ...options.server, ...more })
    servers.push(server)
    return server
  }
  const server = await another()
  const fetchIt = (path: string, init: RequestInit = {}) =>
    fetch(new URL(path, server.url), {
      ...init,
      headers: { authorization: `Bearer ${server.token}`, ...(init.headers as Record<string, string>) },
    })
  const post = (path: string, body?: unknown) =>
    fetchIt(path, {
      method: "POST",
      ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
    })
  return {
    server,
    store,
    workspace,
    root,
    host,
    faults,
    rung,
    fetch: fetchIt,
    post,
    another,
    async start(request = "Ring the bell, please.", more = {}) {
      const reply = await post("/api/runs", { request, ...more })
      if (reply.status !== 201) throw new Error(`not started: ${await reply.text()}`)
      return ((await reply.json()) as { run_id: string }).run_id
    },
    async [Symbol.asyncDispose]() {
      for (const one of servers) await one.close()
      await store.close()
      await rm(root, { recursive: true, force: true })
    },
  }
}

function hostFor(
  { model, agent = {}, secrets = {} }: PlaceOptions,
  store: RunStore,
  workspace: string,
  tool: NonNullable<AgentOptions["tools"]>[number],
): RunHost {
  const known = new Secrets(collectSecrets(secrets))
  const base = { model, store, tools: [tool], strategy: react, approve: "full", secrets, ...agent } as const
  return agentHost({
    store,
    workspaces: [workspace],
    redact: (text) => known.redact(text),
    settings: {
      strategies: [...STRATEGIES.values()].map(({ name, summary, plans = false }) => ({ name, summary, plans })),
    },
    agentFor: (wish) =>
      createAgent({
        ...base,
        workspace: wish.workspace,
        ...(wish.limits ? { limits: wish.limits } : {}),
        ...(wish.approve ? { approve: wish.approve } : {}),
        ...(wish.answerSchema ? { answerSchema: wish.answerSchema } : {}),
      }),
  })
}

/** Follows the run to its end. */
export async function ended(place: Place, runId: string): Promise<RunResult> {
  await readStream(place, runId)
  return (await readRun(place.store, runId)).result
}

/** Follows the run until it waits and nobody carries it out any more. */
export async function waiting(place: Place, runId: string): Promise<RunResult> {
  await readStream(place, runId, { until: isWaiting })
  return (await readRun(place.store, runId)).result
}

function isWaiting({ name, data }: StreamEvent): boolean {
  const { state, live } = (data ?? {}) as Partial<StreamState>
  return name === "state" && state === "WAITING" && live === false
}

export type StreamEvent = { readonly id: number | null; readonly name: string; readonly data: unknown }

type Reading = {
  readonly after?: number
  readonly server?: RunServer
  /** The last event to read; the connection is dropped after it. */
  readonly until?: (event: StreamEvent) => boolean
}

/** Reads a stream to its end, or until the test has seen enough; comments are events named `comment`. */
export async function readStream(place: Place, runId: string, reading: Reading = {}): Promise<StreamEvent[]> {
  const { server = place.server, after, until = () => false } = reading
  const response = await fetch(new URL(`/api/runs/${runId}/events`, server.url), {
    headers: {
      authorization: `Bearer ${server.token}`,
      ...(after === undefined ? {} : { "last-event-id": String(after) }),
    },
  })
  if (!response.ok || !response.body) throw new Error(`no stream: ${response.status} ${await response.text()}`)
  const events: StreamEvent[] = []
  let rest = ""
  const decoder = new TextDecoder()
  for await (const chunk of response.body) {
    const blocks = (rest + decoder.decode(chunk, { stream: true })).split("\n\n")
    rest = blocks.pop() ?? ""
    for (const event of blocks.map(parseBlock)) {
      events.push(event)
      if (until(event)) return events
    }
  }
  return events
}

function parseBlock(block: string): StreamEvent {
  const fields = Object.fromEntries(
    block.split("\n").map((line) => {
      const colon = line.indexOf(":")
      return [line.slice(0, colon), line.slice(colon + 1).trimStart()]
    }),
  )
  if (fields.event === undefined) return { id: null, name: "" in fields ? "comment" : "retry", data: null }
  return {
    id: fields.id === undefined ? null : Number(fields.id),
    name: fields.event,
    data: JSON.parse(fields.data ?? "null"),
  }
}

export function facts(events: readonly StreamEvent[]): number[] {
  return events.flatMap(({ name, id }) => (name === "fact" && id !== null ? [id] : []))
}
