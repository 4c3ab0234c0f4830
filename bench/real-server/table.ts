import type { Tried } from "./try-strategy.ts"

/** Longer reasons are read in the log. */
const REASON_WIDTH = 110

/** A Markdown table: one line a run. */
export function renderTried(tried: readonly Tried[]): string {
  const head = ["job", "strategy", "end", "exit", "work is there", "calls", "tokens in", "out", "s", "why", "stray"]
  const rows = tried.map((one) => [
    one.job,
    one.strategy,
    one.outcome,
    String(one.code),
    one.isDone ? "yes" : "no",
    String(one.calls),
    String(one.prompt),
    String(one.completion),
    one.seconds.toFixed(1),
    one.reason.replaceAll(/[\s|]+/g, " ").slice(0, REASON_WIDTH),
    one.stray.join(" "),
  ])
  return [head, head.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |`).join("\n")
}
