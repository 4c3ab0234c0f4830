import type { LogEntry, RunStore } from "../../src/journal/run-store.ts"
import type { Model, ModelRequest } from "../../src/model/seam/model.ts"
import type { DurableEvent } from "../../src/protocol/log/event.ts"
import { type KeyedModel, keyedModel } from "../../src/testing/keyed-model.ts"
import type { ScriptLine } from "../../src/testing/script-line.ts"
import { analysis, phase, phases, say, summary } from "../scenarios/lines.ts"
import type { Scenario } from "../scenarios/play.ts"

export type Lines = Readonly<Record<string, ScriptLine | readonly ScriptLine[]>>

/** One phase in the literal flow; `lines` are its rounds. */
export function literal(lines: Lines, options: Scenario["options"] = {}): Scenario {
  const model = () =>
    keyedModel({
      "analysis/try-1": say("request_analyser", analysis()),
      "phases/try-1": say("phase_planner", phases([phase(1)])),
      "end-1/summarizer/try-1": say("summarizer", summary()),
      "end-2/summarizer/try-1": say("summarizer", summary()),
      ...lines,
    })
  return { name: "literal", model, options: { literal: true, ...options } }
}

export type HeardModel = KeyedModel & { readonly requests: readonly ModelRequest[] }

/** The same model, with deep copies of what it was sent. */
export function heard(model: Model): HeardModel {
  const requests: ModelRequest[] = []
  return {
    ...(model as KeyedModel),
    requests,
    stream(request, signal) {
      requests.push(structuredClone(request))
      return model.stream(request, signal)
    },
  }
}

export async function entriesOf(store: RunStore): Promise<readonly LogEntry[]> {
  const [header] = await store.listRuns()
  return header ? store.load(header.id) : []
}

type EventOf<Type extends DurableEvent["type"]> = Extract<DurableEvent, { type: Type }>

/** The events of one type, in order. */
export async function eventsOf<Type extends DurableEvent["type"]>(
  store: RunStore,
  type: Type,
): Promise<EventOf<Type>[]> {
  return (await entriesOf(store)).flatMap(({ record }) =>
    record.kind === "event" && record.event.type === type ? [record.event as EventOf<Type>] : [],
  )
}
