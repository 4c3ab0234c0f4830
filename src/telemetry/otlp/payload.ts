import type { MetricPoint } from "../meter.ts"
import { type Attributes, type AttributeValue, METRICS, type SpanDraft } from "../span-sink.ts"

/* OTLP's requests in the form of its JSON: ids as hexadecimal, 64-bit numbers as text. */

/** A span that ended. */
export type SpanRecord = {
  readonly trace_id: string
  readonly span_id: string
  readonly above: string | undefined
  readonly state: string | undefined
  readonly name: string
  readonly kind: SpanDraft["kind"]
  readonly from: number
  readonly to: number
  readonly attributes: Attributes
  readonly error: string | undefined
}

const SCOPE = { name: "keelson" }
const KINDS = { internal: 1, client: 3 } as const
const CUMULATIVE = 2
const ERROR = 2

export function tracesRequest(resource: Attributes, spans: readonly SpanRecord[]) {
  const scopeSpans = [{ scope: SCOPE, spans: spans.map(toSpan) }]
  return { resourceSpans: [{ resource: { attributes: toPairs(resource) }, scopeSpans }] }
}

function toSpan({ trace_id, span_id, above, state, name, kind, from, to, attributes, error }: SpanRecord) {
  return {
    traceId: trace_id,
    spanId: span_id,
    ...(state === undefined ? {} : { traceState: state }),
    ...(above === undefined ? {} : { parentSpanId: above }),
    name,
    kind: KINDS[kind],
    startTimeUnixNano: nanos(Math.min(from, to)),
    endTimeUnixNano: nanos(to),
    attributes: toPairs(attributes),
    status: error === undefined ? {} : { message: error, code: ERROR },
    flags: SAMPLED,
  }
}

const SAMPLED = 1

export function metricsRequest(resource: Attributes, points: readonly MetricPoint[], since: number, now: number) {
  const times = { startTimeUnixNano: nanos(since), timeUnixNano: nanos(now) }
  const names = [...new Set(points.map(({ metric }) => metric))]
  const metrics = names.map((name) => {
    const { unit, text, bounds } = METRICS[name]
    const own = points.filter(({ metric }) => metric === name)
    const data = bounds
      ? {
          histogram: {
            dataPoints: own.map((point) => toHistogram(point, bounds, times)),
            aggregationTemporality: CUMULATIVE,
          },
        }
      : {
          sum: {
            dataPoints: own.map(({ sum, attributes }) => ({
              ...times,
              asDouble: sum,
              attributes: toPairs(attributes),
            })),
            aggregationTemporality: CUMULATIVE,
            isMonotonic: true,
          },
        }
    return { name, description: text, unit, ...data }
  })
  return {
    resourceMetrics: [{ resource: { attributes: toPairs(resource) }, scopeMetrics: [{ scope: SCOPE, metrics }] }],
  }
}

type Times = { readonly startTimeUnixNano: string; readonly timeUnixNano: string }

function toHistogram(
  { attributes, count, sum, buckets, least, most }: MetricPoint,
  bounds: readonly number[],
  times: Times,
) {
  return {
    ...times,
    count: String(count),
    sum,
    bucketCounts: buckets.map(String),
    explicitBounds: [...bounds],
    attributes: toPairs(attributes),
    min: least,
    max: most,
  }
}

function toPairs(attributes: Attributes) {
  return Object.entries(attributes).map(([key, value]) => ({ key, value: toValue(value) }))
}

function toValue(value: AttributeValue): object {
  if (typeof value === "string") return { stringValue: value }
  if (typeof value === "boolean") return { boolValue: value }
  if (typeof value === "number")
    return Number.isSafeInteger(value) ? { intValue: String(value) } : { doubleValue: value }
  return { arrayValue: { values: value.map((text) => ({ stringValue: text })) } }
}

function nanos(ms: number): string {
  return String(BigInt(Math.round(ms * 1000)) * 1000n)
}
