import { AsyncLocalStorage } from "node:async_hooks"
import { type Context, context, metrics, ROOT_CONTEXT, trace } from "@opentelemetry/api"
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from "@opentelemetry/sdk-metrics"
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from "@opentelemetry/sdk-trace"
import { afterAll, beforeAll, expect, it } from "vitest"
import { MemoryStore } from "../../src/journal/memory-store.ts"
import { REQUEST, setStage } from "../scenarios/play.ts"
import { toolsThenDone } from "../scenarios/react-scenarios.ts"
import { gated } from "../server/models.ts"

/* A program that has an OpenTelemetry of its own. */

const spans = new InMemorySpanExporter()
const figures = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE)
const reader = new PeriodicExportingMetricReader({ exporter: figures })

beforeAll(() => {
  trace.setGlobalTracerProvider(new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter: spans })] }))
  metrics.setGlobalMeterProvider(new MeterProvider({ readers: [reader] }))
  context.setGlobalContextManager(contextManager())
})
afterAll(async () => {
  await reader.shutdown()
  for (const api of [trace, metrics, context]) api.disable()
})

/** As programs have one: the context follows what is awaited. */
function contextManager() {
  const storage = new AsyncLocalStorage<Context>()
  const manager = {
    active: () => storage.getStore() ?? ROOT_CONTEXT,
    with: (active: Context, work: (...args: never[]) => unknown, self?: unknown, ...args: never[]) =>
      storage.run(active, () => work.apply(self, args)),
    bind: <T>(_active: Context, target: T) => target,
    enable: () => manager,
    disable: () => manager,
  }
  return manager as Parameters<typeof context.setGlobalContextManager>[0]
}

it("gets the spans and figures of its runs below its own span", async () => {
  spans.reset()
  await using stage = await setStage({ ...toolsThenDone, options: { ...toolsThenDone.options, telemetry: {} } })
  const agent = await stage.agent(new MemoryStore(), toolsThenDone.model())
  const outer = trace.getTracer("the program").startSpan("handle a request")
  await context.with(trace.setSpan(ROOT_CONTEXT, outer), () => agent.run(REQUEST))
  outer.end()
  const made = spans.getFinishedSpans()
  const run = made.find(({ name }) => name === "invoke_agent keelson")
  expect(run?.parentSpanContext?.spanId).toBe(outer.spanContext().spanId)
  expect(run?.attributes).toMatchObject({ "gen_ai.operation.name": "invoke_agent", "keelson.outcome": "done" })
  const names = made.map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(["chat model", "execute_tool ring", "stage turn"]))
  expect(new Set(made.map((span) => span.spanContext().traceId)).size).toBe(1)

  await reader.forceFlush()
  const told = figures.getMetrics().flatMap(({ scopeMetrics }) => scopeMetrics.flatMap((scope) => scope.metrics))
  expect(told.map(({ descriptor }) => descriptor.name)).toContain("gen_ai.client.token.usage")
})

it("gets what a process left of a run, and the rest in the same trace", async () => {
  spans.reset()
  await using stage = await setStage({ ...toolsThenDone, options: { ...toolsThenDone.options, telemetry: {} } })
  const store = new MemoryStore()
  const model = gated(toolsThenDone.model(), "turn-2/reply")
  const run = await (await stage.agent(store, model)).start(REQUEST)
  await model.reached
  await run.detach()
  await (await (await stage.agent(store, toolsThenDone.model())).resume(run.id)).result
  const made = spans.getFinishedSpans().filter(({ name }) => name === "invoke_agent keelson")
  expect(made.map(({ attributes }) => attributes["keelson.left"])).toEqual([true, undefined])
  expect(made[1]?.parentSpanContext?.spanId).toBe(made[0]?.spanContext().spanId)
  expect(new Set(spans.getFinishedSpans().map((span) => span.spanContext().traceId)).size).toBe(1)
})
