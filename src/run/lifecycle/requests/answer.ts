import type { RunStore } from "../../../journal/run-store.ts"
import { KeyConflictError, RunEndedError } from "../../../journal/store-error.ts"
import { isEnd } from "../../../protocol/log/outcome.ts"
import type { OpenQuestion } from "../../../protocol/log/run.ts"
import { systemClock } from "../../../tools/clock.ts"
import type { Answer } from "../../core/run-parts.ts"
import { tallyOf } from "../../core/tally.ts"
import { AnsweredElsewhere, standingAnswer } from "../../questions/answered-elsewhere.ts"
import { answerEvent, answerKey, redactedAnswer } from "../../questions/question.ts"
import { readRun } from "../orchestrator.ts"
import { RunRequestError } from "../run-request-error.ts"
import type { RunSetup } from "../run-setup.ts"

/** Leaves an answer for a run, whoever carries it out. */
export async function answerRun(
  { store, secrets, clock = systemClock }: Pick<RunSetup, "store" | "secrets"> & Partial<Pick<RunSetup, "clock">>,
  runId: string,
  answer: Answer,
  questionId?: string,
): Promise<void> {
  const { tally } = await readRun(store, runId)
  const { questions, state } = tally.view
  if (questionId !== undefined && !questions.some(({ id }) => id === questionId))
    throw await overtaken(store, runId, questionId)
  if (isEnd(state)) throw new RunEndedError(runId, state)
  const question = pickQuestion(questions, answer, questionId, runId)
  const event = answerEvent(question.id, redactedAnswer(secrets, answer))
  const entry = { key: answerKey(question.id), at: clock.now(), record: { kind: "event", event } } as const
  try {
    await store.signal(runId, entry, { unlessEnded: true })
  } catch (error) {
    throw error instanceof KeyConflictError ? await overtaken(store, runId, question.id) : error
  }
}

/** Who comes too late is told which answer stands, or that the run has ended. */
async function overtaken(store: RunStore, runId: string, questionId: string): Promise<Error> {
  const entries = await store.load(runId)
  const given = standingAnswer(entries, questionId)
  if (given) return new AnsweredElsewhere(given)
  const { state } = tallyOf(entries).view
  return isEnd(state)
    ? new RunEndedError(runId, state)
    : new RunRequestError(`Run ${runId} has no question "${questionId}".`)
}

function pickQuestion(
  open: readonly OpenQuestion[],
  answer: Answer,
  questionId: string | undefined,
  runId: string,
): OpenQuestion {
  const fitting = open.filter(
    (question) => question.kind === answer.kind && (questionId === undefined || question.id === questionId),
  )
  const [question] = fitting
  if (question) return question
  if (open.length === 0) throw new RunRequestError(`Run ${runId} is not waiting for an answer.`)
  const [waiting] = open
  throw waiting?.kind === "approval"
    ? new RunRequestError(`Run ${runId} waits for an approval.`, { remedy: "approval", runId })
    : new RunRequestError(`Run ${runId} waits for words.`, { remedy: "words", runId })
}
