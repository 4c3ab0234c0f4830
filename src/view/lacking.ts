import type { GateView, RunView } from "./run-view.ts"

/** What the closing gate found to be lacking: what is open, checks that fail, what was refused. */
export function lackingOf({ findings, missing, checks, refused }: Found): string[] {
  const found = findings.length > 0 ? findings.map(({ said }) => said) : [...missing, ...checks]
  return [...found, ...refused]
}

type Found = Pick<GateView, "findings" | "missing" | "checks" | "refused">

/** What the end itself says is not done, and what was refused. */
export function lacksOf({ outcome }: Pick<RunView, "outcome">): Pick<GateView, "missing" | "refused"> {
  const { missing = [], refused = [] } = outcome?.status === "incomplete" ? outcome : {}
  return { missing, refused }
}
