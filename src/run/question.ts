import type { DurableEvent } from "../protocol/event.ts"
import type { OpenQuestion } from "../protocol/run.ts"
import type { Answer, RunParts } from "./run-parts.ts"
import { RunWaiting } from "./stops.ts"

/**
 * Asks the user and returns the answer, whether it comes from this process, from another one, or was given days ago.
 * With nobody here to ask, the run stops and waits.
 */
export async function askUser(parts: RunParts, question: OpenQuestion): Promise<Answer> {
  await parts.journal.record(`${question.id}#asked`, askedEvent(question))
  const known = recordedAnswer(parts, question.id)
  if (known) return known
  if (parts.signal.aborted) throw parts.signal.reason
  if (!parts.responder) throw new RunWaiting([question])
  return parts.questionGate.pass(() => askHere(parts, question))
}

/** The key under which any process may leave the answer. */
export function answerKey(questionId: string): string {
  return `${questionId}#answered`
}

export function answerEvent(questionId: string, answer: Answer): DurableEvent {
  if (answer.kind === "clarification")
    return { type: "clarification.answered", question: questionId, answer: answer.text }
  return { type: "approval.answered", question: questionId, decision: answer.decision, reason: answer.reason ?? "" }
}

async function askHere(parts: RunParts, question: OpenQuestion): Promise<Answer> {
  const asking = new AbortController()
  const stopWaiting = abortWhenAnswered(parts, question.id, asking)
  const signal = AbortSignal.any([parts.signal, asking.signal])
  try {
    const answer = await parts.responder?.(question, signal)
    const given = recordedAnswer(parts, question.id)
    if (given) return given
    if (parts.signal.aborted) throw parts.signal.reason
    if (!answer) throw new RunWaiting([question])
    await parts.journal.record(answerKey(question.id), redacted(parts, answerEvent(question.id, answer)))
    return recordedAnswer(parts, question.id) ?? answer
  } finally {
    stopWaiting()
  }
}

/** While we ask here, somebody may answer elsewhere. */
function abortWhenAnswered(parts: RunParts, questionId: string, asking: AbortController): () => void {
  return parts.journal.subscribe((entry) => {
    if (entry.key === answerKey(questionId)) asking.abort()
  })
}

function recordedAnswer(parts: RunParts, questionId: string): Answer | undefined {
  const record = parts.journal.find(answerKey(questionId))?.record
  if (record?.kind !== "event") return undefined
  const { event } = record
  if (event.type === "clarification.answered") return { kind: "clarification", text: event.answer }
  if (event.type === "approval.answered") return { kind: "approval", decision: event.decision, reason: event.reason }
  return undefined
}

function askedEvent(question: OpenQuestion): DurableEvent {
  if (question.kind === "clarification") {
    return { type: "clarification.asked", question: question.id, questions: [...question.questions] }
  }
  const { id, tool, summary, detail } = question
  return { type: "approval.asked", question: id, tool, summary, detail }
}

function redacted(parts: RunParts, event: DurableEvent): DurableEvent {
  return event.type === "clarification.answered" ? { ...event, answer: parts.secrets.redact(event.answer) } : event
}
