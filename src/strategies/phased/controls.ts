import type { z } from "zod"
import { JudgeVerdict, type Phase, PhasePlan, RequestAnalysis } from "../../protocol/control.ts"
import type { Confinement } from "../../run/constraints/plan-breaches.ts"
import { type Control, controlSpec } from "../../run/controls/control.ts"
import { envelopePanel, GIVE_PARTS, type Panel, separatePanel } from "../../run/controls/panel.ts"
import { decoderSchema } from "../../run/controls/wire-schema.ts"
import { summarizer } from "../../run/ending/summarizer.ts"
import { graphIssues } from "../../run/plans/graph.ts"
import { type Plan, planControl } from "../../run/plans/plan.ts"
import type { AnyTool } from "../../tools/tool.ts"

export const requestAnalyser: Control<RequestAnalysis> = {
  name: "request_analyser",
  version: 1,
  description: "Say what the user wants: everything that was asked for, in few words, and nothing else.",
  input: RequestAnalysis,
}

export const phasePlanner: Control<PhasePlan> = {
  name: "phase_planner",
  version: 1,
  description:
    "Split the goal into as few phases as will do; one is fine. Each gets rounds of tasks until its goal is reached, and knows what came of those before it.",
  input: PhasePlan,
}

export const judgeTasks: Control<JudgeVerdict> = {
  name: "judge_tasks",
  version: 1,
  description:
    "Rule on the phase after a round. What decides is which tasks succeeded, what the checks say, and what its goal and the requirements still lack; not effort, nor what nobody asked for.",
  input: JudgeVerdict,
}

/** The controls of one run: how they are asked for, and the plan that this run's tools allow. */
export type PhasedControls = {
  readonly plan: Control<Plan>
  /** For the analysis, which has a list of its own. */
  readonly opening: Panel
  /** For everything after it; never changes. */
  readonly panel: Panel
  readonly fuse: boolean
  /** What the run may use, where anything confines it. */
  readonly confinement?: Confinement
}

/** The one tool that carries several controls at once. */
export const ENVELOPE = "advance"

/** `explain` says why a tool that is not among these can't be planned. */
export function controlsFor(
  tools: readonly AnyTool[],
  maxTasks: number,
  fuse: boolean,
  explain?: (tool: string) => string | undefined,
): PhasedControls {
  const plan = planControl(tools, maxTasks, { explain })
  const working: Control<unknown>[] = [phasePlanner, plan, judgeTasks, summarizer]
  return {
    plan,
    fuse,
    opening: fuse ? openingPanel(plan) : separatePanel([requestAnalyser]),
    panel: fuse ? envelopePanel(ENVELOPE, GIVE_PARTS, working) : separatePanel(working),
  }
}

/** An analysis that may bring the phases and the first plan along, for a request that needs no second thought. */
function openingPanel(plan: Control<Plan>): Panel {
  return analysisPanel(RequestAnalysis, [phasePlanner, plan])
}

/** An analysis that may bring other parts along. */
export function analysisPanel(analysis: typeof RequestAnalysis, along: readonly Control<unknown>[]): Panel {
  const parts = along.map(({ name, description, input }) => [name, input.optional().describe(description)])
  const asked = { ...requestAnalyser, input: analysis as z.ZodType }
  return {
    specs: [controlSpec({ ...asked, input: analysis.extend(Object.fromEntries(parts)) })],
    wireName: () => requestAnalyser.name,
    split: (_control, value) =>
      splitOpening(
        value,
        along.map(({ name }) => name),
      ),
    wrap: (_control, value) => value,
    // What comes along is for calls; without one there is just the analysis.
    schemaFor: () => decoderSchema(asked.input),
    parts: [controlSpec(asked)],
    form: "whole",
  }
}

function splitOpening(value: unknown, names: readonly string[]): { part: unknown; others: Record<string, unknown> } {
  if (typeof value !== "object" || value === null) return { part: value, others: {} }
  const entries = Object.entries(value)
  return {
    part: Object.fromEntries(entries.filter(([name]) => !names.includes(name))),
    others: Object.fromEntries(entries.filter(([name]) => names.includes(name))),
  }
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
