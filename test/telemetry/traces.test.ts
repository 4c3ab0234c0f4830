import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as semantic from "@opentelemetry/semantic-conventions/incubating"
import { afterAll, describe, expect, it } from "vitest"
import { type AgentOptions, createAgent } from "../../src/agent.ts"
import { MemoryStore } from "../../src/journal/memory-store.ts"
import { openAICompatible } from "../../src/model/openai-compatible.ts"
import { react } from "../../src/strategies/react/react.ts"
import { telemetrySent } from "../../src/telemetry/pending.ts"
import { startModelServer } from "../../src/testing/model-server.ts"
import { type Completion, call, calls } from "../../src/testing/server-reply.ts"
import { eventsOf } from "../guards/front-door.ts"
import { bell, REQUEST, setStage } from "../scenarios/play.ts"
import { toolsThenDone } from "../scenarios/react-scenarios.ts"
import { gated } from "../server/models.ts"
import { type ReceivedSpan, type Receiver, receiver } from "./receiver.ts"

/* Runs by the front door, and what a collector gets of them. */

const workspace = mkdtempSync(join(tmpdir(), "keelson-traces-"))
afterAll(() => rmSync(workspace, { recursive: true, force: true }))

const KEY = "sk-proj-abcdefghijklmnopqrstuvwxyz0123456789ABCD"
const RING = { name: "ring", arguments: { name: "a" } }
const BROKEN = { name: "ring", arguments: { name: "b", fails: true } }
const DONE = call("task_done", { summary: "One bell rang.", changes: "none" })

async function traced(
  collector: Pick<Receiver, "url">,
  { lines = [calls([RING, BROKEN]), DONE], variables = {}, options = {}, trace = {} as object } = {} as {
    lines?: readonly Completion[]
    variables?: Record<string, string>
    options?: Partial<AgentOptions>
    trace?: object
  },
) {
  const server = await startModelServer({ script: lines })
  const store = new MemoryStore()
  const notices: string[] = []
  const agent = await createAgent({
    model: openAICompatible({ name: "tiny", baseUrl: server.url, contextWindow: 128_000, retries: 0 }),
    endpoint: server.url,
    price: { prompt: 1, completion: 2 },
    workspace,
    store,
    strategy: react,
    tools: [bell().tool],
    approve: "full",
    checks: { smoke: "true" },
    secrets: { SOME_API_KEY: KEY },
    telemetry: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_SERVICE_NAME: "my-service", ...variables },
    onNotice: (text) => notices.push(text),
    ...options,
  })
  const run = await agent.start(`Ring the bells; the key is ${KEY}.`, { trace })
  const result = await run.result
  await telemetrySent()
  await server.close()
  return { agent, result, store, notices, requests: server.requests }
}

function named(spans: readonly ReceivedSpan[], name: string): ReceivedSpan {
  const found = spans.filter((span) => span.name === name)
  expect(found, `${name} among ${spans.map((span) => span.name)}`).toHaveLength(1)
  return found[0] as ReceivedSpan
}

/** By the conventions: what each operation has to say, and what it is for the span to be called and to be. */
const REQUIRED = {
  invoke_agent: [semantic.ATTR_GEN_AI_PROVIDER_NAME, semantic.ATTR_GEN_AI_AGENT_NAME],
  chat: [
    semantic.ATTR_GEN_AI_PROVIDER_NAME,
    semantic.ATTR_GEN_AI_REQUEST_MODEL,
    semantic.ATTR_GEN_AI_USAGE_INPUT_TOKENS,
  ],
  execute_tool: [semantic.ATTR_GEN_AI_TOOL_NAME, semantic.ATTR_GEN_AI_TOOL_CALL_ID, semantic.ATTR_GEN_AI_TOOL_TYPE],
} as const
const KNOWN = new Set<unknown>(Object.values(semantic))

/** The run's own span of a trace in which every other one has its parent, and its time, within it. */
function wholeTrace(spans: readonly ReceivedSpan[]): ReceivedSpan {
  const run = named(spans, "invoke_agent keelson")
  const ids = spans.map(({ spanId }) => spanId)
  expect(new Set(spans.map(({ traceId }) => traceId))).toEqual(new Set([run.traceId]))
  expect(new Set(ids).size).toBe(ids.length)
  for (const span of spans.filter((other) => other !== run)) {
    expect(ids).toContain(span.parentSpanId)
    expect(span.from >= run.from && span.to <= run.to && span.from <= span.to).toBe(true)
  }
  return run
}

function followsConventions({ attributes }: ReceivedSpan): void {
  const operation = attributes[semantic.ATTR_GEN_AI_OPERATION_NAME] as keyof typeof REQUIRED | undefined
  for (const name of operation ? REQUIRED[operation] : []) expect(attributes).toHaveProperty([name])
  for (const name of Object.keys(attributes)) expect(name.startsWith("keelson.") || KNOWN.has(name)).toBe(true)
}

describe.each(["http/json", "http/protobuf"])("a run at a collector, over %s", (protocol) => {
  it("is one trace by the GenAI conventions, with its failed tool, its check and what it cost", async () => {
    await using collector = await receiver()
    const { result, store } = await traced(collector, {
      variables: {
        OTEL_EXPORTER_OTLP_PROTOCOL: protocol,
        OTEL_RESOURCE_ATTRIBUTES: "deployment.environment.name=test%20bed",
      },
    })
    expect(result.outcome).toBe("done")
    const { spans } = collector
    const run = wholeTrace(spans)
    for (const span of spans) followsConventions(span)
    expect(run.parentSpanId).toBe("")
    expect(run.attributes).toMatchObject({
      "gen_ai.conversation.id": result.run_id,
      "gen_ai.usage.input_tokens": result.usage.prompt,
      "gen_ai.usage.output_tokens": result.usage.completion,
      "keelson.cost": result.usage.cost,
      "keelson.outcome": "done",
      "keelson.strategy": "react",
    })
    const chats = spans.filter(({ name }) => name === "chat tiny")
    expect(chats).toHaveLength(result.usage.calls)
    expect(chats[0]).toMatchObject({ kind: 3, attributes: { "gen_ai.response.finish_reasons": ["tool_call"] } })
    const tools = spans.filter(({ name }) => name === "execute_tool ring")
    expect(tools.map(({ status, attributes }) => [status.code, attributes["error.type"]])).toEqual([
      [undefined, undefined],
      [2, "failed"],
    ])
    const stages = spans.filter(({ name }) => name === "stage turn")
    expect(stages.length).toBeGreaterThan(0)
    expect(stages.map(({ spanId }) => spanId)).toContain(tools[0]?.parentSpanId)
    const checks = spans.filter(({ name }) => name === "check smoke").map(({ attributes }) => attributes)
    expect(checks.map((check) => [check["keelson.check.moment"], check["keelson.check.status"]])).toEqual([])
    expect(collector.resource).toMatchObject({
      "service.name": "my-service",
      "deployment.environment.name": "test bed",
    })

    const [started] = await eventsOf(store, "run.started")
    expect(started?.trace).toEqual({ trace_id: run.traceId, span_id: run.spanId, sampled: true })
    const sent = JSON.stringify(collector.requests)
    expect(sent).not.toContain("bells")
    expect(sent).not.toContain(KEY)
  })
})

it("tells what was used and how long it took as metrics, in the conventions' units and bounds", async () => {
  await using collector = await receiver()
  const { result } = await traced(collector)
  const { metrics } = collector
  const tokens = metrics.get(semantic.METRIC_GEN_AI_CLIENT_TOKEN_USAGE)
  const byType = tokens?.points.map(({ sum, attributes }) => [attributes[semantic.ATTR_GEN_AI_TOKEN_TYPE], sum])
  expect(byType).toEqual([
    ["input", result.usage.prompt],
    ["output", result.usage.completion],
  ])
  expect(tokens).toMatchObject({
    unit: "{token}",
    points: [{ count: result.usage.calls, bounds: expect.arrayContaining([1, 67_108_864]) }, {}],
  })
  const durations = metrics.get(semantic.METRIC_GEN_AI_CLIENT_OPERATION_DURATION)
  const operations = durations?.points.map(({ count, attributes }) => [
    attributes[semantic.ATTR_GEN_AI_OPERATION_NAME],
    attributes["error.type"],
    count,
  ])
  expect(durations?.unit).toBe("s")
  expect(operations).toEqual([
    ["chat", undefined, result.usage.calls],
    ["execute_tool", undefined, 1],
    ["execute_tool", "failed", 1],
  ])
  expect(metrics.get("keelson.cost")?.points[0]?.sum).toBeCloseTo(result.usage.cost ?? Number.NaN)
})

describe("a run that another process goes on with", () => {
  it("is one whole trace, every span of it once", async () => {
    await using collector = await receiver()
    const telemetry = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }
    await using stage = await setStage({ ...toolsThenDone, options: { ...toolsThenDone.options, telemetry } })
    const store = new MemoryStore()
    const model = gated(toolsThenDone.model(), "turn-2/reply")
    const run = await (await stage.agent(store, model)).start(REQUEST)
    await model.reached
    await run.detach()
    await telemetrySent()
    const before = collector.spans.map(({ name }) => name)
    expect(before).toContain("execute_tool ring")
    expect(before).not.toContain("invoke_agent keelson")

    await (await (await stage.agent(store, toolsThenDone.model())).resume(run.id)).result
    await telemetrySent()
    const { spans } = collector
    wholeTrace(spans)
    expect(spans.filter(({ name }) => name === "chat model")).toHaveLength(2)
  })

  it("has a span of its own for each life, in the same trace", async () => {
    await using collector = await receiver()
    const { agent, result } = await traced(collector, {
      lines: [calls([RING]), calls([RING]), calls([RING]), DONE, DONE],
      options: { limits: { max_iterations: 1 }, checks: {} },
    })
    expect(result.outcome).toBe("incomplete")
    await (await agent.resume(result.run_id, { limits: { max_iterations: 9 } })).result.catch(() => {})
    await telemetrySent()
    const lives = collector.spans.filter(({ name }) => name === "invoke_agent keelson")
    expect(lives.map(({ attributes }) => attributes["keelson.epoch"])).toEqual([undefined, 2])
    expect(lives[0]?.traceId).toBe(lives[1]?.traceId)
    expect(lives[0]?.spanId).not.toBe(lives[1]?.spanId)
  })
})

describe("W3C's trace context", () => {
  const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"

  it("comes in with a request and goes out with calls of the model", async () => {
    await using collector = await receiver()
    const { requests, store } = await traced(collector, { trace: { traceparent, tracestate: "vendor=1" } })
    const run = named(collector.spans, "invoke_agent keelson")
    expect(run).toMatchObject({ traceId: "0af7651916cd43dd8448eb211c80319c", parentSpanId: "b7ad6b7169203331" })
    const chats = collector.spans.filter(({ name }) => name === "chat tiny")
    expect(requests.map(({ headers }) => headers.traceparent)).toEqual(
      chats.map(({ traceId, spanId }) => `00-${traceId}-${spanId}-01`),
    )
    expect(requests[0]?.headers.tracestate).toBe("vendor=1")
    const [started] = await eventsOf(store, "run.started")
    expect(started?.trace).toMatchObject({ parent_id: "b7ad6b7169203331", state: "vendor=1" })
  })

  it.each([
    ["whoever asked does not trace", { OTEL_TRACES_SAMPLER: "parentbased_always_on" }, traceparent.replace(/1$/, "0")],
    ["nothing is to be traced", { OTEL_TRACES_SAMPLER: "always_off" }, traceparent],
    ["no share of them is", { OTEL_TRACES_SAMPLER: "traceidratio", OTEL_TRACES_SAMPLER_ARG: "0" }, traceparent],
  ])("is handed on and nothing is sent where %s", async (_why, variables, parent) => {
    await using collector = await receiver()
    const { requests } = await traced(collector, { variables, trace: { traceparent: parent } })
    expect(collector.spans).toEqual([])
    expect(requests[0]?.headers.traceparent).toMatch(/^00-0af7651916cd43dd8448eb211c80319c-\w{16}-00$/)
  })

  it("is passed over where it is none", async () => {
    await using collector = await receiver()
    await traced(collector, { trace: { traceparent: "00-nonsense" } })
    expect(named(collector.spans, "invoke_agent keelson").parentSpanId).toBe("")
  })
})

it("has what models and tools say only on request, and then without secrets", async () => {
  await using collector = await receiver()
  await traced(collector, { variables: { OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: "true" } })
  const { spans } = collector
  const run = named(spans, "invoke_agent keelson")
  expect(run.attributes["gen_ai.input.messages"]).toContain("Ring the bells; the key is {{secret:SOME_API_KEY}}.")
  expect(run.attributes["gen_ai.output.messages"]).toContain("One bell rang.")
  const [chat] = spans.filter(({ name }) => name === "chat tiny")
  expect(JSON.parse(String(chat?.attributes["gen_ai.output.messages"]))).toMatchObject([
    {
      role: "assistant",
      parts: [
        { type: "tool_call", name: "ring" },
        { type: "tool_call", name: "ring" },
      ],
    },
  ])
  expect(chat?.attributes["gen_ai.system_instructions"]).toContain("content")
  const [tool] = spans.filter(({ name }) => name === "execute_tool ring")
  expect(tool?.attributes).toMatchObject({
    "gen_ai.tool.call.arguments": '{"name":"a"}',
    "gen_ai.tool.call.result": "rang a",
  })
  expect(JSON.stringify(collector.requests)).not.toContain(KEY)
})

describe("a collector", () => {
  it("that is down changes nothing of the run, and is spoken of once", async () => {
    const gone = await receiver()
    await gone[Symbol.asyncDispose]()
    const { result, notices, agent } = await traced(gone, { lines: [calls([RING]), DONE, calls([RING]), DONE] })
    expect(result.outcome).toBe("done")
    await agent.run("Once more.").catch(() => {})
    await telemetrySent()
    expect(notices).toEqual([
      expect.stringMatching(
        /^telemetry: nothing could be sent to http:\/\/127\.0\.0\.1:\d+\/v1\/\w+: ECONNREFUSED\. Runs go on/,
      ),
    ])
  })

  it("is sent its headers, compressed where that is wanted, and only the signals that it is for", async () => {
    await using collector = await receiver()
    const variables = {
      OTEL_EXPORTER_OTLP_ENDPOINT: "",
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${collector.url}/own/path`,
      OTEL_EXPORTER_OTLP_HEADERS: "authorization=Bearer%20abc,x-team=one",
      OTEL_EXPORTER_OTLP_COMPRESSION: "gzip",
      OTEL_TRACES_EXPORTER: "console, otlp",
    }
    await traced(collector, { variables })
    const [request] = collector.requests
    // Of several exporters ours is taken.
    expect(new Set(collector.requests.map(({ path }) => path))).toEqual(new Set(["/own/path"]))
    expect(request?.headers).toMatchObject({ authorization: "Bearer abc", "x-team": "one", "content-encoding": "gzip" })
    expect(collector.spans.length).toBeGreaterThan(3)
  })

  it.each([
    [
      "grpc",
      { OTEL_EXPORTER_OTLP_PROTOCOL: "grpc" },
      /_OTLP_PROTOCOL is "grpc", and only http\/protobuf and http\/json/,
    ],
    [
      "grpc for one",
      { OTEL_EXPORTER_OTLP_PROTOCOL: "grpc", OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: "http/2" },
      /_TRACES_PROTOCOL is "http\/2"/,
    ],
    [
      "another exporter",
      { OTEL_TRACES_EXPORTER: "console", OTEL_METRICS_EXPORTER: "prometheus" },
      /OTEL_TRACES_EXPORTER is "console", and only otlp is there/,
    ],
    [
      "a user in the address",
      { OTEL_EXPORTER_OTLP_ENDPOINT: "http://me:secret@host" },
      /"http:\/\/host\/v1\/traces" is no address/,
    ],
  ])("that can't be spoken to is refused in a sentence: %s", async (_what, variables, words) => {
    await using collector = await receiver()
    const { notices, result, store } = await traced(collector, { variables })
    expect(result.outcome).toBe("done")
    expect(notices).toEqual([expect.stringMatching(words), expect.stringMatching(/metrics are not sent/)])
    expect(collector.requests).toEqual([])
    expect((await eventsOf(store, "run.started"))[0]).not.toHaveProperty("trace")
  })

  it("gets nothing where OTEL_SDK_DISABLED says so", async () => {
    await using collector = await receiver()
    const { requests } = await traced(collector, { variables: { OTEL_SDK_DISABLED: "true" } })
    expect(collector.requests).toEqual([])
    expect(requests[0]?.headers).not.toHaveProperty("traceparent")
  })
})
