/** What is known of a candidate that ended; nothing of it is a model's opinion. */
export type CandidateStanding = {
  readonly outcome: string
  readonly isVerified: boolean
  /** What fails with its changes and did not without them. */
  readonly newFailures: number
  readonly openRequirements: number
  readonly changedLines: number
  readonly changedFiles: number
}

const OUTCOMES: readonly string[] = ["done", "incomplete", "waiting", "failed", "blocked", "cancelled"]

/** Whether nothing has to be compared any more. */
export function isProven({ outcome, isVerified }: CandidateStanding): boolean {
  return outcome === "done" && isVerified
}

/** The best of those that ended, by facts alone; of equals the first. */
export function bestOf<Candidate extends { readonly standing: CandidateStanding }>(
  ended: readonly Candidate[],
): Candidate | undefined {
  return ended.toSorted((one, other) => compare(one.standing, other.standing))[0]
}

function compare(one: CandidateStanding, other: CandidateStanding): number {
  const ranks = [one, other].map((standing) => [
    isProven(standing) ? 0 : 1,
    standing.newFailures,
    standing.openRequirements,
    OUTCOMES.indexOf(standing.outcome),
    standing.changedLines,
  ]) as [number[], number[]]
  const at = ranks[0].findIndex((rank, index) => rank !== ranks[1][index])
  return at < 0 ? 0 : (ranks[0][at] ?? 0) - (ranks[1][at] ?? 0)
}
