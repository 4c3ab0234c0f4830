import { once } from "node:events"
import type { IncomingMessage, ServerResponse } from "node:http"
import type { AgentOptions } from "../../src/agent/agent-options.ts"
import { createAgent } from "../../src/agent.ts"
import { MemoryStore } from "../../src/journal/memory-store.ts"
import { resolveModel } from "../../src/model/resolve-model.ts"
import type { DurableEvent } from "../../src/protocol/log/event.ts"
import type { Limits } from "../../src/protocol/log/limits.ts"
import { react } from "../../src/strategies/react/react.ts"
import { makeFixture } from "../support/tool-fixture.ts"
import { PROJECTS } from "./home.ts"
import { type StrayServer, strayServer } from "./stray-server.ts"

/**
 * An endpoint that sends whatever it likes to whoever asks its model; what it has it tells in order. `heard` are the questions to the
 * model, `sent` the bytes that the other side let it send, over all of them.
 */
export type WildEndpoint = StrayServer & { readonly sent: number }

/** What is sent to one request: pieces without an end, if need be. `n` counts requests from 0. */
export type Pieces = (n: number, body: string) => Iterable<string> | AsyncIterable<string>

/** Sends pieces until there are no more or the client has gone. */
export async function wildEndpoint(
  pieces: Pieces,
  head: { status?: number; type?: string } = {},
): Promise<WildEndpoint> {
  let sent = 0
  let n = 0
  const server = await strayServer(async (request, response) => {
    if (!isForModel(request)) return offer(request, response)
    response.writeHead(head.status ?? 200, { "content-type": head.type ?? "text/event-stream" })
    const body = server.heard.at(-1)?.words.split("\n").at(-1) ?? ""
    for await (const piece of pieces(n++, body)) {
      if (response.destroyed) return
      sent += Buffer.byteLength(piece)
      if (!response.write(piece)) await drained(response)
    }
    response.end()
  })
  return {
    url: server.url,
    get heard() {
      return server.heard.filter(({ method, path }) => isForModel({ method, url: path }))
    },
    get sent() {
      return sent
    },
  }
}

function isForModel({ method, url }: Pick<IncomingMessage, "method" | "url">): boolean {
  return method === "POST" && url !== "/api/show"
}

function offer({ url }: IncomingMessage, response: ServerResponse): void {
  const isList = url?.endsWith("/models") === true && !url.startsWith("/api")
  response.writeHead(isList ? 200 : 404, { "content-type": "application/json" })
  response.end(JSON.stringify(isList ? { data: [{ id: "m", max_model_len: 128_000 }] } : {}))
}

async function drained(response: ServerResponse): Promise<void> {
  const gone = new AbortController()
  const { signal } = gone
  await Promise.race([once(response, "drain", { signal }), once(response, "close", { signal })]).catch(() => {})
  gone.abort()
}

/** A piece of an event stream. */
export function sse(event: unknown): string {
  return `data: ${JSON.stringify(event)}\n\n`
}

/** A chunk of a chat completion with this delta. */
export function delta(part: object, finish: string | null = null): string {
  return sse({
    id: "c",
    object: "chat.completion.chunk",
    created: 0,
    model: "m",
    choices: [{ index: 0, delta: part, finish_reason: finish }],
  })
}

/** A whole, well-behaved reply in words. */
export function* said(text: string, usage?: unknown): Generator<string> {
  yield delta({ role: "assistant", content: text })
  yield delta({}, "stop")
  if (usage !== undefined)
    yield sse({ id: "c", object: "chat.completion.chunk", created: 0, model: "m", choices: [], usage })
  yield "data: [DONE]\n\n"
}

/** A whole reply that calls. */
export function* called(calls: Iterable<{ name: string; input: string }>): Generator<string> {
  let index = 0
  for (const { name, input } of calls) {
    const id = `call_${index}`
    yield delta({ tool_calls: [{ index: index++, id, type: "function", function: { name, arguments: input } }] })
  }
  yield delta({}, "tool_calls")
  yield "data: [DONE]\n\n"
}

/** The same for ever. */
export function* forever(piece: string): Generator<string> {
  for (;;) yield piece
}

type Settings = Partial<AgentOptions> & {
  readonly model?: never
  readonly provider?: string
  readonly window?: number
  /** Limits with which it is resumed once it has ended. */
  readonly resumeWith?: Partial<Limits>
}

const KEYS = {
  ANTHROPIC_API_KEY: "k",
  GEMINI_API_KEY: "k",
  OPENAI_API_KEY: "k",
  MISTRAL_API_KEY: "k",
  DEEPSEEK_API_KEY: "k",
  XAI_API_KEY: "k",
  GROQ_API_KEY: "k",
  AZURE_API_KEY: "k",
  AWS_BEARER_TOKEN_BEDROCK: "k",
}

/** One run at such an endpoint, in `react` unless told otherwise, and what its log has. */
export async function runAt(endpoint: StrayServer, settings: Settings = {}) {
  const { provider = "openai-compatible:m", window, resumeWith, ...options } = settings
  await using fixture = await makeFixture({ "a.txt": "a\n" }, PROJECTS)
  const store = new MemoryStore()
  const contextWindow = window === undefined ? {} : { contextWindow: window }
  const agent = await createAgent({
    strategy: react,
    approve: "full",
    ...options,
    model: resolveModel({ model: provider, baseUrl: endpoint.url, env: KEYS, ...contextWindow }),
    workspace: fixture.workspace.root,
    store,
  })
  const first = await agent.run("What do you say?")
  const result = resumeWith ? await (await agent.resume(first.run_id, { limits: resumeWith })).result : first
  const entries = await store.load(result.run_id)
  const events = <Type extends DurableEvent["type"]>(type: Type) =>
    entries.flatMap(({ record }) =>
      record.kind === "event" && record.event.type === type
        ? [record.event as Extract<DurableEvent, { type: Type }>]
        : [],
    )
  return { ...result, entries, events }
}
