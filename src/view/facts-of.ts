import type { RunView } from "./run-view.ts"

/** Stands between what a run says of itself and what the engine knows of it. */
export const FACTS_RULE = "\n\n---\n"

/** The engine's own part of an end's message, told from the summary by its place and not by its look; empty before the end. */
export function factsOf({ message, summary }: Pick<RunView, "message" | "summary">): string {
  const before = `${summary?.text ?? ""}${FACTS_RULE}`
  return message.startsWith(before) ? message.slice(before.length) : ""
}
