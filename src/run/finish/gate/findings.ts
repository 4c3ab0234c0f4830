import { clip } from "../../../text/clip.ts"
import { say, type Word } from "../../../text/words/words.ts"
import { unheard } from "../../../view/apply/apply-words.ts"
import { ledgerOf } from "../../../view/ledger.ts"
import { type OpenPart, partsNotDone } from "../../../view/open-parts.ts"
import type { RunView } from "../../../view/run-view.ts"
import { missingResult } from "../../constraints/generation.ts"
import type { RunParts } from "../../core/run-parts.ts"
import type { RunContext } from "../../run-context.ts"
import type { Judgement } from "../../verification/judgement.ts"
import type { LastWord } from "./closer.ts"
import type { Sorted } from "./missing.ts"
import * as prompts from "./prompts.ts"
import type { Ruled } from "./ruling.ts"
import { hasChanged, isChangeWanted } from "./wanted-change.ts"

/** Something that stands against an end. */
export type GateFinding = Ruled["findings"][number]

/** The whole of it stands in the conversation. */
const MOST_SAID = 300

/** What the findings are made of: the checks, and the model's last word where there is one. */
export type FindingGrounds = {
  readonly judgement: Judgement
  readonly word: LastWord | undefined
  readonly sorted: Sorted
  /** The run with what has settled by now. */
  readonly view: RunView
}

/** All that stands against an end and that nothing has settled. */
export function findingsAt(parts: RunParts, run: RunContext, grounds: FindingGrounds): readonly GateFinding[] {
  const { settled } = grounds.view
  const isSettled = ({ about, failures }: GateFinding) =>
    settled.some((one) => one.about === about && failures.every((name) => one.failures.includes(name)))
  const all = [
    ...ofChecks(grounds),
    ...ofParts(run, grounds),
    ...ofRequirements(grounds),
    ...ofWord(parts, grounds),
    ...ofWords(run, grounds),
    ...ofResult(run),
    ...ofChange(parts, run, grounds),
  ]
  return all.filter((finding) => !isSettled(finding))
}

function ofChecks({ judgement }: FindingGrounds): GateFinding[] {
  return [...judgement.counting, ...judgement.unknown].map(({ check, kind, failures, text, isAdded }) => ({
    about: `check:${check}`,
    kind,
    failures: [...failures],
    text,
    said: check,
    ...(isAdded ? { isAdded } : {}),
  }))
}

function open(about: string, text: string, said: string): GateFinding {
  return { about, kind: "open", failures: [], text, said }
}

function ofParts({ environment: { language } }: RunContext, { view }: FindingGrounds): GateFinding[] {
  return partsNotDone(view).map((part) => open(part.about, prompts.openPart(part), partLine(language, part)))
}

/** An item that is open as any other says no more than its words. */
function partLine(language: RunContext["environment"]["language"], { kind, title, status }: OpenPart): string {
  if (kind === "item" && (status === "pending" || status === "running")) return title
  return `${title} (${say(language, `status.${status}` as Word)})`
}

/** A requirement that no part of the plan serves. What else keeps one open is a finding of its own. */
function ofRequirements({ view }: FindingGrounds): GateFinding[] {
  return ledgerOf(view).flatMap(({ number, text, open: reasons }) =>
    reasons.some(({ kind }) => kind === "unserved")
      ? [open(`requirement:${number}`, prompts.unserved(number, text), `${number} ${text}`)]
      : [],
  )
}

function ofWord(parts: RunParts, { word, sorted }: FindingGrounds): GateFinding[] {
  const named = sorted.missing.map((item) => open(`missing:${item}`, prompts.missing(item), item))
  const isBare = named.length === 0 && sorted.refused.length === 0 && word?.isUnfinished
  return isBare && !isAnswered(parts, word)
    ? [open("request", prompts.UNFINISHED, word.text.trim().split("\n")[0] ?? "")]
    : named
}

/** Only an answer was wanted, and the model itself finds nothing missing in it. */
function isAnswered(parts: RunParts, { missing, changes, text }: LastWord): boolean {
  return missing !== undefined && text.trim() !== "" && !hasChanged(parts) && !isChangeWanted(parts, changes)
}

/** What the user said and the model has not heard. */
function ofWords({ environment: { language } }: RunContext, { view }: FindingGrounds): GateFinding[] {
  return unheard(view).map(({ number, text }) => {
    const said = say(language, "closing.unheard", clip(text.replace(/\s+/g, " "), MOST_SAID))
    return open(`word:${number}`, said, said)
  })
}

function ofResult(run: RunContext): GateFinding[] {
  const makers = missingResult(run)
  if (makers.length === 0) return []
  const names = makers.join(", ")
  return [open("result", prompts.noResult(names), say(run.environment.language, "result.missing", names))]
}

/** What was refused is named as such; that nothing changed only follows from it. */
function ofChange(
  parts: RunParts,
  { environment: { language } }: RunContext,
  { word, sorted }: FindingGrounds,
): GateFinding[] {
  if (sorted.refused.length > 0 || hasChanged(parts) || !isChangeWanted(parts, word?.changes)) return []
  const said = say(language, "closing.nothing_changed")
  return [{ about: "unchanged", kind: "unchanged", failures: [], text: prompts.NOTHING_CHANGED, said }]
}
