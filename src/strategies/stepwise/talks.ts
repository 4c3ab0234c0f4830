import type { PlanStep } from "../../protocol/log/control.ts"
import { nameOf, numbered } from "../../protocol/log/key.ts"
import type { Conversation } from "../../run/context/conversation.ts"
import { handOver } from "../../run/extension/handover.ts"
import type { RunContext } from "../../run/run-context.ts"
import type { Turns } from "../../run/tool-loop/turn.ts"
import { stepControls } from "./controls.ts"
import type { PlanInHand } from "./plan.ts"
import { type Ends, isDone, lastOf, needsOf, predecessorOf } from "./plan-graph.ts"
import * as prompts from "./prompts.ts"
import { readSignal } from "./signals.ts"
import type { StepSaid } from "./step-result.ts"
import type { StepwiseWork } from "./steps.ts"

/** What a step is worked on with. */
type StepTurns = Turns & { readonly said: StepSaid }

/**
 * In which conversation each step of a plan is worked on. Steps in sequence share one until it is half full; those beside each other,
 * and those after that, begin in one of their own and are told what they stand on.
 */
export class Talks {
  readonly #plan: PlanInHand
  readonly #byStep = new Map<number, Conversation>()

  constructor(plan: PlanInHand) {
    this.#plan = plan
  }

  /** How many steps have not begun. */
  get waiting(): number {
    const { steps, ends } = this.#plan
    return steps.filter(({ id }) => !ends.has(id) && !this.#byStep.has(id)).length
  }

  /** The conversation that saw the end of the plan; `undefined` where several did. */
  get last(): Conversation | undefined {
    return this.#byStep.get(lastOf(this.#plan.steps) ?? 0)
  }

  async begin(
    here: RunContext,
    work: StepwiseWork,
    { step, soFar }: { readonly step: PlanStep; readonly soFar: Ends },
  ): Promise<StepTurns> {
    const before = this.#before(here, work, step)
    const conversation = before?.conversation ?? this.#plan.conversation.fork()
    this.#byStep.set(step.id, conversation)
    const { dropped, rules, steps } = this.#plan
    // One that goes on in the same conversation has read all the rest there.
    const told = before === undefined ? needsOf(steps, step.id).map(({ id }) => id) : undoneOf(before.step, soFar)
    const earlier = told.flatMap((id) => {
      const end = soFar.get(id)
      return end ? [{ id, end }] : []
    })
    const isNext = before !== undefined
    const results = isNext ? "" : await handOver(here, stagesOf(here, told))
    conversation.tell(prompts.beforeStep({ earlier, dropped, rules, results, isNext }))
    conversation.begin(prompts.beginStep({ step, isNext }))
    return stepTurns(work, conversation)
  }

  /** The conversation of the step before, where this one follows it alone and there is room. */
  #before(here: RunContext, { controls }: StepwiseWork, { id }: PlanStep): Before | undefined {
    const step = predecessorOf(this.#plan.steps, id)
    const conversation = step === undefined ? undefined : this.#byStep.get(step)
    if (step === undefined || !conversation) return undefined
    const isShared = here.decide("shares", () => !here.isHalfFull(conversation, controls.specs))
    return isShared ? { step, conversation } : undefined
  }
}

type Before = { readonly step: number; readonly conversation: Conversation }

/** Where these steps were worked on: those that a later plan kept stand in an earlier one. */
function stagesOf({ log }: RunContext, ids: readonly number[]): string[] {
  const started = log.entries.flatMap(({ record }) =>
    record.kind === "event" && record.event.type === "stage.started" && record.event.kind === "step"
      ? [record.event.stage]
      : [],
  )
  return ids.flatMap((id) => started.findLast((stage) => nameOf(stage) === numbered("step", id)) ?? [])
}

function undoneOf(id: number, ends: Ends): number[] {
  return isDone(ends, id) ? [] : [id]
}

/** Turns in a conversation with what a step can say. */
export function stepTurns({ controls, reflection }: StepwiseWork, conversation: Conversation): StepTurns {
  const said = { continues: false }
  return {
    conversation,
    specs: controls.specs,
    controls: stepControls(controls, said),
    reflection,
    howToEnd: prompts.RESULT_ENDS,
    shown: (text: string) => readSignal(text)?.text ?? text,
    said,
  }
}
