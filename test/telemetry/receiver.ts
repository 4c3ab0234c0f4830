import { once } from "node:events"
import { createServer, type IncomingHttpHeaders } from "node:http"
import type { AddressInfo } from "node:net"
import { gunzipSync } from "node:zlib"
import { readProtobuf } from "./read-protobuf.ts"

/* A collector: it takes OTLP over HTTP, in both of its forms, and keeps what it was sent. */

export type Value = string | number | boolean | Value[] | undefined
export type ReceivedSpan = {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId: string
  readonly name: string
  readonly kind: number
  readonly from: bigint
  readonly to: bigint
  readonly attributes: Readonly<Record<string, Value>>
  readonly status: { readonly code?: number; readonly message?: string }
}
export type ReceivedMetric = {
  readonly name: string
  readonly unit: string
  readonly points: readonly {
    readonly count: number
    readonly sum: number
    readonly bounds: readonly number[]
    readonly attributes: Readonly<Record<string, Value>>
  }[]
}

export type Receiver = AsyncDisposable & {
  readonly url: string
  readonly spans: readonly ReceivedSpan[]
  /** As they were last told. */
  readonly metrics: ReadonlyMap<string, ReceivedMetric>
  readonly requests: readonly { readonly path: string; readonly headers: IncomingHttpHeaders; readonly text: string }[]
  readonly resource: Readonly<Record<string, Value>>
}

// biome-ignore lint/suspicious/noExplicitAny: what came over the wire.
type Wire = any

export async function receiver(): Promise<Receiver> {
  const kept = { spans: [] as ReceivedSpan[], metrics: new Map<string, ReceivedMetric>(), resource: {} }
  const requests: { path: string; headers: IncomingHttpHeaders; text: string }[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { headers, url: path = "" } = request
    const sent = Buffer.concat(chunks)
    const body = headers["content-encoding"] === "gzip" ? gunzipSync(sent) : sent
    requests.push({ path, headers, text: body.toString("latin1") })
    keep(kept, messageOf(path, headers, body))
    response.end()
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as AddressInfo
  const close = async () => {
    server.closeAllConnections()
    server.close()
  }
  return { url: `http://127.0.0.1:${port}`, ...kept, requests, [Symbol.asyncDispose]: close }
}

function messageOf(path: string, headers: IncomingHttpHeaders, body: Buffer): Wire {
  if (headers["content-type"] === "application/json") return JSON.parse(body.toString("utf8"))
  return readProtobuf(path.endsWith("/metrics") ? "MetricsRequest" : "TracesRequest", body)
}

type Kept = { readonly spans: ReceivedSpan[]; readonly metrics: Map<string, ReceivedMetric>; readonly resource: object }

function keep({ spans, metrics, resource }: Kept, { resourceSpans = [], resourceMetrics = [] }: Wire): void {
  for (const { resource: of, scopeSpans } of resourceSpans) {
    Object.assign(resource, pairs(of.attributes))
    spans.push(...scopeSpans.flatMap((scope: Wire) => scope.spans.map(toSpan)))
  }
  const some = resourceMetrics.flatMap(({ scopeMetrics }: Wire) => scopeMetrics.flatMap((scope: Wire) => scope.metrics))
  for (const one of some) metrics.set(one.name, toMetric(one))
}

function toSpan(span: Wire): ReceivedSpan {
  const { traceId, spanId, parentSpanId = "", name, kind, status = {} } = span
  const [from, to] = [BigInt(span.startTimeUnixNano), BigInt(span.endTimeUnixNano)]
  return { traceId, spanId, parentSpanId, name, kind, from, to, attributes: pairs(span.attributes), status }
}

function toMetric({ name, unit, histogram, sum }: Wire): ReceivedMetric {
  const points = (histogram ?? sum).dataPoints.map((point: Wire) => ({
    count: Number(point.count ?? 1),
    sum: Number(point.sum ?? point.asDouble),
    bounds: point.explicitBounds ?? [],
    attributes: pairs(point.attributes),
  }))
  return { name, unit, points }
}

function pairs(list: Wire = []): Record<string, Value> {
  return Object.fromEntries(list.map(({ key, value }: Wire) => [key, readValue(value)]))
}

function readValue(value: Wire): Value {
  if (value.arrayValue) return value.arrayValue.values.map(readValue)
  if (value.intValue !== undefined) return Number(value.intValue)
  return value.stringValue ?? value.boolValue ?? value.doubleValue
}
