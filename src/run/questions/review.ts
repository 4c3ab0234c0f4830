import type { z } from "zod"
import { digestOf } from "../../journal/stable-json.ts"
import { hasFields, type StepKey } from "../../journal/step-key.ts"
import { factKey, keyIn, numbered } from "../../protocol/log/key.ts"
import { say } from "../../text/words/words.ts"
import { PLAN } from "../../tools/engine-names.ts"
import { isAllowed } from "../../view/apply/apply-question.ts"
import { issuesOf } from "../controls/control.ts"
import { isOfEarlierEpoch } from "../core/place-log.ts"
import type { Answer, RunParts } from "../core/run-parts.ts"
import { RunCancelled } from "../core/stops.ts"
import { answerKey, askedBefore, askUser } from "./question.ts"

/** A plan that is about to be carried out, and what one must be like. */
export type Proposal<T> = {
  readonly plan: T
  /** One line for people. */
  readonly title: string
  readonly schema: z.ZodType<T>
  /** What the schema can't say. */
  readonly issues: (plan: T) => readonly string[]
  /** It only looks, which needs nobody's yes. */
  readonly isExploration?: boolean
  /** The fact that shows that it was carried out already, by a version that asked less; that of a plan unless told otherwise. */
  readonly trace?: string
}

/** `isEdited`: the user changed it, so the model has to be told. */
export type Reviewed<T> = { readonly plan: T; readonly isEdited: boolean }

/**
 * Shows a plan to the user before anything of it runs, if this run is to do so and the plan does more than look. What the user makes
 * of it is checked like the plan itself; what can't be used is asked about again. A plan that is refused ends the run as cancelled.
 */
export async function reviewPlan<T>(parts: RunParts, key: string, proposal: Proposal<T>): Promise<Reviewed<T>> {
  if (!parts.environment.review) return { plan: proposal.plan, isEdited: false }
  // Recorded as it was accepted: a later version of the schema must not judge it anew.
  const place: StepKey<Reviewed<T>> = {
    key: keyIn(key, "review"),
    digest: digestOf(proposal.plan),
    is: hasFields({ isEdited: "boolean" }),
  }
  if (!isDue(parts, key, proposal)) return { plan: proposal.plan, isEdited: false }
  return parts.journal.step(place, async () => ({ value: await askUntilUsable(parts, key, proposal) }))
}

/** What was asked stays asked, whatever is asked today. */
function isDue(
  parts: RunParts,
  key: string,
  { isExploration, trace }: Pick<Proposal<never>, "isExploration" | "trace">,
): boolean {
  const { journal } = parts
  if (journal.find(keyIn(key, "review")) || askedBefore(parts, keyIn(key, numbered("review", 1)))) return true
  return !isExploration && !journal.find(trace ?? factKey(key, "plan.made"))
}

async function askUntilUsable<T>(parts: RunParts, key: string, proposal: Proposal<T>): Promise<Reviewed<T>> {
  if (isAllowed(parts.tally.view, { about: "plan", tool: PLAN })) return { plan: proposal.plan, isEdited: false }
  let problem = ""
  for (let attempt = 1; ; attempt++) {
    const id = keyIn(key, numbered("review", attempt))
    const answer = await askAbout(parts, id, proposal, problem)
    if (answer.kind !== "approval" || isRefusal(answer)) {
      // A run that was resumed after the refusal is asked anew.
      if (isOfEarlierEpoch(parts, answerKey(id))) continue
      throw new RunCancelled(reasonOf(parts, answer))
    }
    if (answer.edited === undefined) return { plan: proposal.plan, isEdited: false }
    const { plan, issues } = readEdited(proposal, answer.edited)
    if (plan !== undefined) return { plan, isEdited: true }
    problem = issues.join("; ")
  }
}

function askAbout<T>(parts: RunParts, id: string, { plan, title }: Proposal<T>, problem: string): Promise<Answer> {
  const { language } = parts.environment
  const summary = problem === "" ? title : `${say(language, "review.problem", problem)} ${title}`
  const question = {
    kind: "approval",
    id,
    about: "plan",
    tool: PLAN,
    summary: parts.secrets.redact(summary),
    detail: parts.secrets.redact(JSON.stringify(plan, null, 2)),
  } as const
  return askUser(parts, askedBefore(parts, id) ?? question)
}

function readEdited<T>(
  { schema, issues }: Proposal<T>,
  edited: unknown,
): { readonly plan?: T; readonly issues: readonly string[] } {
  const parsed = schema.safeParse(edited)
  if (!parsed.success) return { issues: issuesOf(parsed.error) }
  const wrong = issues(parsed.data)
  return wrong.length > 0 ? { issues: wrong } : { plan: parsed.data, issues: [] }
}

function isRefusal(answer: Extract<Answer, { kind: "approval" }>): boolean {
  return answer.decision === "deny"
}

function reasonOf({ environment }: RunParts, answer: Answer): string {
  const reason = answer.kind === "approval" ? answer.reason : answer.text
  const refused = say(environment.language, "review.refused")
  return reason ? `${refused}: ${reason}` : refused
}
