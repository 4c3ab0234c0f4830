import type { ConstraintOptions, RuleAddition } from "../../protocol/log/constraints.ts"
import type { Described } from "../../tools/subject.ts"
import { type NamedRule, namedRule } from "./named-rule.ts"
import type { Recognition } from "./recognise.ts"
import { RULES, type TaskType } from "./rules.ts"

/** What one run may use: its rule, applied to the tools that it has. Recorded once, then only read. */
export type Constraints = {
  readonly task_type: string
  readonly allowed: readonly string[]
  readonly forbidden: readonly string[]
  /** Allowed, but only in the last stage. */
  readonly late: readonly string[]
  readonly late_needs_work: boolean
  /** Tools of which one must make the result; where it is missing, nothing must be made. */
  readonly ends_with?: readonly string[] | undefined
}

/** Where in a run a tool is wanted, as far as late tools are concerned. */
export type TaskPlace = {
  /** No stage follows that this one's results could feed. */
  readonly isLast: boolean
  /** Something was done before it. */
  readonly hasWorkBefore: boolean
}

/** The rule of the task type with the user's additions, for the tools at hand. */
export function constraintsFor(
  { taskType }: Pick<Recognition, "taskType">,
  tools: readonly Described[],
  options: ConstraintOptions | undefined,
): Constraints {
  const isOff = options?.enforce === false
  const rule = isOff
    ? namedRule(RULES.general, tools)
    : withAdditions(namedRule(RULES[taskType], tools), taskType, options)
  const names = tools.map(({ name }) => name)
  const isForbidden = (name: string) => rule.forbidden.includes(name)
  return {
    task_type: taskType,
    allowed: names.filter((name) => !isForbidden(name)),
    forbidden: names.filter(isForbidden),
    late: names.filter((name) => rule.late.includes(name) && !isForbidden(name)),
    late_needs_work: rule.lateNeedsWork,
    ends_with: names.filter((name) => rule.endsWith.includes(name) && !isForbidden(name)),
  }
}

/** Whether anything at all is confined: only then is there something to ask an exception for. */
export function confines({ forbidden, late }: Constraints): boolean {
  return forbidden.length > 0 || late.length > 0
}

/** Why a tool can't be used at this place; `undefined` if it can. */
export function whyNot(constraints: Constraints, tool: string, place: TaskPlace): string | undefined {
  const { task_type, forbidden, late, late_needs_work } = constraints
  if (forbidden.includes(tool)) return `${tool} is not allowed in a ${task_type} task`
  if (!late.includes(tool)) return undefined
  if (!place.isLast) return `${tool} is not allowed before the last phase of a ${task_type} task`
  if (late_needs_work && !place.hasWorkBefore)
    return `${tool} is not allowed in a ${task_type} task before any task has succeeded`
  return undefined
}

/** What is allowed instead, and how to ask for more. */
export function wayOut({ allowed, late }: Constraints): string {
  const free = allowed.filter((name) => !late.includes(name))
  return `Allowed: ${free.join(", ") || "nothing else"}. If nothing else will do, use request_exception with the tool, its arguments and the reason.`
}

/** The user's word is laid over the built-in rule; what is both allowed and forbidden is forbidden. */
function withAdditions(rule: NamedRule, taskType: TaskType, options: ConstraintOptions | undefined): NamedRule {
  const additions = [options?.all, options?.[taskType]].filter((addition) => addition !== undefined)
  return additions.reduce(withAddition, rule)
}

function withAddition(rule: NamedRule, { allow, forbid, late }: RuleAddition): NamedRule {
  const isFree = (name: string) => !allow.includes(name)
  return {
    ...rule,
    forbidden: [...rule.forbidden.filter(isFree), ...forbid],
    late: [...rule.late.filter(isFree), ...late],
  }
}
