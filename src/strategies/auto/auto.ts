import { z } from "zod"
import { RequestAnalysis } from "../../protocol/control.ts"
import { demandedCommands } from "../../run/closing/named-commands.ts"
import { planBreaches } from "../../run/constraints/plan-breaches.ts"
import type { Carried } from "../../run/controls/ask.ts"
import { rulesOf } from "../../run/ground/rules.ts"
import { planIssues } from "../../run/plans/plan.ts"
import type { RunContext } from "../../run/run-context.ts"
import type { Strategy } from "../../run/strategy.ts"
import { say } from "../../text/words.ts"
import { analyse } from "../phased/analyse.ts"
import { confinementOf } from "../phased/confine.ts"
import { analysisPanel, usablePart } from "../phased/controls.ts"
import { PhasedSettings, phased } from "../phased/phased.ts"
import { controlsFor, type RoundsControls } from "../rounds/controls.ts"
import { RoundsSettings, rounds } from "../rounds/rounds.ts"
import { analyseAndChoose, FIRST_PLAN } from "./prompts.ts"

/** The settings of the strategies that it takes. */
export const AutoSettings = z.strictObject({ ...PhasedSettings.shape, rounds: RoundsSettings.shape.rounds })
export type AutoSettings = z.infer<typeof AutoSettings>

/**
 *   analysis ⇄ clarification
 *      ├─ answered at once ─▶ done
 *      ├─ simple ─▶ rounds
 *      └─ medium, complex ─▶ phased
 */
export const auto: Strategy<AutoSettings> = {
  name: "auto",
  summary: "Reads the request and takes the strategy that fits it.",
  settings: AutoSettings,
  plans: true,
  controls: [...(phased.controls ?? []), ...(rounds.controls ?? [])],
  stages: ["phase", "round"],

  async run(run, { rounds: byComplexity, ...settings }) {
    const analysis = await analyseAndPlan(run, settings.fuse && !settings.literal)
    const { complexity, direct_answer: answer } = analysis
    if (answer && !analysis.clarification_needed && !mustChange(run, analysis)) {
      await choose(run, "none", say(run.environment.language, "chosen.direct"))
      run.summariseWith(async () => ({ layer: "closing", text: answer, highlights: [] }))
      return { kind: "done" }
    }
    const isSimple = complexity === "simple"
    const reason = say(run.environment.language, `chosen.${complexity}`)
    await choose(run, isSimple ? rounds.name : phased.name, reason)
    if (!isSimple) return phased.run(run, settings)
    const { fuse, literal, reflection } = settings
    return rounds.run(run, { fuse, literal, reflection, rounds: byComplexity })
  },
}

/** Where the analysis itself says that something has to change, or the request names what has to succeed, no answer at once will do. */
function mustChange({ request, environment }: RunContext, { changes }: RequestAnalysis): boolean {
  return rulesOf(environment).isCurrent && (changes === "files" || demandedCommands(request).length > 0)
}

function choose(run: RunContext, strategy: string, reason: string): Promise<void> {
  return run.record("strategy", { type: "strategy.chosen", strategy, reason })
}

const DIRECT_ANSWER = "the whole answer, only if no tool is needed for it"

/** The strategy that is taken finds the analysis recorded, and for a simple request the first plan too. */
function analyseAndPlan(run: RunContext, fuse: boolean): Promise<RequestAnalysis> {
  const controls = controlsFor(run.tools, run.environment.limits.max_tasks_per_round, fuse)
  const asked = RequestAnalysis.extend({ direct_answer: z.string().trim().optional().describe(DIRECT_ANSWER) })
  return analyse(run, {
    panel: analysisPanel(asked as typeof RequestAnalysis, fuse ? [controls.plan] : []),
    prompt: (answers) => analyseAndChoose(run.request, answers),
    along: fuse ? FIRST_PLAN : "",
    carry: (analysis, others) => (fuse ? firstPlan(run, controls, analysis, others) : []),
  })
}

function firstPlan(
  run: RunContext,
  { plan: control }: RoundsControls,
  analysis: RequestAnalysis,
  others: Readonly<Record<string, unknown>>,
): Carried[] {
  if (analysis.complexity !== "simple" || analysis.clarification_needed || analysis.direct_answer) return []
  const confinement = confinementOf(run, analysis)
  const place = { isLast: true, hasWorkBefore: false }
  const value = usablePart(others, control, (plan) => [
    ...planIssues(plan, 1),
    ...planBreaches(confinement, plan.tasks, place),
  ])
  return value ? [{ key: run.key("round-1/plan"), control, value }] : []
}
