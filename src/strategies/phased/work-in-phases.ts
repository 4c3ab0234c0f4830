import type { PhasePlan, RequestAnalysis } from "../../protocol/log/control.ts"
import type { RunShape } from "../../run/budget/estimate.ts"
import type { Conclusion } from "../../run/conclusion.ts"
import { constraintsNote } from "../../run/constraints/constrain.ts"
import type { Constraints } from "../../run/constraints/constraints.ts"
import { Conversation } from "../../run/context/conversation.ts"
import { analysedRequest, systemPrompt } from "../../run/context/prompts.ts"
import type { Reviewed } from "../../run/questions/review.ts"
import type { RunContext } from "../../run/run-context.ts"
import { analyseForPhases } from "./analyse.ts"
import { phasedCloser } from "./close.ts"
import { confineControls, issuesAt } from "./confine.ts"
import { controlsFor, firstPhase, type PhasedControls, phaseIssues, phasePlanner, usablePart } from "./controls.ts"
import { mendChecks } from "./mend-checks.ts"
import type { PhasedSettings } from "./phased.ts"
import { type PhasedRun, type PhaseEnd, runPhases } from "./phases.ts"
import * as prompts from "./prompts.ts"
import { reviewPhases } from "./review.ts"
import { sizesFor } from "./sizes.ts"
import { summariseRun } from "./summarise.ts"

const BY_ANALYSIS = "as the analysis of the request has it"

/**
 *   analysis ⇄ clarification
 *      │
 *   phases ─▶ for each phase, as its dependencies allow:  ┌▶ plan ─▶ execute ─▶ judge ─┐ ─▶ summarizer
 *                                                         └── not complete, rounds left ┘
 *   (checks run after each execute that changed something, for the judge to know; at the end they decide, in the closing gate)
 */
export async function analyseAndWork(run: RunContext, settings: PhasedSettings): Promise<Conclusion> {
  const { max_tasks_per_round: maxTasks } = run.environment.limits
  const controls = controlsFor(run.tools, {
    maxTasks,
    fuse: settings.fuse && !run.environment.literal,
  })
  return workInPhases(run, settings, controls, await analyseForPhases(run, controls, sizesFor(run, settings)))
}

/** The work from an analysis on, with the list of controls that the analysis was asked by. */
export async function workInPhases(
  run: RunContext,
  settings: PhasedSettings,
  unconfined: PhasedControls,
  analysis: RequestAnalysis,
): Promise<Conclusion> {
  const constraints = await run.constrain({ taskType: analysis.task_type, reason: BY_ANALYSIS }, analysis.write_scope)
  const controls = confineControls(run, unconfined, constraints)
  const opening = openingMessages(run, analysis, constraints)
  run.summariseWith((end, outcome) => summariseRun(end, outcome, { controls, opening }))

  await run.enter("PLANNING")
  const { plan, isEdited } = await planPhases(
    run,
    controls,
    new Conversation(opening),
    sizesFor(run, settings)[analysis.complexity],
  )

  await run.enter("EXECUTING")
  const talk = { conversation: undefined }
  const phased: PhasedRun = { controls, opening, plan, isEdited, talk, reflection: settings.reflection }
  run.closeWith(phasedCloser(phased))
  const ends = await runPhases(run, phased)
  const conclusion = conclude(plan, ends)
  // Elsewhere the gate mends what is red.
  return conclusion.kind === "done" && run.environment.literal ? mendChecks(run, phased, ends) : conclusion
}

/** The execution context starts from what the analysis made of the request. */
function openingMessages(run: RunContext, analysis: RequestAnalysis, constraints: Constraints) {
  const rules = constraintsNote(run, constraints)
  return [
    { role: "system", text: systemPrompt(run.environment) },
    { role: "user", text: [analysedRequest(run, analysis), ...(rules === "" ? [] : [rules])].join("\n") },
  ] as const
}

async function planPhases(
  run: RunContext,
  controls: PhasedControls,
  conversation: Conversation,
  size: string | undefined,
): Promise<Reviewed<PhasePlan>> {
  if (!run.log.has("phases")) run.requireIterations(1)
  const answer = await run.ask("phases", {
    control: phasePlanner,
    panel: controls.panel,
    conversation,
    prompt: prompts.planPhases(size),
    along: controls.fuse ? prompts.FIRST_PLAN : "",
    check: phaseIssues,
    carry: (phases, others) => {
      const phase = firstPhase(phases)
      const value =
        phase &&
        usablePart(others, controls.plan, (plan) =>
          issuesAt(controls.constraints, { phases, phase, round: 1 }, plan, 1),
        )
      return value ? [{ key: run.key(`phase-${phase.id}/round-1/plan`), control: controls.plan, value }] : []
    },
  })
  const reviewed = await reviewPhases(run, answer)
  const { phases, execution_strategy } = reviewed.plan
  await run.record("phases", { type: "phases.planned", phases, execution_strategy })
  await run.estimate(shapeOf(reviewed.plan, controls.fuse))
  return reviewed
}

/** Fused, a judge brings the next plan and the last one the summary; else each is a call of its own. */
function shapeOf({ phases }: PhasePlan, fuse: boolean): RunShape {
  const rounds = phases.map(({ estimated_rounds }) => estimated_rounds)
  const usual = fuse ? { perRound: 1, beside: 0 } : { perRound: 2, beside: 1 }
  // A judge may look twice; the summary has a second way.
  return { rounds, usual, most: { perRound: 3, beside: 2 }, extraRounds: 2 }
}

function conclude(plan: PhasePlan, ends: ReadonlyMap<number, PhaseEnd>): Conclusion {
  const open = plan.phases.flatMap((phase) => {
    const end = ends.get(phase.id)
    return end && end.status !== "done" ? [{ name: phase.name, ...end }] : []
  })
  const worst = open.find((end) => end.status === "failed") ?? open[0]
  if (!worst) return { kind: "done" }
  const reason = `${worst.name}: ${worst.reason}`
  if (worst.status === "failed") return { kind: "failed", reason }
  return { kind: "incomplete", limit: worst.status === "forced" ? "rounds" : worst.status, reason }
}
