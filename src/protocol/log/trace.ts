import { z } from "zod"

/** Where a run belongs among the traces of OpenTelemetry, as its log has it. Ids are hexadecimal, as W3C's trace context writes them. */
export const RunTrace = z.object({
  trace_id: z.string(),
  /** Of the run itself. */
  span_id: z.string(),
  /** Of whoever asked for the run, where they said so. */
  parent_id: z.string().optional(),
  /** Whether it is traced at all; whoever is asked is told of it. */
  sampled: z.boolean(),
  /** What other systems wrote beside it (`tracestate`): handed on as it is. */
  state: z.string().optional(),
})
export type RunTrace = z.infer<typeof RunTrace>

/** W3C's trace context, as it goes over the wire. */
export type TraceHeaders = { readonly traceparent: string; readonly tracestate?: string | undefined }

/** What somebody says of the trace that they ask in; anybody may say anything. */
export type AskedTrace = { readonly [Name in keyof TraceHeaders]?: string | undefined }

type Spanned = Pick<RunTrace, "trace_id" | "span_id" | "sampled" | "state">

export function toTraceHeaders({ trace_id, span_id, sampled, state }: Spanned): TraceHeaders {
  const traceparent = `00-${trace_id}-${span_id}-${sampled ? "01" : "00"}`
  return { traceparent, ...(state === undefined ? {} : { tracestate: state }) }
}

/** `undefined` for what is no `traceparent`, or one of nobody. */
export function readTraceHeaders({ traceparent, tracestate }: AskedTrace): Spanned | undefined {
  const [, version = "ff", trace_id = "", span_id = "", flags = "00"] = TRACEPARENT.exec(traceparent ?? "") ?? []
  if (version === "ff" || /^0*$/.test(trace_id) || /^0*$/.test(span_id)) return undefined
  const sampled = (Number.parseInt(flags, 16) & 1) === 1
  const isHandedOn = tracestate !== undefined && tracestate !== "" && tracestate.length <= LONGEST_STATE
  return { trace_id, span_id, sampled, ...(isHandedOn ? { state: tracestate } : {}) }
}

/** Later versions may say more behind the flags. */
const TRACEPARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:-.*)?$/
const LONGEST_STATE = 512
