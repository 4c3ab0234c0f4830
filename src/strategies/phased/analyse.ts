import { estimateTokens } from "../../model/seam/tokens.ts"
import { type RequestAnalysis, wantsClarification } from "../../protocol/log/control.ts"
import { Conversation } from "../../run/context/conversation.ts"
import { firstMessage, structuredRequest, systemPrompt } from "../../run/context/prompts.ts"
import { type Carried, cameAlong, type Dropped } from "../../run/controls/ask.ts"
import type { Control } from "../../run/controls/control.ts"
import type { Panel } from "../../run/controls/panel.ts"
import type { RunContext } from "../../run/run-context.ts"
import { constraintsOf, issuesAt } from "./confine.ts"
import { firstPhase, type PhasedControls, phaseIssues, phasePlanner, requestAnalyser, usablePart } from "./controls.ts"
import * as prompts from "./prompts.ts"

/** How a request is read: what is asked for beside the analysis, and what is kept of it. */
export type ReadingOrder = {
  readonly control: Control<RequestAnalysis>
  readonly panel: Panel
  readonly prompt: (answers: readonly prompts.Clarified[]) => string
  readonly along: string
  readonly carry: (
    analysis: RequestAnalysis,
    others: Readonly<Record<string, unknown>>,
  ) => readonly (Carried | Dropped)[]
}

/** Reads the request for phases; the analysis may bring them and the first plan along. */
export function analyseForPhases(
  run: RunContext,
  controls: PhasedControls,
  sizes: prompts.PhaseSizes,
): Promise<RequestAnalysis> {
  return analyse(run, {
    control: requestAnalyser,
    panel: controls.panel,
    prompt: (answers) => prompts.analyse(firstMessage(run), answers),
    along: controls.fuse ? prompts.openingDue(sizes) : "",
    carry: (analysis, others) => openingParts(run, controls, analysis, others),
  })
}

/** Reads the request in a context of its own, which is thrown away; asks the user where an answer would change the plan. */
export async function analyse(run: RunContext, order: ReadingOrder): Promise<RequestAnalysis> {
  const { clarification_rounds, clarification_questions } = run.environment.limits
  const answers: prompts.Clarified[] = []
  for (;;) {
    const round = answers.length + 1
    const analysis = await askAnalysis(run, order, answers)
    const questions = wantsClarification(analysis)
      ? analysis.clarification_questions.slice(0, clarification_questions)
      : []
    if (questions.length === 0 || round > clarification_rounds) return recordAnalysis(run, analysis)
    const answer = await run.clarify(`analysis/clarification-${round}`, questions)
    answers.push({ questions, answer })
  }
}

function askAnalysis(
  run: RunContext,
  { control, panel, prompt, along, carry }: ReadingOrder,
  answers: readonly prompts.Clarified[],
): Promise<RequestAnalysis> {
  return run.ask(answers.length === 0 ? "analysis" : `analysis-${answers.length + 1}`, {
    control,
    panel,
    conversation: new Conversation([{ role: "system", text: systemPrompt(run.environment) }]),
    prompt: prompt(answers),
    along,
    carry,
  })
}

/** What of the phases and the first plan can be used as it came along with the analysis. */
export function openingParts(
  run: RunContext,
  controls: PhasedControls,
  analysis: RequestAnalysis,
  others: Readonly<Record<string, unknown>>,
): (Carried | Dropped)[] {
  if (!controls.fuse || wantsClarification(analysis)) return []
  const phases = usablePart(others, phasePlanner, phaseIssues)
  const first = phases && firstPhase(phases)
  if (!phases || !first) return []
  const place = { phases, phase: first, round: 1 }
  const constraints = constraintsOf(run, analysis)
  const plan = { key: run.key(`phase-${first.id}/round-1/plan`), control: controls.plan }
  return [
    { key: run.key("phases"), control: phasePlanner, value: phases },
    ...cameAlong(others, plan, (value) => issuesAt(constraints, place, value, 1)),
  ]
}

async function recordAnalysis(run: RunContext, analysis: RequestAnalysis): Promise<RequestAnalysis> {
  // What was estimated once stands: a later version may estimate otherwise.
  if (run.log.fact("analysis", "request.analysed")) return analysis
  await run.record("analysis", {
    type: "request.analysed",
    analysis,
    raw_tokens: estimateTokens(run.request),
    structured_tokens: estimateTokens(structuredRequest(analysis)),
  })
  return analysis
}
