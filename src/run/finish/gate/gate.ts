import { isWithin, numbered } from "../../../protocol/log/key.ts"
import { say } from "../../../text/words/words.ts"
import type { TaskView } from "../../../view/run-view.ts"
import type { RunParts } from "../../core/run-parts.ts"
import { ControlFailed } from "../../core/stops.ts"
import type { RunContext } from "../../run-context.ts"
import { type CheckReport, NO_REPORT } from "../../verification/check-report.ts"
import type { Answered, Closer, LastWord } from "./closer.ts"
import { namedCommandsNotRun } from "./named-commands.ts"
import { placeOf } from "./place.ts"
import * as prompts from "./prompts.ts"
import { type Look, type Ruled, rule, ruling } from "./ruling.ts"

/** What the gate found, and the model's last word if it is fit to be the answer. */
export type Closing = { readonly ruled: Ruled; readonly word: LastWord | undefined }

/**
 *   strategy's own end ─▶ ledger, checks ─▶ findings? ─▶ none, or none that may be reported: the end
 *                            ▲                 │ each is reported once, all together
 *                            └─ closing-n ◀────┘ one turn in which the model works or ends
 */
export async function closeRun(parts: RunParts, run: RunContext, closer: Closer): Promise<Closing> {
  let word: LastWord | undefined
  let kept: LastWord | undefined
  let answered: Answered | undefined
  for (let attempt = 0; ; attempt++) {
    const here = placeOf(run, attempt)
    if (attempt === 0) word = await closer.given?.(here)
    const look: Look = { attempt, report: await reportAt(here), word, answered }
    if (isWordDue(parts, run, here, look)) word = await askOrNothing(closer, here)
    kept = word ?? kept
    const ruled = await ruling(parts, run, here, { ...look, word })
    if (ruled.next !== "mend") return { ruled, word: [word, kept].find((one) => (one?.text ?? "").trim() !== "") }
    answered = await settle(parts, run, closer, ruled)
    word = wordAfter(word, answered, run.at(numbered("closing", attempt + 1)))
  }
}

/**
 * What the checks say here. A run that changed nothing runs none, except where something must become green. A look of before that had
 * nothing to check has nothing to check now: what was changed came later.
 */
function reportAt(here: RunContext): Promise<CheckReport> | CheckReport {
  const hadNone = here.log.fact("gate", "gate.ruled") !== undefined && !here.log.has("verify-end")
  return hadNone ? NO_REPORT : here.verify("end")
}

/** Whether the model is asked for its answer by itself: there is none yet, and nothing is going to be reported with which it would come. */
function isWordDue(parts: RunParts, run: RunContext, here: RunContext, look: Look): boolean {
  if (look.word) return false
  return here.decide("word-due", () => rule(parts, run, look).next !== "mend")
}

/** A word that can't be had is done without. */
async function askOrNothing(closer: Closer, here: RunContext): Promise<LastWord | undefined> {
  // Of an earlier epoch that went on without it: to ask now would be too late.
  if (here.log.isOfEarlierEpoch("gate", "gate.ruled")) return undefined
  try {
    return await closer.ask(here)
  } catch (error) {
    if (error instanceof ControlFailed) return undefined
    throw error
  }
}

/** A closing that worked ends with a new answer; else a reason in plain words leaves the last whole answer as it is. */
function wordAfter(before: LastWord | undefined, { word }: Answered, here: RunContext): LastWord | undefined {
  if (hasWorked(here)) return word
  const isReason = word?.isPlain && before !== undefined && before.text.trim() !== ""
  return isReason ? before : (word ?? before)
}

function hasWorked({ log, path }: RunContext): boolean {
  return log.entries.some(
    ({ key, record }) => record.kind === "event" && record.event.type === "task.ended" && isWithin(key, path),
  )
}

async function settle(parts: RunParts, run: RunContext, closer: Closer, ruled: Ruled): Promise<Answered> {
  const { language } = run.environment
  const number = ruled.attempt + 1
  const name = numbered("closing", number)
  const hint = ruled.attempt === 0 ? prompts.notRun(namedCommandsNotRun(parts)) : ""
  const told = prompts.report(ruled.findings, refusedCalls(parts), hint)
  const { value } = await run.stage(
    { kind: "closing", name, title: say(language, "closing.title", number) },
    async (here) => {
      await here.recover()
      const answered = await closer.settle(here, told)
      return { status: "done", summary: ruled.findings.map(({ said }) => said).join("; "), value: answered }
    },
  )
  return value
}

/** Calls that a person or a rule refused and that did not run later on. */
function refusedCalls({ tally: { view } }: RunParts): readonly string[] {
  const refused = view.tasks.filter(({ status }) => status === "refused")
  const ran = new Set(view.tasks.filter(({ status }) => status === "done").map(callOf))
  return [...new Set(refused.map(callOf))].filter((call) => !ran.has(call))
}

function callOf({ tool, title }: TaskView): string {
  return title === tool ? tool : `${tool} ${title}`
}
