import type { AskedTrace, RunTrace, TraceHeaders } from "../protocol/log/trace.ts"

export type AttributeValue = string | number | boolean | readonly string[]
export type Attributes = Readonly<Record<string, AttributeValue>>

/** A part of a run, as it begins. Times are milliseconds of the run's clock. */
export type SpanDraft = {
  /** Its place in the log: the same in every process that carries the run out. */
  readonly key: string
  readonly name: string
  readonly kind: "internal" | "client"
  readonly at: number
  readonly attributes: Attributes
  /** It began before this process took the run up. */
  readonly isOld?: boolean
}

/** How it ended; `error` is a word of few, as `error.type` wants it. */
export type SpanEnd = {
  readonly at: number
  readonly attributes: Attributes
  readonly error?: string | undefined
}

/** A span under way. */
export interface OpenSpan {
  readonly headers: TraceHeaders
  end(end: SpanEnd): void
}

/** One number for a metric. */
export type Measurement = { readonly metric: MetricName; readonly value: number; readonly attributes: Attributes }

/** The metrics there are: what each counts, and, of a histogram, the bounds that the conventions advise. */
export const METRICS = {
  "gen_ai.client.token.usage": {
    unit: "{token}",
    text: "Number of input and output tokens used.",
    bounds: [1, 4, 16, 64, 256, 1024, 4096, 16_384, 65_536, 262_144, 1_048_576, 4_194_304, 16_777_216, 67_108_864],
  },
  "gen_ai.client.operation.duration": {
    unit: "s",
    text: "GenAI operation duration.",
    bounds: [0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92],
  },
  "keelson.run.duration": {
    unit: "s",
    text: "From the start of a run, or of its latest epoch, to its end.",
    bounds: [1, 2, 5, 10, 20, 60, 120, 300, 600, 1200, 3600, 7200, 14_400, 86_400],
  },
  "keelson.check.duration": {
    unit: "s",
    text: "Duration of the project's checks.",
    bounds: [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 60, 120, 300, 600],
  },
  "keelson.cost": { unit: "{USD}", text: "US dollars that model calls cost, where the price is known.", bounds: null },
} as const satisfies Record<string, { unit: string; text: string; bounds: readonly number[] | null }>
export type MetricName = keyof typeof METRICS

/** Where spans and numbers go: to a collector of ours, or to the OpenTelemetry of the program that we are a part of. */
export interface TelemetrySink {
  readonly withContent: boolean
  /** Where a new run belongs, by the context that it was asked for in. */
  place(runId: string, asked: AskedTrace | undefined): RunTrace
  /** Where one belongs that nobody traced at its start. */
  placeLate(runId: string): RunTrace
  /** Opens a span; without a parent it is the run's own. */
  open(run: { readonly id: string; readonly trace: RunTrace }, draft: SpanDraft, parent: OpenSpan | undefined): OpenSpan
  measure(measurement: Measurement): void
  /** Open spans of a run that this process leaves: those that can't be taken up elsewhere are ended. */
  leave(spans: readonly OpenSpan[], at: number): void
  /** Sends what there is. Never rejects. */
  flush(): Promise<void>
}
