import type { LogEntry } from "../../journal/run-store.ts"
import { estimateTokens } from "../../model/tokens.ts"
import type { DurableEvent } from "../../protocol/event.ts"
import { isWithin, shortKey } from "../../protocol/key.ts"
import type { RunContext } from "../run-context.ts"
import { isOutcome } from "../tasks/run-task.ts"

/** A result that can be opened: its id, and what is said of it. */
type Openable = { readonly id: string; readonly text: string }

/** The newest so many are named. */
const MOST_NAMED = 30

/**
 * What a part that begins in a conversation of its own is told of the results of those that it stands on (`from`: their stages), beside
 * how they ended. Recorded once.
 */
export async function handOver(here: RunContext, from: readonly string[]): Promise<string> {
  if (from.length === 0) return ""
  const all = openables(here.log.entries, from)
  const known = here.log.fact("handover", "handover.made")
  const results = known?.results ?? all.slice(-MOST_NAMED).map(({ id }) => id)
  if (!known)
    await here.record("handover", { type: "handover.made", stage: here.path, from: [...from], results, files: [] })
  const named = all.filter(({ id }) => results.includes(id))
  if (named.length === 0) return ""
  return ["Results that read_artifact opens:", ...named.map(({ text }) => `- ${text}`)].join("\n")
}

function openables(entries: readonly LogEntry[], from: readonly string[]): Openable[] {
  const titles = new Map<string, Extract<DurableEvent, { type: "task.started" }>>()
  return entries.flatMap(({ key, record }) => {
    if (record.kind === "event" && record.event.type === "task.started") titles.set(record.event.task, record.event)
    if (record.kind !== "step" || !from.some((stage) => isWithin(key, stage)) || !isOutcome(record.value)) return []
    const { status, text, tool } = record.value
    if (status !== "done") return []
    const id = shortKey(key)
    return [{ id, text: `${id}: ${tool}, ${titles.get(key)?.title ?? ""} (${estimateTokens(text)} tokens)` }]
  })
}
