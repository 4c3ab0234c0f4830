import { z } from "zod"
import type { ToolSpec } from "../../model/seam/model.ts"
import { PlanStep } from "../../protocol/log/control.ts"
import { waysToAsk } from "../../run/constraints/task-rules.ts"
import { type Control, controlSpec } from "../../run/controls/control.ts"
import { offeredPanel, type Panel } from "../../run/controls/panel.ts"
import { summarizer } from "../../run/finish/summary/summarizer.ts"
import type { RunContext } from "../../run/run-context.ts"
import { plainWord } from "../../run/tool-loop/closing.ts"
import { toolSpec } from "../../run/tool-loop/offer.ts"
import type { TurnControl } from "../../run/tool-loop/turn.ts"
import { READING, type ThinkReading } from "../rounds/controls.ts"
import { PLAN_STEPS } from "./names.ts"
import * as prompts from "./prompts.ts"
import { SIGNALS, type SignalKind, signalText } from "./signals.ts"
import { resultCall, type StepSaid, stepResult } from "./step-result.ts"

export type StepPlan = ThinkReading & { readonly steps: readonly PlanStep[] }

/** How everything of a run goes over the wire. */
export type StepwiseControls = {
  readonly plan: Control<StepPlan>
  /** One list for planning, steps and summary: it never changes, so that caches hold. */
  readonly specs: readonly ToolSpec[]
  readonly panel: Panel
}

/**
 * The controls stand among the working tools from the first call on; where one is due it is forced by its name. What kind
 * of task it is shows only in the first plan: so every tool is on offer, and a call that the constraints forbid is refused
 * with the reason.
 */
export function controlsFor(run: RunContext): StepwiseControls {
  const tools = [...run.tools, ...waysToAsk(run)]
  const plan = planControl(tools.map(({ name }) => name))
  const own = run.environment.literal ? [plan, summarizer] : [plan, summarizer, stepResult]
  const specs = [...own.map(controlSpec), ...tools.map(toolSpec)]
  return { plan, specs, panel: offeredPanel(specs) }
}

function planControl(tools: readonly string[]): Control<StepPlan> {
  const step = PlanStep.extend({
    tools: z.array(z.enum(tools)).min(1).describe("the tools you expect to use"),
  })
  return {
    name: PLAN_STEPS,
    version: 1,
    description: prompts.PLAN_RULES,
    // However many there are: a plan that is too long is cut, not refused.
    input: z.object({ ...READING, steps: z.array(step).min(1) }),
  }
}

/** Calls in a step that are no work: signals that a model calls like tools, and controls that are not due. */
export function stepControls({ plan }: StepwiseControls, said?: StepSaid): TurnControl[] {
  return [
    ...(said ? [resultCall(said)] : []),
    ...SIGNALS.map(signalCall),
    notDue(plan, prompts.NOT_DUE.plan),
    notDue(summarizer, prompts.NOT_DUE.summary),
  ]
}

const SignalInput = z.looseObject({ result: z.string().default(""), reason: z.string().default("") })

/** Not on offer, since a signal needs no call; but one that is called is understood. */
function signalCall(kind: SignalKind): TurnControl {
  return {
    spec: { name: kind, description: "", schema: {} },
    answer: async (_here, input) => {
      const { result, reason } = SignalInput.catch({ result: "", reason: "" }).parse(input)
      return { text: prompts.NOTED, ends: plainWord(signalText({ kind, text: (result || reason).trim() })) }
    },
  }
}

function notDue(control: Control<unknown>, text: string): TurnControl {
  return { spec: controlSpec(control), answer: async () => ({ text }) }
}
