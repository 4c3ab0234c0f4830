import type { LogEntry } from "../../journal/run-store.ts"
import type { StandingAnswer } from "../../protocol/api/api.ts"
import type { LoggedEvent } from "../../protocol/log/event.ts"
import { KeelsonError } from "../../protocol/log/keelson-error.ts"
import { EMPTY_RUN, foldRun } from "../../view/run-view.ts"
import type { Answer } from "../core/run-parts.ts"

/** Somebody else's answer came first, and stands. Whoever is still asked, or has just answered, is told by this. */
export class AnsweredElsewhere extends KeelsonError {
  override name = "AnsweredElsewhere"
  readonly standing: StandingAnswer

  constructor(standing: StandingAnswer) {
    super("already_answered", "conflict", `Answered elsewhere meanwhile: ${answerWords(standing)}.`)
    this.standing = standing
  }
}

/** What was decided, to be told to whoever would have decided otherwise. */
export function standing(answer: Answer, at?: number, by?: string): StandingAnswer {
  const when = { ...(at === undefined ? {} : { at }), ...(by === undefined ? {} : { by }) }
  if (answer.kind === "clarification") return { text: answer.text, ...when }
  return { decision: answer.decision, ...(answer.reason ? { reason: answer.reason } : {}), ...when }
}

/** The answer that settled a question, which may be one to another question; `undefined` if it is open, or was never asked. */
export function standingAnswer(entries: readonly LogEntry[], questionId: string): StandingAnswer | undefined {
  let view = EMPTY_RUN
  for (const logged of eventsOf(entries)) {
    const isOpen = view.questions.some(({ id }) => id === questionId)
    view = foldRun(view, logged)
    const answer = isOpen && !view.questions.some(({ id }) => id === questionId) ? answerIn(logged) : undefined
    if (answer) return answer
  }
  return undefined
}

/** The newest answer in a log, to whatever question. */
export function lastAnswer(entries: readonly LogEntry[]): StandingAnswer | undefined {
  return eventsOf(entries)
    .map(answerIn)
    .findLast((answer) => answer !== undefined)
}

/** `allowed`, `denied: too late`, … */
export function answerWords({ decision, reason, text, by }: StandingAnswer): string {
  const who = by === undefined ? "" : ` by ${by}`
  if (decision === undefined) return `“${text ?? ""}”${who}`
  return reason ? `${DECIDED[decision]}${who} (${reason})` : `${DECIDED[decision]}${who}`
}

const DECIDED = {
  allow: "allowed",
  allow_always: "allowed for the rest of the run",
  remember: "allowed always in this folder",
  deny: "denied",
} as const

function answerIn({ at, event }: LoggedEvent): StandingAnswer | undefined {
  if (event.type === "clarification.answered")
    return standing({ kind: "clarification", text: event.answer }, at, event.by)
  if (event.type !== "approval.answered") return undefined
  return standing({ kind: "approval", decision: event.decision, reason: event.reason }, at, event.by)
}

function eventsOf(entries: readonly LogEntry[]): LoggedEvent[] {
  return entries.flatMap(({ seq, key, at, record }) =>
    record.kind === "event" ? [{ seq, key, at, event: record.event }] : [],
  )
}
