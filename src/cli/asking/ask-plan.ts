import { digestOf } from "../../journal/stable-json.ts"
import type { OpenQuestion } from "../../protocol/log/run.ts"
import type { Answer } from "../../run/core/run-parts.ts"
import { messageOf } from "../../text/message-of.ts"
import { parseJson } from "../../text/parse-json.ts"
import { spelledOut } from "../../text/spelled-out.ts"
import { terminalColumns } from "../paint/text.ts"
import { planLines } from "../plan/plan-lines.ts"
import { type PlanList, planOf } from "../plan/plan-list.ts"
import { listOf, planToEdit, readPlan } from "../plan/plan-text.ts"
import { changedBy, PLAN_VERBS } from "../plan/plan-verbs.ts"
import { askKey, type Choice, type KeyTerminal } from "../prompt/ask-key.ts"
import { detailLines } from "../render/question-lines.ts"
import { sayOfPlan } from "../words/plan-words.ts"
import { sayAsking } from "../words/prompt-words.ts"
import { askReason, askText } from "./ask-words.ts"

type Approval = Extract<OpenQuestion, { kind: "approval" }>
type Decision = "allow" | "allow_always" | "deny" | "later" | "edit" | "change"

/** A plan as it stands now: as it was proposed, or as the user has made it so far. */
type Draft = { readonly detail: string; readonly isChanged: boolean }

/** Which run asks, and until when. */
export type Asking = { readonly runId: string; readonly signal: AbortSignal }

/** Shows a plan as a list and asks whether it shall run; until then it can be changed, by words or in an editor. `undefined`: not now. */
export async function askPlan(
  question: Approval,
  terminal: KeyTerminal,
  { runId, signal }: Asking,
): Promise<Answer | undefined> {
  const proposal = proposalKey(runId, question)
  let draft = drafts.get(proposal) ?? { detail: question.detail, isChanged: false }
  // What was said of the plan holds until it is changed.
  let said = spelledOut(question.summary)
  for (;;) {
    show(question, draft.detail, terminal)
    const choice = await askKey(
      { title: sayOfPlan("title", said).trimEnd(), choices: choicesFor(draft) },
      terminal,
      signal,
    )
    if (choice === "allow") return { kind: "approval", decision: "allow", ...edited(draft) }
    if (choice === "deny") drafts.delete(proposal)
    if (choice === "deny") return askReason(sayOfPlan("why"), terminal, signal)
    if (choice === "allow_always") return { kind: "approval", decision: "allow_always" }
    if (choice !== "edit" && choice !== "change") return undefined
    draft = await changed(draft, choice, terminal, signal)
    drafts.set(proposal, draft)
    if (draft.isChanged) said = ""
  }
}

/** Edits of a plan, kept until they are accepted: after an edit that could not be used, or "later", the user goes on from there. */
const drafts = new Map<string, Draft>()

/** Question ids are alike in every run; the number at the end of one only counts how often the same plan was asked about. */
function proposalKey(runId: string, { id, detail }: Approval): string {
  return digestOf([runId, id.replace(/-\d+$/, ""), detail])
}

function choicesFor({ detail, isChanged }: Draft): readonly Choice<Decision>[] {
  return [
    { key: "y", label: sayOfPlan("yes"), value: "allow" },
    ...(listOf(detail) ? [{ key: "c", label: sayOfPlan("change"), value: "change" } as const] : []),
    { key: "e", label: sayOfPlan("edit"), value: "edit" },
    { key: "n", label: sayOfPlan("no"), value: "deny" },
    { key: "l", label: sayAsking("later"), value: "later" },
    // Said of a plan that was changed it would be unclear which of both words counts.
    ...(isChanged ? [] : [{ key: "P", label: sayOfPlan("no.more"), value: "allow_always", isWide: true } as const]),
  ]
}

function show(question: Approval, detail: string, { output, paint }: KeyTerminal): void {
  const plan = parseJson(detail)
  const list = plan.ok ? planLines(plan.value, terminalColumns() - 1, paint) : undefined
  output.write(`\n${(list ?? detailLines({ ...question, detail }, paint)).join("\n")}\n`)
}

function edited({ detail, isChanged }: Draft): { readonly edited?: unknown } {
  if (!isChanged) return {}
  return { edited: JSON.parse(detail) as unknown }
}

/** What can't be understood is said, and the plan stays as it was. */
async function changed(
  draft: Draft,
  how: "edit" | "change",
  terminal: KeyTerminal,
  signal: AbortSignal,
): Promise<Draft> {
  try {
    const plan = how === "edit" ? await inEditor(draft.detail) : await byWords(draft.detail, terminal, signal)
    return plan === undefined ? draft : { detail: JSON.stringify(plan, null, 2), isChanged: true }
  } catch (error) {
    terminal.output.write(`${messageOf(error)}\n`)
    return draft
  }
}

async function inEditor(detail: string): Promise<unknown> {
  const { editText } = await import("../terminal/edit-text.ts")
  const { text, name } = planToEdit(detail, sayOfPlan("help"))
  const made = editText(text, name)
  return made.trim() === text.trim() ? undefined : readPlan(made, "the plan", detail)
}

async function byWords(detail: string, terminal: KeyTerminal, signal: AbortSignal): Promise<unknown> {
  const list: PlanList | undefined = listOf(detail)
  const typed = await askText(terminal, signal, { message: sayOfPlan("how", PLAN_VERBS) })
  return !list || typed === undefined || typed.trim() === "" ? undefined : planOf(changedBy(list, typed))
}
