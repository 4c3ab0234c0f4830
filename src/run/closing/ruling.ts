import type { DurableEvent } from "../../protocol/event.ts"
import { numbered } from "../../protocol/key.ts"
import { clip } from "../../text/clip.ts"
import { say } from "../../text/words.ts"
import { unheard } from "../../view/apply-words.ts"
import { missingResult } from "../constraints/generation.ts"
import type { RunParts } from "../ground/run-parts.ts"
import { hasNews } from "../reflection/news.ts"
import type { RunContext } from "../run-context.ts"
import type { Judgement } from "../verification/judge-checks.ts"
import { judgementLines } from "../verification/judgement-text.ts"
import type { LastWord } from "./closer.ts"
import { judgementOf, redChecks } from "./closing-checks.ts"
import { demandedCommands } from "./named-commands.ts"
import { hasChanged, isChangeWanted, isLacking, undoneCommands } from "./objections.ts"
import { placeOf } from "./place.ts"
import { type Sorted, sortMissing, wantedWork } from "./requirements.ts"

export type Ruled = Extract<DurableEvent, { type: "gate.ruled" }>

/** The whole of it stands in the conversation. */
const MOST_SAID = 300
/** So many stages of closing an epoch may have. */
const MOST_CLOSINGS = 8
/** What a stage of closing needs at least: one round. */
const LEAST_ITERATIONS = 3

type Findings = {
  readonly attempt: number
  readonly judgement: Judgement
  readonly word: LastWord | undefined
}

/** One record for each look; what it says stands. */
export async function ruling(parts: RunParts, run: RunContext, here: RunContext, findings: Findings): Promise<Ruled> {
  const known = here.log.fact("gate", "gate.ruled")
  if (known) return known
  const judgement = (await unchanged(parts, run, here, findings)) ?? findings.judgement
  const ruled = rule(parts, run, { ...findings, judgement })
  await here.record("gate", ruled)
  return ruled
}

/** The model says that nothing had to be changed: then the checks have their say of the workspace as it is. */
async function unchanged(
  parts: RunParts,
  run: RunContext,
  here: RunContext,
  { word }: Findings,
): Promise<Judgement | undefined> {
  if (word?.nothingToChange === undefined || hasChanged(parts)) return undefined
  const report = await here.at("unchanged").verify("end", { always: true })
  return judgementOf(parts, run, report, { ...report, without: [], own: [] })
}

/** What is not done: by the model's word, and by what the engine has seen. */
export function openAt(parts: RunParts, run: RunContext, word: LastWord | undefined): Sorted {
  const sorted = sortMissing(word?.missing ?? [], wantedWork(parts))
  const { language } = run.environment
  const makers = missingResult(run)
  const missing = [
    ...sorted.missing,
    ...unheard(parts.tally.view).map(({ text }) =>
      say(language, "closing.unheard", clip(text.replace(/\s+/g, " "), MOST_SAID)),
    ),
    ...(makers.length > 0 ? [say(language, "result.missing", makers.join(", "))] : []),
    ...undoneCommands(parts, demandedCommands(parts.request))
      .filter((command) => !sorted.refused.some((item) => item.includes(command)))
      .map((command) => say(language, "closing.not_run", command)),
    // What was refused is named as such; that nothing changed only follows from it.
    ...(sorted.refused.length === 0 && isLacking(parts, word) ? [say(language, "closing.nothing_changed")] : []),
  ]
  return { ...sorted, missing }
}

function rule(parts: RunParts, run: RunContext, { attempt, judgement, word }: Findings): Ruled {
  const { language } = run.environment
  const { missing, suggestions, refused } = openAt(parts, run, word)
  const found = {
    type: "gate.ruled" as const,
    attempt,
    missing: [...missing],
    suggestions: [...suggestions],
    refused: [...refused],
    changes: changesOf(parts, word),
    ...(word?.nothingToChange === undefined ? {} : { nothing_to_change: word.nothingToChange }),
    checks: redChecks(judgement),
    verified: judgement.verified,
    notes: judgementLines(language, judgement),
    has_word: word?.missing !== undefined,
  }
  return { ...found, next: nextOf(parts, run, found) }
}

function changesOf(parts: RunParts, word: LastWord | undefined): Ruled["changes"] {
  if (hasChanged(parts)) return "made"
  if (!isChangeWanted(parts, word)) return "none_wanted"
  return word?.nothingToChange === undefined ? "none" : "none_needed"
}

function nextOf(parts: RunParts, run: RunContext, found: Omit<Ruled, "next">): Ruled["next"] {
  const { missing, refused, checks, has_word, verified } = found
  if (missing.length + checks.length === 0) {
    // Nobody says what is missing: then only checks can say that nothing is.
    if (!has_word) return verified ? "done" : "end"
    return refused.length === 0 ? "done" : "end"
  }
  return mayMend(parts, run, found) ? "mend" : "end"
}

/** As long as there is something to spend, and the last one helped. */
function mayMend({ budget, journal }: RunParts, run: RunContext, found: Omit<Ruled, "next">): boolean {
  const { attempt } = found
  const closings = Array.from({ length: attempt }, (_, index) => numbered("closing", index + 1))
  const ofThisEpoch = closings.filter((name) => !run.log.isOfEarlierEpoch(name, "stage.started"))
  if (ofThisEpoch.length >= MOST_CLOSINGS || !budget.allowsIterations(LEAST_ITERATIONS)) return false
  if (ofThisEpoch.length === 0) return true
  const before = placeOf(run, attempt - 1).log.fact("gate", "gate.ruled")
  const isOther = !before || openIn(before) !== openIn(found)
  return isOther || hasNews(journal.entries, run.key(numbered("closing", attempt)))
}

/** What is missing, and what is red. */
function openIn({ missing, checks }: Pick<Ruled, "missing" | "checks">): string {
  return JSON.stringify([missing, checks])
}
