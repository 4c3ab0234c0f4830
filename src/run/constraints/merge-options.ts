import type { ConstraintOptions, RuleAddition } from "../../protocol/log/constraints.ts"

const PLACES = ["all", "coding", "research", "creation", "data_processing", "general"] as const

/** The user's rules with a project's on top, which may forbid more and allow nothing: a workspace can't loosen what the user set. */
export function tighterConstraints(user: ConstraintOptions, project: ConstraintOptions): ConstraintOptions {
  const rules = PLACES.flatMap((place) => {
    const addition = tighterRule(user[place], project[place])
    return addition ? [[place, addition] as const] : []
  })
  return { enforce: user.enforce, ...Object.fromEntries(rules) }
}

function tighterRule(user: RuleAddition | undefined, project: RuleAddition | undefined): RuleAddition | undefined {
  if (!project) return user
  const { allow, forbid, late } = user ?? { allow: [], forbid: [], late: [] }
  return { allow, forbid: [...forbid, ...project.forbid], late: [...late, ...project.late] }
}
