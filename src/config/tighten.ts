import { LIMITS } from "../options/declared/limits.ts"
import type { ApprovalRule } from "../protocol/log/approval.ts"
import type { GivenLimits, Limits } from "../protocol/log/limits.ts"

/* A project comes from anybody: it may tighten what the user set, and open nothing. */

/** Smaller is tighter for every limit: a project may lower what the user or the default allows, and set what is not limited. */
export function tighterLimits(user: GivenLimits = {}, project: GivenLimits = {}): GivenLimits {
  const lowered = Object.entries(project).filter(([name, value]) => isLower(user, name as keyof Limits, value))
  return { ...user, ...Object.fromEntries(lowered) }
}

/** The limits that a project would raise. */
export function raisedLimits(user: GivenLimits = {}, project: GivenLimits = {}): string[] {
  const names = Object.keys(project) as (keyof Limits)[]
  return names.filter((name) => !isLower(user, name, project[name]) && project[name] !== allowed(user, name))
}

function isLower(user: GivenLimits, name: keyof Limits, value: number | null | undefined): boolean {
  const own = allowed(user, name)
  return value !== null && value !== undefined && (own === null || value < own)
}

function allowed(user: GivenLimits, name: keyof Limits): number | null {
  const own = user[name]
  return own === undefined ? LIMITS[name].default : own
}

/** A project may have more asked or denied; what it allows does not count. */
export function tighterRules(
  user: readonly ApprovalRule[] = [],
  project: readonly ApprovalRule[] = [],
): ApprovalRule[] {
  return [...user, ...project.filter(({ decision }) => decision !== "allow")]
}
