import { KeyConflictError } from "../../journal/store-error.ts"
import type { DurableEvent } from "../../protocol/log/event.ts"
import { factKey, isFact, keyIn, numbered } from "../../protocol/log/key.ts"
import type { OpenQuestion } from "../../protocol/log/run.ts"
import type { Secrets } from "../../tools/secrets/secrets.ts"
import { isAllowed, isSameRule } from "../../view/apply/apply-question.ts"
import type { RunView } from "../../view/run-view.ts"
import type { Answer, RunParts } from "../core/run-parts.ts"
import { RunWaiting } from "../core/stops.ts"
import { AnsweredElsewhere, standing } from "./answered-elsewhere.ts"

const [ASKED, ANSWERED] = ["asked", "answered"] as const

type Approval = Extract<OpenQuestion, { kind: "approval" }>

/**
 * Asks the user and returns the answer, whether it comes from this process, from another one, or was given days ago.
 * With nobody here to ask, the run stops and waits.
 */
export async function askUser(parts: RunParts, question: OpenQuestion): Promise<Answer> {
  await recordQuestion(parts, question)
  const known = recordedAnswer(parts, question.id)
  if (known) return known
  if (parts.signal.aborted) throw parts.signal.reason
  if (!parts.responder) throw new RunWaiting([question])
  return parts.questionGate.pass(() => askHere(parts, question))
}

/** Lets everyone know of the question; once is enough, unless the run ended meanwhile: an end closes what was open. */
export function recordQuestion(parts: RunParts, question: OpenQuestion): Promise<void> {
  const { journal, tally } = parts
  const again = isClosedByEnd(parts, question) ? keyIn(numbered("epoch", tally.view.epoch), question.id) : question.id
  return journal.record(factKey(again, ASKED), askedEvent(question))
}

function isClosedByEnd(parts: RunParts, question: OpenQuestion): boolean {
  const { journal, tally } = parts
  const isOpen = tally.view.questions.some(({ id }) => id === question.id)
  return journal.find(factKey(question.id, ASKED)) !== undefined && !isOpen && !settled(parts, question)
}

/** An approval as it was asked before: on replay the log says what the user was shown, whatever things look like now. */
export function askedBefore({ journal }: RunParts, id: string): Approval | undefined {
  const record = journal.find(factKey(id, ASKED))?.record
  if (record?.kind !== "event" || record.event.type !== "approval.asked") return undefined
  const { type: _type, question, ...asked } = record.event
  return { kind: "approval", id: question, ...asked }
}

/** The key under which any process may leave the answer. */
export function answerKey(questionId: string): string {
  return factKey(questionId, ANSWERED)
}

export function isAnswerKey(key: string): boolean {
  return isFact(key, ANSWERED)
}

export function answerEvent(questionId: string, answer: Answer): DurableEvent {
  if (answer.kind === "clarification")
    return { type: "clarification.answered", question: questionId, answer: answer.text }
  const { decision, reason = "", edited } = answer
  const changed = edited === undefined ? {} : { edited }
  return { type: "approval.answered", question: questionId, decision, reason, ...changed }
}

async function askHere(parts: RunParts, question: OpenQuestion): Promise<Answer> {
  const known = settled(parts, question)
  if (known) return known
  const asking = new AbortController()
  const stopWaiting = abortWhenSettled(parts, question, asking)
  try {
    const answer = await askResponder(parts, question, AbortSignal.any([parts.signal, asking.signal]))
    const given = settled(parts, question)
    if (given) return overtaken(asking, given)
    if (parts.signal.aborted) throw parts.signal.reason
    if (!answer) throw new RunWaiting([question])
    // What is recorded from here on may be this very answer.
    stopWaiting()
    return await leaveAnswer(parts, question, answer, asking)
  } finally {
    stopWaiting()
  }
}

/** Whoever was asked here is told which answer stands, even after having given another one. */
function overtaken(asking: AbortController, answer: Answer): Answer {
  asking.abort(new AnsweredElsewhere(standing(answer)))
  return answer
}

/** While we ask here, somebody may answer elsewhere. */
function abortWhenSettled(parts: RunParts, question: OpenQuestion, asking: AbortController): () => void {
  return parts.journal.subscribe(() => {
    const given = settled(parts, question)
    if (given) overtaken(asking, given)
  })
}

/** Whoever is asked need not notice that the answer is no longer needed. */
function askResponder(parts: RunParts, question: OpenQuestion, signal: AbortSignal): Promise<Answer | undefined> {
  return new Promise((resolve, reject) => {
    const stop = () => resolve(undefined)
    if (signal.aborted) return stop()
    signal.addEventListener("abort", stop, { once: true })
    const answer = parts.responder?.(question, signal, parts.runId) ?? Promise.resolve(undefined)
    answer.then(resolve, (error) => (signal.aborted ? stop() : reject(error)))
  })
}

/** The first answer stands, whoever gave it. */
async function leaveAnswer(
  parts: RunParts,
  question: OpenQuestion,
  answer: Answer,
  asking: AbortController,
): Promise<Answer> {
  const event = answerEvent(question.id, redactedAnswer(parts.secrets, answer))
  try {
    await parts.journal.record(answerKey(question.id), event)
  } catch (error) {
    if (!(error instanceof KeyConflictError)) throw error
    await parts.journal.sync()
    return overtaken(asking, recordedAnswer(parts, question.id) ?? answer)
  }
  return recordedAnswer(parts, question.id) ?? answer
}

/** Answered, or no longer asked because it was allowed for the rest of the run, or a rule that fits it was made. */
function settled(parts: RunParts, question: OpenQuestion): Answer | undefined {
  const isAllowed = question.kind === "approval" && isAllowedSince(parts.tally.view, question)
  return recordedAnswer(parts, question.id) ?? (isAllowed ? { kind: "approval", decision: "allow" } : undefined)
}

function isAllowedSince(view: RunView, question: Approval): boolean {
  return isAllowed(view, question) || view.rememberedRules.some((known) => isSameRule(question.rule, known))
}

/** People paste keys: what they say is kept without them. */
export function redactedAnswer(secrets: Secrets, answer: Answer): Answer {
  if (answer.kind === "clarification") return { ...answer, text: secrets.redact(answer.text) }
  const { reason, edited } = answer
  return {
    ...answer,
    ...(reason === undefined ? {} : { reason: secrets.redact(reason) }),
    ...(edited === undefined ? {} : { edited: secrets.redactIn(edited) }),
  }
}

/** What was answered already; `undefined` if nothing was. */
export function recordedAnswer(parts: RunParts, questionId: string): Answer | undefined {
  const record = parts.journal.find(answerKey(questionId))?.record
  if (record?.kind !== "event") return undefined
  const { event } = record
  if (event.type === "clarification.answered")
    return { kind: "clarification", text: parts.secrets.redact(event.answer) }
  if (event.type !== "approval.answered") return undefined
  const { decision, reason, edited } = event
  return { kind: "approval", decision, reason, ...(edited === undefined ? {} : { edited }) }
}

function askedEvent(question: OpenQuestion): DurableEvent {
  if (question.kind === "clarification") {
    return { type: "clarification.asked", question: question.id, questions: [...question.questions] }
  }
  const { kind: _kind, id, risks, file_risks, ...asked } = question
  const looks = { ...(risks ? { risks: [...risks] } : {}), ...(file_risks ? { file_risks: [...file_risks] } : {}) }
  return { type: "approval.asked", question: id, ...asked, ...looks }
}
