import type { ApprovalRule } from "../protocol/approval.ts"
import type { GivenLimits, Limits } from "../protocol/limits.ts"

/* A project comes from anybody: it may tighten what the user set, and open nothing. */

/** Smaller is tighter for every limit: a project may lower what the user allows, and set what the user left open. */
export function tighterLimits(user: GivenLimits = {}, project: GivenLimits = {}): GivenLimits {
  const lowered = Object.entries(project).filter(([name, value]) => {
    const own = user[name as keyof Limits]
    return own === undefined || own === null || (value !== null && value !== undefined && value < own)
  })
  return { ...user, ...Object.fromEntries(lowered) }
}

/** A project may have more asked or denied; what it allows does not count. */
export function tighterRules(
  user: readonly ApprovalRule[] = [],
  project: readonly ApprovalRule[] = [],
): ApprovalRule[] {
  return [...user, ...project.filter(({ decision }) => decision !== "allow")]
}
