import {
  type Attributes as ApiAttributes,
  type Context,
  type Counter,
  context,
  type Histogram,
  metrics,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from "@opentelemetry/api"
import { type AskedTrace, type RunTrace, readTraceHeaders, toTraceHeaders } from "../protocol/log/trace.ts"
import { AGENT } from "./conventions.ts"
import {
  type Attributes,
  METRICS,
  type Measurement,
  type MetricName,
  type OpenSpan,
  type SpanDraft,
  type SpanEnd,
  type TelemetrySink,
} from "./span-sink.ts"

/**
 * Into the OpenTelemetry that the program has registered, with its ids, samplers and exporters. A span of its can't be taken up by
 * another process: what is open when a run is left ends there, and who takes the run up goes on below the run's first span.
 */
export class ApiSink implements TelemetrySink {
  readonly withContent: boolean
  /** Runs whose own span had to begin before anything of them was written. */
  readonly #roots = new Map<string, Span>()
  readonly #instruments = new Map<MetricName, Counter | Histogram>()
  readonly #tracer = trace.getTracer("keelson")

  constructor(withContent: boolean) {
    this.withContent = withContent
  }

  place(runId: string, asked: AskedTrace | undefined): RunTrace {
    const active = context.active()
    const parent = trace.getSpan(active)?.spanContext()
    const from = parent ? active : remoteContext(asked)
    const span = this.#tracer.startSpan(`invoke_agent ${AGENT}`, { kind: SpanKind.INTERNAL }, from)
    this.#roots.set(runId, span)
    const above = (parent ?? trace.getSpanContext(from))?.spanId
    return { ...placeOf(span), ...(above === undefined ? {} : { parent_id: above }) }
  }

  placeLate(runId: string): RunTrace {
    return this.place(runId, undefined)
  }

  open(run: { id: string; trace: RunTrace }, draft: SpanDraft, parent: ApiSpan | undefined): ApiSpan {
    const span = parent?.span ? this.#begin(draft, trace.setSpan(ROOT_CONTEXT, parent.span)) : this.#root(run, draft)
    span.setAttributes(ownAttributes(draft.attributes))
    const end = ({ at, attributes, error }: SpanEnd) => {
      span.setAttributes(ownAttributes({ ...attributes, ...(error === undefined ? {} : { "error.type": error }) }))
      if (error !== undefined) span.setStatus({ code: SpanStatusCode.ERROR, message: error })
      span.end(at)
    }
    return { span, headers: toTraceHeaders(placeOf(span)), end }
  }

  measure({ metric, value, attributes }: Measurement): void {
    const instrument = this.#instruments.get(metric) ?? instrumentFor(metric)
    this.#instruments.set(metric, instrument)
    if ("record" in instrument) instrument.record(value, ownAttributes(attributes))
    else instrument.add(value, ownAttributes(attributes))
  }

  leave(spans: readonly OpenSpan[], at: number): void {
    for (const span of spans.toReversed()) span.end({ at, attributes: { "keelson.left": true } })
  }

  /** The program that registered it sees to that. */
  async flush(): Promise<void> {}

  #root({ id, trace: place }: { id: string; trace: RunTrace }, draft: SpanDraft): Span {
    const begun = this.#roots.get(id)
    this.#roots.delete(id)
    return begun ?? this.#begin(draft, remoteContext(toTraceHeaders(place)))
  }

  #begin({ name, kind, at, isOld }: SpanDraft, parent: Context): Span {
    const times = isOld ? {} : { startTime: at }
    return this.#tracer.startSpan(
      name,
      { kind: kind === "client" ? SpanKind.CLIENT : SpanKind.INTERNAL, ...times },
      parent,
    )
  }
}

type ApiSpan = OpenSpan & { readonly span?: Span }

function placeOf(span: Span): Pick<RunTrace, "trace_id" | "span_id" | "sampled" | "state"> {
  const { traceId, spanId, traceFlags, traceState } = span.spanContext()
  const state = traceState?.serialize()
  const sampled = (traceFlags & TraceFlags.SAMPLED) !== 0
  return { trace_id: traceId, span_id: spanId, sampled, ...(state ? { state } : {}) }
}

function remoteContext(asked: AskedTrace | undefined): Context {
  const parent = asked && readTraceHeaders(asked)
  if (!parent) return ROOT_CONTEXT
  const traceFlags = parent.sampled ? TraceFlags.SAMPLED : TraceFlags.NONE
  return trace.setSpanContext(ROOT_CONTEXT, {
    traceId: parent.trace_id,
    spanId: parent.span_id,
    traceFlags,
    isRemote: true,
  })
}

function instrumentFor(metric: MetricName): Counter | Histogram {
  const { unit, text: description, bounds } = METRICS[metric]
  const meter = metrics.getMeter("keelson")
  if (bounds === null) return meter.createCounter(metric, { unit, description })
  return meter.createHistogram(metric, { unit, description, advice: { explicitBucketBoundaries: [...bounds] } })
}

/** Lists of its own, which nobody changes. */
function ownAttributes(attributes: Attributes): ApiAttributes {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => [name, typeof value === "object" ? [...value] : value]),
  )
}
