import { z } from "zod"
import { RequestAnalysis, wantsClarification } from "../../protocol/log/control.ts"
import { factKey } from "../../protocol/log/key.ts"
import type { Conclusion } from "../../run/conclusion.ts"
import { confines } from "../../run/constraints/constraints.ts"
import { planBreaches } from "../../run/constraints/plan-breaches.ts"
import { firstMessage } from "../../run/context/prompts.ts"
import { type Carried, cameAlong, type Dropped } from "../../run/controls/ask.ts"
import type { Control } from "../../run/controls/control.ts"
import { isSmallProfile } from "../../run/core/profile.ts"
import { planIssues } from "../../run/plans/plan.ts"
import type { RunContext } from "../../run/run-context.ts"
import { say } from "../../text/words/words.ts"
import { analyse, openingParts } from "../phased/analyse.ts"
import { constraintsOf } from "../phased/confine.ts"
import { controlsFor, type PhasedControls, requestAnalyser } from "../phased/controls.ts"
import { type PhasedSettings, phased } from "../phased/phased.ts"
import * as prompts from "../phased/prompts.ts"
import { sizesFor } from "../phased/sizes.ts"
import { react } from "../react/react.ts"
import { think } from "../rounds/controls.ts"
import { rounds } from "../rounds/rounds.ts"
import type { AutoSettings } from "./auto.ts"
import { openingFor } from "./prompts.ts"

/**
 *   a small model ─▶ react
 *   analysis ⇄ clarification
 *      ├─ answered at once ─▶ done
 *      ├─ a control that this endpoint does not give ─▶ react
 *      ├─ simple ─▶ rounds
 *      └─ medium, complex ─▶ phased
 */
export async function takeStrategy(
  run: RunContext,
  { rounds: byComplexity, ...settings }: AutoSettings,
): Promise<Conclusion> {
  if (isSmallProfile(run.environment)) return asALoop(run, settings, say(run.environment.language, "chosen.small"))
  const unread = missedOf(run, [requestAnalyser.name])
  if (unread !== undefined) return asALoop(run, settings, withoutIt(run, unread))
  const fuse = settings.fuse && !run.environment.literal
  const controls = openingControls(run, fuse)
  const analysis = await analyseAndPlan(run, controls, settings)
  const { complexity, direct_answer: answer } = analysis
  if (answer && !wantsClarification(analysis) && !mustChange(analysis)) {
    await choose(run, "none", say(run.environment.language, "chosen.direct"))
    run.summariseWith(async () => ({ layer: "closing", text: answer, highlights: [] }))
    return { kind: "done" }
  }
  const isSimple = complexity === "simple"
  const missed = missedOf(run, (isSimple ? rounds : phased).controls ?? [])
  if (missed !== undefined) return asALoop(run, settings, withoutIt(run, missed))
  const reason = say(run.environment.language, `chosen.${complexity}`)
  await choose(run, isSimple ? rounds.name : phased.name, reason)
  if (!isSimple) {
    const { workInPhases } = await import("../phased/work-in-phases.ts")
    return workInPhases(run, settings, controlsForPhases(run, fuse), analysis)
  }
  const constraints = constraintsOf(run, analysis)
  // What is confined has another list of tools, and a way to ask for more in it.
  const shared = confines(constraints) ? undefined : controls
  const { workInRounds } = await import("../rounds/work-in-rounds.ts")
  return workInRounds(run, { fuse: settings.fuse, reflection: settings.reflection, rounds: byComplexity }, shared)
}

/** The first of these that the model is known not to give. */
function missedOf({ environment }: RunContext, controls: readonly string[]): string | undefined {
  return controls.find((control) => environment.missed?.includes(control))
}

function withoutIt({ environment }: RunContext, missed: string): string {
  return say(environment.language, "chosen.missed", missed)
}

/** For a model that can't fill in what the strategy would ask for, or should not have to. */
async function asALoop(run: RunContext, { reflection }: PhasedSettings, reason: string): Promise<Conclusion> {
  await reviewLoop(run)
  await choose(run, react.name, reason)
  return react.run(run, { reflection })
}

/** Who wants to see plans is told that there is none, before anything is done. */
async function reviewLoop(run: RunContext): Promise<void> {
  await run.review("plan", {
    plan: { steps: [{ description: run.request }] },
    title: say(run.environment.language, "review.none"),
    schema: z.looseObject({ steps: z.array(z.looseObject({ description: z.string() })) }),
    issues: () => [],
    trace: factKey(run.key("strategy"), "strategy.chosen"),
  })
}

const DIRECT_ANSWER = "the whole answer, only if no tool is needed"

const analyser: Control<RequestAnalysis> = {
  ...requestAnalyser,
  input: RequestAnalysis.extend({
    direct_answer: z.string().trim().optional().describe(DIRECT_ANSWER),
  }) as typeof RequestAnalysis,
}

/**
 * One list for the analysis and for simple work, so that what is read first is read once. Phases have a list of their own: what only
 * they need would cost every simple request more than reading a second list costs the few others.
 */
function openingControls(run: RunContext, fuse: boolean): PhasedControls {
  const { max_tasks_per_round: maxTasks } = run.environment.limits
  return controlsFor(run.tools, { maxTasks, fuse, opening: [analyser], closing: [think] })
}

function controlsForPhases(run: RunContext, fuse: boolean): PhasedControls {
  const { max_tasks_per_round: maxTasks } = run.environment.limits
  return controlsFor(run.tools, { maxTasks, fuse, opening: [] })
}

/** Where the analysis itself says that something has to change, or to pass, no answer at once will do. */
function mustChange({ changes, must_pass }: RequestAnalysis): boolean {
  return changes === "files" || (must_pass ?? []).length > 0
}

function choose(run: RunContext, strategy: string, reason: string): Promise<void> {
  return run.record("strategy", { type: "strategy.chosen", strategy, reason })
}

/** The strategy that is taken finds the analysis recorded, and with it what came along: its phases, its first plan. */
function analyseAndPlan(run: RunContext, controls: PhasedControls, settings: PhasedSettings): Promise<RequestAnalysis> {
  return analyse(run, {
    control: analyser,
    panel: controls.panel,
    prompt: (answers) => prompts.analyse(firstMessage(run), answers),
    along: controls.fuse ? openingFor(sizesFor(run, settings)) : "",
    carry: (analysis, others) =>
      analysis.complexity === "simple"
        ? firstPlan(run, controls, analysis, others)
        : openingParts(run, controls, analysis, others),
  })
}

function firstPlan(
  run: RunContext,
  { plan: control, fuse }: PhasedControls,
  analysis: RequestAnalysis,
  others: Readonly<Record<string, unknown>>,
): (Carried | Dropped)[] {
  if (!fuse || wantsClarification(analysis) || analysis.direct_answer) return []
  const constraints = constraintsOf(run, analysis)
  const place = { isLast: true, hasWorkBefore: false }
  return cameAlong(others, { key: run.key("round-1/plan"), control }, (plan) => [
    ...planIssues(plan, 1),
    ...planBreaches(constraints, plan.tasks, place),
  ])
}
