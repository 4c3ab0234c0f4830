import { z } from "zod"
import type { PlannedTask } from "../../protocol/log/control.ts"
import type { AnyTool } from "../../tools/tool.ts"
import type { Control } from "../controls/control.ts"
import { TOLD_BY_RESULTS } from "../controls/wire-schema.ts"
import { graphIssues } from "./graph.ts"
import { argumentIssues, referencesIn, replaceReferences } from "./task-references.ts"

/** A plan as the model sends it. `id`s are its own; the engine numbers the tasks itself. */
export type Plan = {
  readonly tasks: readonly {
    readonly id?: number | undefined
    readonly tool: string
    readonly arguments: Record<string, unknown>
    readonly depends_on: readonly number[]
    readonly why: string
  }[]
  readonly reasoning: string
}

/** What a plan of tasks is asked by. */
export const PLAN_TASKS = "plan_tool_call"

/** What a strategy asks of a plan beyond what every plan has to hold. */
export type PlanRules = {
  /** Why a tool that is not among these can't be planned. */
  readonly explain?: ((tool: string) => string | undefined) | undefined
  /** What else a plan may say, where a strategy asks for it. */
  readonly more?: z.ZodRawShape
  /** A task that fails stops its round, not just the commands after it. */
  readonly stopsAtFailure?: boolean
}

/** The control's schema has one variant per tool, so that what a tool can't take can't be planned. */
export function planControl(
  tools: readonly AnyTool[],
  maxTasks: number,
  { explain = () => undefined, more = {}, stopsAtFailure = false }: PlanRules = {},
): Control<Plan> {
  const variants = tools.map(variantOf)
  const task = z.discriminatedUnion("tool", variants as [(typeof variants)[0], ...typeof variants], {
    error: ({ input }) => explain(String((input as { tool?: unknown } | null)?.tool)),
  })
  const tooMany = `at most ${maxTasks} tasks in one round: leave the rest for the next round`
  return {
    name: PLAN_TASKS,
    version: 1,
    description: planRules(stopsAtFailure),
    exact: true,
    input: z
      .object({ ...more, tasks: z.array(task).max(maxTasks, tooMany), reasoning: REASONING })
      .transform((plan) => withReferences(plan as Plan)) as unknown as z.ZodType<Plan>,
  }
}

/** The place in the list is number enough; one that a model sends is taken all the same. */
const OFF_WIRE = { off_wire: true }

/** Asked for only where the control stands alone: nothing is decided by them. */
const IF_ALONE = { if_alone: true }

const REASONING = z
  .string()
  .default("")
  .meta({ ...IF_ALONE, for_decoder: { maxLength: 600 } })

/** How a round runs, once; the order is that of `orderTasks`. */
function planRules(stopsAtFailure: boolean): string {
  const failure = stopsAtFailure
    ? "The first task that fails ends the round."
    : "If one fails, the others still run, except those that depend on it, and pushes or deployments after a failed command."
  return [
    "The tasks of one round. You see their results when it is over, so plan everything that needs none of them.",
    "Read before you edit, never invent a path, make the smallest change that does the job, and check what the project's own checks do not.",
    `Reads run in parallel, writes and commands in the order given. ${failure}`,
    '{"$from":1} as an argument is the result of the first task.',
  ].join(" ")
}

const DEPENDS_ON = "places in this list, from 1"

type TaskVariant = ReturnType<typeof taskVariant>

/** A tool's schema takes its time, and is the same in every plan of every run. */
const variantsMade = new WeakMap<AnyTool, TaskVariant>()

function variantOf(tool: AnyTool): TaskVariant {
  const variant = variantsMade.get(tool) ?? taskVariant(tool)
  variantsMade.set(tool, variant)
  return variant
}

function taskVariant(tool: AnyTool) {
  return z
    .object({
      id: z.int().optional().meta(OFF_WIRE),
      tool: z.literal(tool.name),
      arguments: plannedArguments(tool.input),
      depends_on: z
        .array(z.int().meta({ for_decoder: { minimum: 1 } }))
        .default([])
        .describe(DEPENDS_ON),
      why: z
        .string()
        .default("")
        .meta({ ...IF_ALONE, for_decoder: { maxLength: 200 } }),
    })
    .meta({ description: tool.description, ...(tool.isToldByResults ? { [TOLD_BY_RESULTS]: true } : {}) })
}

/** Shown to the model as the tool's own schema, but a result may be referred to wherever a value is asked for. */
function plannedArguments(input: z.ZodType) {
  const shown = z.toJSONSchema(input, { io: "input", unrepresentable: "any" })
  // What refers to itself can't be shown in another place.
  if ("$defs" in shown) return input
  return z
    .record(z.string(), z.unknown())
    .transform((given, context) => {
      const parsed = input.safeParse(given)
      if (parsed.success) return parsed.data
      const issues = argumentIssues(given, input)
      context.issues.push(...issues.map((issue) => ({ ...issue, input: given }) as z.core.$ZodRawIssue))
      return given
    })
    .meta(shown)
}

/** Who uses the result of a task that stands before it depends on that task. */
function withReferences<Sketch extends Pick<Plan, "tasks">>(plan: Sketch): Sketch {
  const tasks = plan.tasks.map((task, index) => {
    const used = referencesIn(task.arguments).filter((id) => ownIds(plan).slice(0, index).includes(id))
    return { ...task, depends_on: [...new Set([...task.depends_on, ...used])] }
  })
  return { ...plan, tasks }
}

/** What is wrong with a plan that fits the schema; empty when it can be run. */
export function planIssues(plan: Plan, firstId: number): string[] {
  const ids = ownIds(plan)
  const nodes = plan.tasks.map((task, index) => ({
    id: ids[index] as number,
    needs: task.depends_on.filter((id) => ids.includes(id) || id >= firstId),
  }))
  return [...graphIssues(nodes, "task"), ...referenceIssues(plan, firstId)]
}

/** A result can be used of a task that stands before in the plan, or of one of an earlier round. */
function referenceIssues(plan: Plan, firstId: number): string[] {
  const ids = ownIds(plan)
  return plan.tasks.flatMap((task, index) =>
    referencesIn(task.arguments)
      .filter((id) => !ids.slice(0, index).includes(id) && (id < 1 || id >= firstId))
      .map((id) => `task ${ids[index]} uses the result of task ${id}, which does not come before it`),
  )
}

/** Numbers the tasks through the phase; a dependency on a task of an earlier round is met already and goes. */
export function numberTasks(plan: Plan, firstId: number): PlannedTask[] {
  const ids = ownIds(plan)
  const numberOf = new Map(ids.map((id, index) => [id, firstId + index]))
  return plan.tasks.map(({ tool, arguments: input, depends_on, why }, index) => ({
    id: firstId + index,
    tool,
    arguments: replaceReferences(input, (reference) => {
      const place = ids.slice(0, index).indexOf(reference.$from)
      return place < 0 ? reference : { ...reference, $from: firstId + place }
    }),
    depends_on: depends_on.flatMap((id) => numberOf.get(id) ?? []),
    why,
  }))
}

function ownIds(plan: Pick<Plan, "tasks">): number[] {
  return plan.tasks.map((task, index) => task.id ?? index + 1)
}
