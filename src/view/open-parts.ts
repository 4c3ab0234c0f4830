import type { RunView, StageView } from "./run-view.ts"

/** Parts of a run that ended without being done; rounds, turns and closings are no parts. */
export function openParts({ stages }: Pick<RunView, "stages">): readonly StageView[] {
  return stages.filter(({ kind, status }) => isPart(kind) && UNDONE.has(status))
}

export function isPart(kind: StageView["kind"]): boolean {
  return !TRANSIENT.has(kind)
}

const TRANSIENT: ReadonlySet<string> = new Set(["round", "turn", "closing"])
const UNDONE: ReadonlySet<string> = new Set(["failed", "forced", "incomplete", "unproven", "skipped", "blocked"])
