import type { LogEntry } from "../../journal/run-store.ts"
import { parentOf } from "../../protocol/log/key.ts"
import type { RunContext } from "../run-context.ts"
import type { Executed } from "../tasks/execute.ts"
import { isOutcome } from "../tasks/run-task.ts"

/** So many rounds of a run are made good. */
const MOST_MADE_GOOD = 2

/**
 * How many rounds a stage may have in place of this one: a crash that hid an outcome has spoiled it, and nobody can go by what it
 * came to. It is charged all the same; a number of rounds that the user set stays.
 */
export function roundsMadeGood(here: RunContext, { outcomes }: Pick<Executed, "outcomes">): number {
  const { limits } = here.environment
  const isSpoiled = outcomes.some(({ status }) => status === "unknown")
  if (!isSpoiled || limits.max_rounds !== null || here.environment.literal) return 0
  return firstSpoiled(here.log.entries).includes(here.path) ? 1 : 0
}

/** In the order of the log, which stands: a replayed run counts the same ones. */
function firstSpoiled(entries: readonly LogEntry[]): string[] {
  const rounds = entries.flatMap(({ key, record }) =>
    record.kind === "step" && isOutcome(record.value) && record.value.status === "unknown" ? [parentOf(key)] : [],
  )
  return [...new Set(rounds)].slice(0, MOST_MADE_GOOD)
}
