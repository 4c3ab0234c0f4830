import { factKey, keyIn, nameOf } from "../../protocol/log/key.ts"
import type { UserQuestions } from "../../tools/ask-user.ts"
import type { RunParts } from "../core/run-parts.ts"
import { askUser, recordQuestion } from "../questions/question.ts"
import { type Planned, startedDraft } from "./intent.ts"
import type { Done } from "./run-task.ts"

const QUESTIONS = "questions"

/** Puts a task's questions to the user; the answer is the task's result. A run may do so only a few times. */
export async function putQuestions(parts: RunParts, planned: Planned): Promise<Done> {
  const { clarification_rounds, clarification_questions } = parts.environment.limits
  const { questions } = planned.input as UserQuestions
  const id = keyIn(planned.key, QUESTIONS)
  const asked = questions.slice(0, clarification_questions).map((text) => parts.secrets.redact(text))
  const question = { kind: "clarification", id, questions: asked } as const
  // Looked up and recorded in one go, so that tasks side by side don't take the last turn both.
  const mayAsk = await parts.stageGate.pass(async () => {
    if (!parts.journal.find(factKey(id, "asked")) && roundsSoFar(parts) >= clarification_rounds) return false
    await parts.journal.write([startedDraft(planned)])
    await recordQuestion(parts, question)
    return true
  })
  if (!mayAsk) return { status: "refused", text: usedUp(clarification_rounds), changes: [] }
  const answer = await askUser(parts, question)
  return { status: "done", text: answerText(answer, questions.length - asked.length), changes: [] }
}

/** How often a task of this run has asked, by the log: the analysis has rounds of its own. */
function roundsSoFar({ journal }: RunParts): number {
  const asked = journal.entries.flatMap(({ record }) =>
    record.kind === "event" &&
    record.event.type === "clarification.asked" &&
    nameOf(record.event.question) === QUESTIONS
      ? [record.event.question]
      : [],
  )
  // A resumed run repeats what nobody had answered.
  return new Set(asked).size
}

function usedUp(rounds: number): string {
  const often =
    rounds === 0 ? "this run may not ask the user" : `the user was asked ${rounds} times, as often as allowed`
  return `Not asked: ${often}. Decide with what is known, and say so at the end.`
}

function answerText(answer: Awaited<ReturnType<typeof askUser>>, left: number): string {
  const text = answer.kind === "clarification" ? answer.text : (answer.reason ?? answer.decision)
  return left > 0 ? `${text}\n[The last ${left} questions were not asked: too many at once.]` : text
}
