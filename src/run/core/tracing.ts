import type { AskedTrace, RunTrace, TraceHeaders } from "../../protocol/log/trace.ts"

/** Whoever traces runs from outside; the engine tells it only what no event says. Never throws. */
export interface Tracing {
  /** Where a new run belongs; `asked`: the context that it was asked for in. */
  place(runId: string, asked: AskedTrace | undefined): RunTrace | undefined
  /** Something leaves the process under this key: what it carries along, so that whoever is asked can go on with the trace. */
  reach(runId: string, key: string, about: ReachedOut): TraceHeaders | undefined
}

/** What goes out: the messages that a model is sent, or the arguments of a tool. `content` is for those who asked for it alone. */
export type ReachedOut = ({ readonly model: string } | { readonly tool: string }) & { readonly content: () => unknown }
