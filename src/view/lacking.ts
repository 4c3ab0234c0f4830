import type { GateView, RunView } from "./run-view.ts"

/** What the closing gate found to be lacking: parts of the request, checks that fail, what was refused. */
export function lackingOf({ missing, checks, refused }: Pick<GateView, "missing" | "checks" | "refused">): string[] {
  return [...missing, ...checks, ...refused]
}

/** What the end itself says is not done, and what was refused. */
export function lacksOf({ outcome }: Pick<RunView, "outcome">): Pick<GateView, "missing" | "refused"> {
  const { missing = [], refused = [] } = outcome?.status === "incomplete" ? outcome : {}
  return { missing, refused }
}
