import type { PlanStep } from "../../protocol/log/control.ts"
import type { DurableEvent } from "../../protocol/log/event.ts"
import type { PlaceLog } from "../core/place-log.ts"
import type { Constraints } from "./constraints.ts"

/**
 * The tools of which one must still make the result, before a run of this kind is done; empty where nothing is missing.
 * Whatever changed a file counts, a command too: what was made matters, not how.
 */
export function missingResult({ constraints, log }: Run): readonly string[] {
  const makers = constraints?.ends_with ?? []
  if (makers.length === 0) return []
  return log.entries.some(({ record }) => record.kind === "event" && makes(record.event, makers)) ? [] : makers
}

type Run = { readonly constraints: Constraints | undefined; readonly log: Pick<PlaceLog, "entries"> }

function makes(event: DurableEvent, makers: readonly string[]): boolean {
  if (event.type === "checkpoint.made") return event.changes.length > 0
  if (event.type !== "task.ended") return false
  const { tool, status, changes } = event
  return changes.length > 0 || (makers.includes(tool) && (status === "done" || status === "unknown"))
}

/** What is wrong with the last plan of such a run, in words for the model: it makes nothing. */
export function lastPlanIssues(makers: readonly string[], tools: readonly string[]): string[] {
  return makers.length === 0 || tools.some((tool) => makers.includes(tool)) ? [] : [mustMake(makers)]
}

/** The same for a graph of steps: one of those that no other waits for must have a tool that makes the result. */
export function lastStepIssues({ ends_with = [] }: Constraints, steps: readonly PlanStep[]): string[] {
  const last = steps.filter(({ id }) => !steps.some(({ dependencies }) => dependencies.includes(id)))
  return lastPlanIssues(
    ends_with,
    last.flatMap(({ tools }) => tools),
  )
}

/** For a model that called the work done without it. */
export function mustMake(makers: readonly string[]): string {
  return `this kind of task must produce a result at the end: use ${makers.join(" or ")} last`
}
