import { isListOf, isText } from "../../journal/step-key.ts"
import type { RunParts } from "../ground/run-parts.ts"
import { ControlFailed } from "../ground/stops.ts"
import type { RunContext } from "../run-context.ts"
import type { Closer, LastWord } from "./closer.ts"
import { objections } from "./objections.ts"
import * as prompts from "./prompts.ts"
import { sortMissing, wantedWork } from "./requirements.ts"

/** The model's word on the whole; `undefined` where none can be had, and then it is not asked for again. */
export async function lastWord(
  parts: RunParts,
  here: RunContext,
  closer: Closer,
  { mayAsk, wasAsked }: { readonly mayAsk: boolean; readonly wasAsked: boolean },
): Promise<LastWord | undefined> {
  const given = closer.given?.()
  const rule = () => objections(parts, { word: given, isModelLed: closer.isModelLed ?? false, wasAsked })
  const against = here.decide("objections", rule, { is: isListOf(isText) })
  const isGiven = against.length === 0 && given !== undefined
  if (!isGiven && (!mayAsk || wasNotToBeHad(here))) return undefined
  try {
    if (isGiven) return await madeClear(parts, here, closer, given)
    const told = against.length === 0 ? "" : prompts.whatIsMissing(against, refusedCalls(parts))
    return await madeClear(parts, here, closer, await closer.ask(here, told))
  } catch (error) {
    if (error instanceof ControlFailed) return undefined
    throw error
  }
}

/** Of an earlier epoch that went on without it: to ask now would be too late. */
function wasNotToBeHad({ log }: RunContext): boolean {
  return log.isOfEarlierEpoch("gate", "gate.ruled") && log.fact("gate", "gate.ruled")?.has_word === false
}

/** What names nothing of the request, or leaves open what is missing, is sent back once. */
async function madeClear(parts: RunParts, here: RunContext, closer: Closer, word: LastWord): Promise<LastWord> {
  const { suggestions } = sortMissing(word.missing ?? [], wantedWork(parts))
  const unclear = word.missing === undefined ? [prompts.NOT_SAID] : suggestions.map(prompts.namesNothing)
  return unclear.length === 0 ? word : closer.ask(here.at("again"), prompts.sayAgain(unclear))
}

/** Calls that a person or a rule refused and that did not run later on. */
function refusedCalls({ tally: { view } }: RunParts): readonly string[] {
  const refused = view.tasks.filter(({ status }) => status === "refused")
  const ran = new Set(view.tasks.filter(({ status }) => status === "done").map(({ tool, title }) => `${tool} ${title}`))
  return [...new Set(refused.map(({ tool, title }) => `${tool} ${title}`))].filter((call) => !ran.has(call))
}
