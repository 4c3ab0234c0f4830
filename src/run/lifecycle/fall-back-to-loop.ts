import { isText } from "../../journal/step-key.ts"
import { isWithin } from "../../protocol/log/key.ts"
import type { RunView } from "../../view/run-view.ts"
import type { Conclusion } from "../conclusion.ts"
import { firstMessage } from "../context/prompts.ts"
import type { RunParts } from "../core/run-parts.ts"
import type { ControlFailed } from "../core/stops.ts"
import { stitchedSummary } from "../finish/summary/report.ts"
import { isHeard } from "../model-call/call-model.ts"
import { ReflectionSetting } from "../reflection/settings.ts"
import type { RunContext } from "../run-context.ts"
import { endingControl } from "../tool-loop/closing.ts"
import * as prompts from "./prompts.ts"

/** Where a run stands that went over. */
const OVER = "over"

/** Whether a control could not be had: it is not asked for again in this run. */
export function hasFallenBack(run: RunContext): boolean {
  return run.log.fact(OVER, "control.missed") !== undefined
}

/** For everyone to see, once. */
export function recordMissed(run: RunContext, { control, message }: ControlFailed): Promise<void> {
  return run.record(OVER, { type: "control.missed", control, stage: "", reason: message })
}

/** The place of a run that goes on as a plain loop; its gate stands there too, for the strategy's may have begun. */
export function placeOver(run: RunContext): RunContext {
  return run.at(OVER)
}

/** A model that can't fill in a strategy's forms may still work: it goes on as a plain loop, told what was done so far. */
export async function fallBackToLoop({ tally }: RunParts, run: RunContext): Promise<Conclusion> {
  await run.enter("EXECUTING")
  const here = placeOver(run)
  const before = here.decide("handover", () => handover(tally.view), { is: isText })
  const { openTurns } = await import("../tool-loop/turn-loop.ts")
  const turns = await openTurns(here, {
    controls: [endingControl()],
    reflection: ReflectionSetting.catch("default").parse(run.environment.settings.reflection),
    prompt: (rules) => prompts.takeOver(firstMessage(here), before, rules),
    ...saidInstead(run),
  })
  return turns.untilClosed()
}

/** A text where the analysis was asked for is a first reply without a call; broken structures are none. */
function saidInstead({ log }: RunContext): { readonly said?: string } {
  const texts = log.entries.flatMap(({ key, record }) =>
    record.kind === "step" && isWithin(key, "analysis") && isHeard(record.value) ? [record.value.text.trim()] : [],
  )
  const said = texts.findLast((text) => text !== "" && !/^[`{[]/.test(text))
  return said === undefined ? {} : { said }
}

function handover(view: RunView): string {
  const done = view.tasks.filter(({ status }) => status === "done").map(({ tool, title }) => `- ${tool} ${title}`)
  return [stitchedSummary(view), ...done.slice(-MOST_TOLD)].filter(Boolean).join("\n")
}

/** What came before can be looked at again; it need not be told. */
const MOST_TOLD = 40
