import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api"
import {
  JsonMetricsSerializer,
  JsonTraceSerializer,
  ProtobufMetricsSerializer,
  ProtobufTraceSerializer,
} from "@opentelemetry/otlp-transformer"
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from "@opentelemetry/sdk-metrics"
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from "@opentelemetry/sdk-trace"
import { expect, it } from "vitest"
import { encode } from "../../src/telemetry/otlp/protobuf.ts"
import { readProtobuf } from "./read-protobuf.ts"

/* OpenTelemetry's own serializers write a request in both forms: ours makes the same bytes of the one as they make of the other. */

it("writes spans as OpenTelemetry's own serializer does", async () => {
  const exporter = new InMemorySpanExporter()
  const tracer = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] }).getTracer("keelson")
  const parent = tracer.startSpan("invoke_agent keelson", { startTime: 1_794_798_715_283 })
  const above = trace.setSpan(ROOT_CONTEXT, parent)
  const child = tracer.startSpan("chat modèle", { kind: SpanKind.CLIENT, startTime: 1_794_798_715_284 }, above)
  child.setAttributes({ text: "€ 𝄞", yes: true, whole: 70_000_000_000, below: -3, part: 0.25, list: ["a", "b"] })
  child.setStatus({ code: SpanStatusCode.ERROR, message: "failed" })
  child.end(1_794_798_716_000)
  parent.end(1_794_798_717_000)
  const spans = exporter.getFinishedSpans()
  expect(spans).toHaveLength(2)
  compare("TracesRequest", JsonTraceSerializer.serializeRequest(spans), ProtobufTraceSerializer.serializeRequest(spans))
})

it("writes metrics as OpenTelemetry's own serializer does", async () => {
  const exporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE)
  const provider = new MeterProvider({ readers: [new PeriodicExportingMetricReader({ exporter })] })
  const meter = provider.getMeter("keelson")
  const advice = { explicitBucketBoundaries: [0.5, 1, 2] }
  const histogram = meter.createHistogram("gen_ai.client.operation.duration", {
    unit: "s",
    description: "How long.",
    advice,
  })
  for (const seconds of [0.3, 1.5, 9]) histogram.record(seconds, { "gen_ai.operation.name": "chat" })
  meter.createCounter("keelson.cost", { unit: "{USD}", description: "How dear." }).add(0.125)
  await provider.forceFlush()
  const [metrics] = exporter.getMetrics()
  if (!metrics) throw new Error("nothing was exported")
  compare(
    "MetricsRequest",
    JsonMetricsSerializer.serializeRequest(metrics),
    ProtobufMetricsSerializer.serializeRequest(metrics),
  )
  await provider.shutdown()
})

function compare(message: "TracesRequest" | "MetricsRequest", json?: Uint8Array, protobuf?: Uint8Array): void {
  const request = known(JSON.parse(Buffer.from(json ?? []).toString("utf8"))) as object
  const theirs = Buffer.from(protobuf ?? [])
  const read = known(readProtobuf(message, theirs))
  expect(known(readProtobuf(message, encode(message, request)))).toEqual(read)
}

/** Fields that we never send. */
const UNSENT = [
  "version",
  "droppedAttributesCount",
  "droppedEventsCount",
  "droppedLinksCount",
  "events",
  "links",
  "flags",
]

function known(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(known)
  if (value === null || typeof value !== "object") return value
  const kept = Object.entries(value).filter(([name]) => !UNSENT.includes(name))
  return Object.fromEntries(kept.map(([name, item]) => [name, known(item)]))
}
