import type { ToolKind } from "../../protocol/log/traits.ts"
import { type Described, traitsOf } from "../../tools/subject.ts"
import type { Rule } from "./rules.ts"

/** A rule for the tools at hand, by their names: that is what users add to and what a log keeps. */
export type NamedRule = Pick<Rule, "lateNeedsWork"> & {
  readonly forbidden: readonly string[]
  readonly late: readonly string[]
  /** Tools that make the result: the last of the work must be one of them, where there is any. */
  readonly endsWith: readonly string[]
}

/** Which of these tools a rule speaks of, by what they say of themselves. */
export function namedRule(rule: Rule, tools: readonly Described[]): NamedRule {
  const { lateNeedsWork, makesResult } = rule
  const named = (isMeant: (tool: Described) => boolean) => tools.filter(isMeant).map(({ name }) => name)
  return {
    forbidden: named((tool) => isOf(tool, rule.forbidden)),
    late: named((tool) => isOf(tool, rule.late)),
    endsWith: named((tool) => makesResult && traitsOf(tool).makes === true),
    lateNeedsWork,
  }
}

function isOf(tool: Described, kinds: readonly ToolKind[]): boolean {
  const { kind } = traitsOf(tool)
  return kind !== undefined && kinds.includes(kind)
}
