import { loggedEvent } from "../journal/journal.ts"
import type { LogEntry } from "../journal/run-store.ts"
import type { DurableEvent, LoggedEvent } from "../protocol/log/event.ts"
import { callOf, nearestOf, numbered, placeOf } from "../protocol/log/key.ts"
import type { RunTrace, TraceHeaders } from "../protocol/log/trace.ts"
import { addUsage, NO_USAGE } from "../protocol/log/usage.ts"
import type { ReachedOut } from "../run/core/tracing.ts"
import { AGENT, modelAttributes, runAttributes, usageAttributes } from "./conventions.ts"
import { measuresOf } from "./measures.ts"
import { askedContent, contentOf, foundBeside, spanName } from "./span-parts.ts"
import type { Attributes, OpenSpan, SpanDraft, SpanEnd, TelemetrySink } from "./span-sink.ts"

type Begun = { readonly draft: SpanDraft; span?: OpenSpan }
type Of<Type extends DurableEvent["type"]> = Extract<DurableEvent, { type: Type }>

/** The name of the run's own span, of its `epoch`th life. */
export function rootKey(epoch: number): string {
  return numbered("epoch", epoch)
}

/**
 * One run as spans: a fold over its log. What ended before this process took the run up was sent by whoever carried it out then; what
 * was begun and has not ended is taken up under the same name.
 */
export class RunWatch {
  readonly #sink: TelemetrySink
  readonly #run: { readonly id: string; trace: RunTrace | undefined }
  readonly #open = new Map<string, Begun>()
  /** How often something under a key has ended: a call that was lost is made again. */
  readonly #ended = new Map<string, number>()
  /** What steps under way came to, for their spans. */
  readonly #values = new Map<string, unknown>()
  #root: string = rootKey(1)
  #model: Attributes = {}
  #usage = NO_USAGE
  #cost: number | null = 0
  #isLive = false

  constructor(sink: TelemetrySink, runId: string) {
    this.#sink = sink
    this.#run = { id: runId, trace: undefined }
  }

  /** All that was there is heard: from here on it happens in this process. */
  goLive(): void {
    this.#isLive = true
    for (const begun of this.#open.values()) this.#show(begun)
  }

  hear(entry: LogEntry): void {
    const logged = loggedEvent(entry)
    if (logged) this.#tell(logged)
    else if (entry.record.kind === "step" && this.#open.has(entry.key)) this.#values.set(entry.key, entry.record.value)
  }

  /** Something under this key leaves the process now. */
  reach(key: string, about: ReachedOut, at: number): TraceHeaders | undefined {
    const content = this.#sink.withContent ? askedContent(about) : {}
    const draft = "tool" in about ? this.#toolDraft(key, about.tool, at) : this.#callDraft(key, about.model, at)
    return this.#begin(key, { ...draft, attributes: { ...draft.attributes, ...content } }).span?.headers
  }

  /** This process goes on with the run no longer. */
  leave(at: number): void {
    const spans = [...this.#open.values()].flatMap(({ span }) => span ?? [])
    if (spans.length > 0) this.#sink.leave(spans, at)
    this.#open.clear()
  }

  #tell({ key, at, event }: LoggedEvent): void {
    if (event.type === "run.started") {
      this.#run.trace = event.trace ?? this.#sink.placeLate(this.#run.id)
      this.#beginRun(1, at, event)
    } else if (event.type === "run.resumed") this.#beginRun(event.epoch, at, event)
    else if (event.type === "run.ended") this.#endRun(at, event)
    else if (event.type === "stage.started") this.#begin(event.stage, this.#stageDraft(event, at))
    else if (event.type === "stage.ended") this.#endStage(at, event)
    else if (event.type === "model.called") this.#endCall(key, at, event)
    else if (event.type === "task.ended") this.#endTask(at, event)
    else if (event.type === "check.ended") this.#endCheck(placeOf(key), at, event)
  }

  #beginRun(epoch: number, at: number, { environment, ...event }: Of<"run.started"> | Of<"run.resumed">): void {
    this.#root = rootKey(epoch)
    this.#model = modelAttributes(environment.model, environment.endpoint)
    this.#usage = NO_USAGE
    this.#cost = 0
    const content = event.type === "run.started" && this.#sink.withContent ? contentOf("input", event.request) : {}
    const strategy = event.type === "run.started" ? { "keelson.strategy": event.strategy } : { "keelson.epoch": epoch }
    const attributes = { ...runAttributes(this.#run.id, environment), ...strategy, ...content }
    this.#begin(this.#root, { key: this.#root, name: `invoke_agent ${AGENT}`, kind: "internal", at, attributes })
  }

  #endRun(at: number, { outcome, message }: Of<"run.ended">): void {
    const error = outcome.status === "done" ? undefined : outcome.status
    for (const key of [...this.#open.keys()].reverse())
      if (key !== this.#root) this.#end(key, { at, attributes: {}, error: error ?? "unfinished" })
    const content = this.#sink.withContent ? contentOf("output", message) : {}
    const verified = outcome.status === "done" ? { "keelson.verified": outcome.verified } : {}
    this.#end(this.#root, {
      at,
      attributes: {
        "keelson.outcome": outcome.status,
        ...verified,
        ...usageAttributes(this.#usage, this.#cost),
        ...content,
      },
      error: error === "incomplete" || error === "cancelled" ? undefined : error,
    })
  }

  #stageDraft({ stage, kind, title }: Of<"stage.started">, at: number): SpanDraft {
    const content = this.#sink.withContent ? { "keelson.stage.title": title } : {}
    const attributes = { "keelson.stage.kind": kind, "keelson.stage.key": stage, ...content }
    return { key: stage, name: spanName("stage", kind), kind: "internal", at, attributes }
  }

  #endStage(at: number, { stage, status }: Of<"stage.ended">): void {
    const error = status === "failed" || status === "blocked" ? status : undefined
    this.#end(stage, { at, attributes: { "keelson.stage.status": status }, error })
  }

  #callDraft(key: string, model: string | undefined, at: number): SpanDraft {
    const named = model === undefined ? this.#model : { ...this.#model, ...modelAttributes(model, null) }
    const attributes = { "gen_ai.operation.name": "chat", ...named, "gen_ai.conversation.id": this.#run.id }
    return { key, name: spanName("chat", named["gen_ai.request.model"]), kind: "client", at, attributes }
  }

  #endCall(key: string, at: number, event: Of<"model.called">): void {
    this.#usage = addUsage(this.#usage, event.usage)
    this.#cost = this.#cost === null || event.cost === null ? null : this.#cost + event.cost
    const call = callOf(key)
    const attributes = {
      ...usageAttributes(event.usage, event.cost),
      ...(event.max_output === undefined ? {} : { "gen_ai.request.max_tokens": event.max_output }),
      ...foundBeside(this.#values.get(call), this.#sink.withContent),
      "keelson.control": event.control,
      "keelson.rung": event.rung,
      "keelson.attempt": event.attempt,
    }
    if (this.#isLive && !this.#open.has(call)) this.#begin(call, this.#callDraft(call, undefined, at - event.ms))
    this.#end(call, { at, attributes, error: event.lost ? "interrupted" : undefined })
  }

  #toolDraft(key: string, tool: string, at: number): SpanDraft {
    const named = { "gen_ai.tool.name": tool, "gen_ai.tool.type": "function", "gen_ai.tool.call.id": key }
    const attributes = { "gen_ai.operation.name": "execute_tool", ...named }
    return { key, name: spanName("execute_tool", tool), kind: "internal", at, attributes }
  }

  #endTask(at: number, { task, tool, status, ms }: Of<"task.ended">): void {
    if (this.#isLive && !this.#open.has(task)) this.#begin(task, this.#toolDraft(task, tool, at - ms))
    const found = foundBeside(this.#values.get(task), this.#sink.withContent)
    const attributes = { "keelson.task.status": status, ...found }
    this.#end(task, { at, attributes, error: status === "done" ? undefined : status })
  }

  #endCheck(key: string, at: number, { name, status, ms, moment }: Of<"check.ended">): void {
    if (!this.#isLive) return
    const attributes = { "keelson.check.name": name, "keelson.check.status": status }
    const when = moment === undefined ? {} : { "keelson.check.moment": moment }
    this.#begin(key, { key, name: spanName("check", name), kind: "internal", at: at - ms, attributes })
    this.#end(key, { at, attributes: when, error: status === "passed" ? undefined : status })
  }

  #begin(key: string, draft: SpanDraft): Begun {
    const known = this.#open.get(key)
    if (known) return known
    const times = this.#ended.get(key) ?? 0
    const begun = { draft: { ...draft, key: times === 0 ? key : `${key}~${times + 1}`, isOld: !this.#isLive } }
    this.#open.set(key, begun)
    if (this.#isLive) this.#show(begun, key)
    return begun
  }

  #show(begun: Begun, key = begun.draft.key): void {
    const { trace, id } = this.#run
    if (!trace) return
    const around = key === this.#root ? undefined : nearestOf(key, (place) => this.#open.has(place)) || this.#root
    const parent = around === undefined ? undefined : this.#open.get(around)?.span
    begun.span = this.#sink.open({ id, trace }, begun.draft, parent)
  }

  #end(key: string, end: SpanEnd): void {
    const begun = this.#open.get(key)
    this.#open.delete(key)
    this.#values.delete(key)
    this.#ended.set(key, (this.#ended.get(key) ?? 0) + 1)
    if (!begun?.span) return
    begun.span.end(end)
    const attributes = { ...begun.draft.attributes, ...end.attributes }
    for (const measurement of measuresOf(attributes, end.at - begun.draft.at, end.error))
      this.#sink.measure(measurement)
  }
}
