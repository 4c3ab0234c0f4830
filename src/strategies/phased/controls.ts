import { JudgeVerdict, type Phase, PhasePlan, RequestAnalysis } from "../../protocol/log/control.ts"
import type { Constraints } from "../../run/constraints/constraints.ts"
import type { Control } from "../../run/controls/control.ts"
import { envelopePanel, GIVE_PARTS, type Panel, separatePanel } from "../../run/controls/panel.ts"
import { summarizer } from "../../run/finish/summary/summarizer.ts"
import { graphIssues } from "../../run/plans/graph.ts"
import { type Plan, planControl } from "../../run/plans/plan.ts"
import type { AnyTool } from "../../tools/tool.ts"

export const requestAnalyser: Control<RequestAnalysis> = {
  name: "request_analyser",
  version: 1,
  description: "What the user wants: everything that was asked for, briefly, and nothing else.",
  input: RequestAnalysis,
}

export const phasePlanner: Control<PhasePlan> = {
  name: "phase_planner",
  version: 1,
  description: "As few phases as possible; one is fine. Each runs rounds of tasks until its goal is reached.",
  input: PhasePlan,
}

export const judgeTasks: Control<JudgeVerdict> = {
  name: "judge_tasks",
  version: 1,
  description:
    "Is the phase complete? Go by the results, the checks, and what its goal and the requirements still lack; not by effort, nor by what nobody asked for.",
  input: JudgeVerdict,
}

/** What a plan for more says by itself. */
export const NOT_COMPLETE: JudgeVerdict = JudgeVerdict.parse({ phase_completed: false })

/** The controls of one run: how they are asked for, and the plan that this run's tools allow. */
export type PhasedControls = {
  readonly plan: Control<Plan>
  /** One list from the analysis on: nothing of it is paid for twice. */
  readonly panel: Panel
  readonly fuse: boolean
  /** What the run may use, where anything confines it. */
  readonly constraints?: Constraints
}

/** The one tool that carries several controls at once. */
export const ENVELOPE = "advance"

export type ControlsSetting = {
  readonly fuse: boolean
  readonly maxTasks: number
  /** Why a tool that is not among these can't be planned. */
  readonly explain?: (tool: string) => string | undefined
  /** What comes before the phases: reading the request, unless told otherwise. */
  readonly opening?: readonly Control<unknown>[]
  /** What is asked once work is done: to judge a phase and to sum up, unless told otherwise. */
  readonly closing?: readonly Control<unknown>[]
}

export function controlsFor(tools: readonly AnyTool[], setting: ControlsSetting): PhasedControls {
  const { fuse, maxTasks, explain, opening = [requestAnalyser], closing = [judgeTasks, summarizer] } = setting
  const plan = planControl(tools, maxTasks, { explain })
  const all: Control<unknown>[] = [...opening, phasePlanner, plan, ...closing]
  return { plan, fuse, panel: fuse ? envelopePanel(ENVELOPE, GIVE_PARTS, all) : separatePanel(all) }
}

export function phaseIssues(plan: PhasePlan): string[] {
  return graphIssues(
    plan.phases.map((phase) => ({ id: phase.id, needs: phase.dependencies })),
    "phase",
  )
}

/** The phase that runs first: the first that waits for no other. */
export function firstPhase({ phases }: PhasePlan): Phase | undefined {
  return phases.find((phase) => phase.dependencies.length === 0)
}

/** A part that came along, if it is there and can be used as it is. */
export function usablePart<T>(
  others: Readonly<Record<string, unknown>>,
  control: Control<T>,
  check: (value: T) => readonly string[],
): T | undefined {
  const parsed = control.input.safeParse(others[control.name])
  return parsed.success && check(parsed.data).length === 0 ? parsed.data : undefined
}
