import type { EndedCandidate, RaceProgress } from "../../candidates/race.ts"
import { amount, dollars, duration, plural } from "../../text/words/units.ts"

/** One line for what just happened. */
export function candidateLine(progress: RaceProgress): string {
  if (progress.type === "broken") return `${progress.candidate.name}: ${progress.why}`
  const { candidate, result } = progress.end
  const { calls, cost } = result.usage
  const figures = [plural(calls, "call"), ...(cost === null ? [] : [dollars(cost)])]
  return `${candidate.name}: ${outcomeWord(progress.end)} · ${figures.join(", ")}`
}

/** Side by side: a row for each that ended, the one that was taken marked. */
export function candidateTable(ended: readonly EndedCandidate[], winner: EndedCandidate): string[][] {
  const head = ["", "candidate", "outcome", "new failures", "open", "changed", "calls", "tokens", "cost", "time", "run"]
  const rows = ended.map((end) => {
    const { candidate, result, standing } = end
    return [
      end === winner ? "▶" : "",
      candidate.name,
      outcomeWord(end),
      String(standing.newFailures),
      String(standing.openRequirements),
      `${plural(standing.changedFiles, "file")}, ${plural(standing.changedLines, "line")}`,
      String(result.usage.calls),
      amount(result.usage.prompt + result.usage.completion),
      dollars(result.usage.cost),
      duration(result.limits.used.time_ms ?? 0),
      result.run_id,
    ]
  })
  return [head, ...rows]
}

/** The same for programs. */
export function candidateData(ended: readonly EndedCandidate[], winner: EndedCandidate) {
  return ended.map((end) => ({
    candidate: end.candidate.name,
    model: end.candidate.model,
    strategy: end.candidate.strategy,
    taken: end === winner,
    run_id: end.result.run_id,
    outcome: end.result.outcome,
    verified: end.result.verified,
    new_failures: end.standing.newFailures,
    open_requirements: end.standing.openRequirements,
    changed_files: end.standing.changedFiles,
    changed_lines: end.standing.changedLines,
    usage: end.result.usage,
  }))
}

function outcomeWord({ result }: EndedCandidate): string {
  return result.outcome === "done" ? `done, ${result.verified ? "verified" : "unverified"}` : result.outcome
}
