import type { Language } from "../../../protocol/log/environment.ts"
import { clip } from "../../../text/clip.ts"
import { lineInMarkdown, proseInMarkdown } from "../../../text/quoted-name.ts"
import { say, type Word } from "../../../text/words/words.ts"
import { ledgerOf, type OpenReason, type Requirement } from "../../../view/ledger.ts"
import type { RunView } from "../../../view/run-view.ts"

/** Each requirement with how it stands; of one there is nothing to say that the outcome does not say. */
export function requirementLines(language: Language, view: RunView): readonly string[] {
  const ledger = ledgerOf(view)
  return ledger.length < 2 ? [] : ledger.map((requirement) => requirementLine(language, requirement))
}

const MOST_TEXT = 120

/** "✓ 1 JWT login (tasks 7, 9)", "· 2 tests (as the model says)", "☐ 3 OAuth – OAuth (not begun)". */
export function requirementLine(
  language: Language,
  { number, text, status, tasks, open, reason }: Requirement,
): string {
  const name = `${number} ${lineInMarkdown(clip(text.replace(/\s+/g, " "), MOST_TEXT))}`
  if (status === "dropped")
    return `– ${name} (${say(language, "requirement.dropped", lineInMarkdown(clip(reason ?? "", MOST_TEXT)))})`
  if (status === "open")
    return `☐ ${[name, open.map((one) => reasonText(language, one)).join(", ")].filter(Boolean).join(" – ")}`
  if (tasks.length > 0) return `✓ ${name} (${say(language, "requirement.tasks", tasks.join(", "))})`
  return `· ${name} (${say(language, "requirement.said")})`
}

/** More than anybody asks for in one sentence; what is longer ends with a whole word. */
const LONGEST = 600

/** The requirements one by one for their reader; that they are met by the model's word alone is said once, where it holds for all. */
export function requirementItems(language: Language, view: RunView) {
  const ledger = ledgerOf(view)
  const isAllSaid = ledger.every(isSaid)
  const title = isAllSaid ? "facts.requirements_said" : "facts.requirements"
  const items = ledger.map((requirement) => {
    const name = `${requirement.number} ${proseInMarkdown(inWords(requirement.text))}`
    return `- ${isAllSaid ? name : `${name} – ${standing(language, requirement)}`}`
  })
  return { title, items: ledger.length < 2 ? [] : items } as const
}

function isSaid({ status, tasks }: Requirement): boolean {
  return status === "met" && tasks.length === 0
}

function standing(language: Language, { status, tasks, open, reason }: Requirement): string {
  if (status === "dropped") return say(language, "requirement.dropped", lineInMarkdown(inWords(reason ?? "")))
  if (status === "open") {
    const why = open.map((one) => reasonText(language, one)).join(", ")
    return why === "" ? say(language, "requirement.open") : say(language, "requirement.open_why", why)
  }
  if (tasks.length > 0) return say(language, "requirement.done_by", tasks.join(", "))
  return say(language, "requirement.done_said")
}

function inWords(text: string): string {
  const line = text.replace(/\s+/g, " ").trim()
  if (line.length <= LONGEST) return line
  const cut = line.slice(0, LONGEST)
  const end = cut.lastIndexOf(" ")
  return `${end > LONGEST / 2 ? cut.slice(0, end) : cut} …`
}

/** Why a requirement is open, in a few words. */
export function reasonText(language: Language, reason: OpenReason): string {
  switch (reason.kind) {
    case "part":
      return `${lineInMarkdown(reason.part.title)} (${say(language, `status.${reason.part.status}` as Word)})`
    case "missing":
      return lineInMarkdown(reason.text)
    case "unserved":
      return say(language, "requirement.unserved")
  }
}

/** What was reported as open and shown to be done: by which task, and what it did. */
export function settledLines(view: RunView, isMeant: (about: string) => boolean = () => true): readonly string[] {
  return view.settled.flatMap(({ about, by, text }) =>
    by === "reason" || text === "" || !isMeant(about)
      ? []
      : [`${lineInMarkdown(nameOf(view, about))}: ${lineInMarkdown(clip(text, MOST_TEXT))}`],
  )
}

/** A check is measured: no task shows that it is otherwise. */
export function isPart(about: string): boolean {
  return !about.startsWith("check:")
}

/** Phases and steps by what they are called in their plan. */
function nameOf({ phases, steps }: RunView, about: string): string {
  const [kind, name = ""] = [about.slice(0, about.indexOf(":")), about.slice(about.indexOf(":") + 1)]
  if (kind === "phase") return phases.find(({ id }) => String(id) === name)?.name ?? name
  return kind === "step" ? (steps.find(({ id }) => String(id) === name)?.description ?? name) : name
}
