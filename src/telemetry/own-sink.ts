import { createHash, randomBytes } from "node:crypto"
import { type AskedTrace, type RunTrace, readTraceHeaders, toTraceHeaders } from "../protocol/log/trace.ts"
import { Meter } from "./meter.ts"
import { metricsRequest, type SpanRecord, tracesRequest } from "./otlp/payload.ts"
import { Sender } from "./otlp/sender.ts"
import { rootKey } from "./run-watch.ts"
import type { Sampler } from "./sampler.ts"
import type { TelemetrySettings } from "./settings.ts"
import type { Measurement, OpenSpan, SpanDraft, SpanEnd, TelemetrySink } from "./span-sink.ts"

/** More than a busy minute makes; older ones give way while no collector takes them. */
const MOST_SPANS = 4096

/** Spans of a run are named by their places in its log: who takes it up gives them the same ids, and nothing is told twice. */
export class OwnSink implements TelemetrySink {
  readonly withContent: boolean
  readonly #settings: TelemetrySettings
  readonly #sampler: Sampler
  readonly #meter = new Meter()
  readonly #traces: Sender | undefined
  readonly #metrics: Sender | undefined
  #spans: SpanRecord[] = []
  #flushing: Promise<void> = Promise.resolve()
  #lastMetrics = 0

  constructor(settings: TelemetrySettings, sampler: Sampler, notice: (text: string) => void) {
    this.withContent = settings.withContent
    this.#settings = settings
    this.#sampler = sampler
    const say = oncePerPlace(notice)
    this.#traces = settings.traces && new Sender("traces", settings.traces, say)
    this.#metrics = settings.metrics && new Sender("metrics", settings.metrics, say)
    setInterval(() => void this.#sendWhatIsDue(), settings.spansEveryMs).unref()
  }

  place(runId: string, asked: AskedTrace | undefined): RunTrace {
    const parent = asked && readTraceHeaders(asked)
    return this.#placed(runId, parent?.trace_id ?? randomBytes(16).toString("hex"), parent)
  }

  placeLate(runId: string): RunTrace {
    return this.#placed(runId, hashOf(runId, 32), undefined)
  }

  open(run: { id: string; trace: RunTrace }, draft: SpanDraft, parent: OwnSpan | undefined): OwnSpan {
    const { trace_id, parent_id, sampled, state } = run.trace
    const span_id = spanId(trace_id, run.id, draft.key)
    const above = parent?.spanId ?? parent_id
    const end = ({ at, attributes, error }: SpanEnd) => {
      if (!sampled || !this.#traces) return
      const all = { ...draft.attributes, ...attributes, ...(error === undefined ? {} : { "error.type": error }) }
      const { name, kind, at: from } = draft
      this.#keep({ trace_id, span_id, above, state, name, kind, from, to: at, attributes: all, error })
    }
    return { spanId: span_id, headers: toTraceHeaders({ trace_id, span_id, sampled, ...stated(state) }), end }
  }

  measure(measurement: Measurement): void {
    if (this.#metrics) this.#meter.add(measurement)
  }

  /** Whoever takes the run up ends them. */
  leave(): void {}

  flush(): Promise<void> {
    this.#flushing = this.#flushing.then(async () => {
      await Promise.all([this.#sendSpans(), this.#sendMetrics()])
    })
    return this.#flushing
  }

  #placed(runId: string, trace_id: string, parent: ReturnType<typeof readTraceHeaders>): RunTrace {
    const sampled = this.#sampler(trace_id, parent?.sampled)
    const from = parent ? { parent_id: parent.span_id } : {}
    return { trace_id, span_id: spanId(trace_id, runId, rootKey(1)), ...from, sampled, ...stated(parent?.state) }
  }

  #keep(span: SpanRecord): void {
    this.#spans.push(span)
    if (this.#spans.length > MOST_SPANS) this.#spans = this.#spans.slice(-MOST_SPANS)
  }

  async #sendWhatIsDue(): Promise<void> {
    await this.#sendSpans()
    if (Date.now() - this.#lastMetrics >= this.#settings.metricsEveryMs) await this.#sendMetrics()
  }

  async #sendSpans(): Promise<void> {
    const spans = this.#spans
    if (!this.#traces || spans.length === 0) return
    this.#spans = []
    const isTaken = await this.#traces.send(tracesRequest(this.#settings.resource, spans))
    if (!isTaken) this.#spans = [...spans, ...this.#spans].slice(-MOST_SPANS)
  }

  async #sendMetrics(): Promise<void> {
    this.#lastMetrics = Date.now()
    const points = this.#meter.points()
    if (this.#metrics && points.length > 0)
      await this.#metrics.send(metricsRequest(this.#settings.resource, points, this.#meter.since, Date.now()))
  }
}

/** Both signals go to one collector, as a rule. */
function oncePerPlace(notice: (text: string) => void): (place: string, text: string) => void {
  const said = new Set<string>()
  return (place, text) => {
    if (!said.has(place)) notice(text)
    said.add(place)
  }
}

type OwnSpan = OpenSpan & { readonly spanId?: string }

function spanId(traceId: string, runId: string, key: string): string {
  return hashOf(`${traceId}/${runId}/${key}`, 16)
}

function hashOf(text: string, digits: number): string {
  return createHash("sha256").update(text).digest("hex").slice(0, digits)
}

function stated(state: string | undefined): Pick<RunTrace, "state"> {
  return state === undefined ? {} : { state }
}
