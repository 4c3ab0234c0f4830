import type { RunView } from "./run-view.ts"

/** How much of what a run changed was taken back since, and not brought back; `null` where nothing was. */
export function undoneOf({ undos, changes }: Pick<RunView, "undos" | "changes">): "all" | "part" | null {
  if (undos === 0) return null
  return changes.every(({ before, after }) => before === after) ? "all" : "part"
}
