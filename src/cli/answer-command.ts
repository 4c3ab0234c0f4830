import { answerRun } from "../orchestrator.ts"
import type { OpenQuestion } from "../protocol/run.ts"
import { type Answer, knownSecrets, openRuns, type RunStore, recordedRun } from "./compose.ts"
import { UsageError } from "./failure.ts"
import type { AnswerFlags } from "./flags.ts"
import { pickRun } from "./pick-run.ts"
import { resumeInForeground } from "./resume-command.ts"

const WAITING = { accepts: (state: string) => state === "WAITING", lacking: "waits for an answer" }

/** Leaves the answer in the run's log, then goes on with the run unless told otherwise. */
export async function answerCommand(
  first: string | undefined,
  second: string | undefined,
  flags: AnswerFlags,
): Promise<number> {
  const store = await openRuns()
  const { id, text } = await readWords(store, first, second)
  const { view } = await recordedRun(store, id)
  if (view.questions.length === 0) throw new UsageError(`run ${id} is not waiting for an answer.`)
  const given = givenAnswer(text, flags)
  if (given) await answerRun({ store, secrets: knownSecrets() }, id, given, questionId(view.questions, flags.question))
  else await answerOnTerminal(store, id, picked(view.questions, flags.question))
  if (!flags.resume) return leave(store, id)
  return goOn(store, id, flags)
}

/** One word may be a run or an answer: it is a run if there is one, or if it looks like one. */
async function readWords(
  store: RunStore,
  first: string | undefined,
  second: string | undefined,
): Promise<{ id: string; text: string | undefined }> {
  if (first === undefined || second !== undefined) return { id: await pickRun(store, first, WAITING), text: second }
  const id = await pickRun(store, first, WAITING).catch((error: Error) => {
    if (error.name === "RunNotFoundError" && !/^\d{6}(-|$)/.test(first)) return undefined
    throw error
  })
  return id === undefined ? { id: await pickRun(store, undefined, WAITING), text: first } : { id, text: undefined }
}

function givenAnswer(text: string | undefined, flags: AnswerFlags): Answer | undefined {
  const { allow, always, deny } = flags
  const said = [text !== undefined, allow, always, deny !== undefined].filter(Boolean)
  if (said.length > 1) throw new UsageError("give one answer: a text, --allow, --always or --deny.")
  if (text !== undefined) return { kind: "clarification", text }
  if (allow) return { kind: "approval", decision: "allow" }
  if (always) return { kind: "approval", decision: "allow_always" }
  if (deny === undefined) return undefined
  return { kind: "approval", decision: "deny", ...(typeof deny === "string" ? { reason: deny } : {}) }
}

function picked(questions: readonly OpenQuestion[], number: number | undefined): readonly OpenQuestion[] {
  if (number === undefined) return questions
  const question = questions[number - 1]
  if (question) return [question]
  throw new UsageError(`--question: there is no question ${number}; ${questions.length} open.`)
}

function questionId(questions: readonly OpenQuestion[], number: number | undefined): string | undefined {
  return number === undefined ? undefined : picked(questions, number)[0]?.id
}

/** In the order shown; what is left open stays open. */
async function answerOnTerminal(store: RunStore, id: string, questions: readonly OpenQuestion[]): Promise<void> {
  if (!process.stdin.isTTY || !process.stderr.isTTY) {
    throw new UsageError(
      `no answer given and no terminal to ask on: keelson answer ${id} "…", --allow, --always or --deny.`,
    )
  }
  const { askOnTerminal } = await import("./respond.ts")
  for (const question of questions) {
    // "Always" may have answered the ones after it.
    const { view } = await recordedRun(store, id)
    if (!view.questions.some((open) => open.id === question.id)) continue
    const answer = await askOnTerminal(question, new AbortController().signal)
    if (answer) await answerRun({ store, secrets: knownSecrets() }, id, answer, question.id)
  }
}

async function leave(store: RunStore, id: string): Promise<number> {
  await store.close()
  process.stderr.write(`The answer is recorded. Go on with: keelson resume ${id}\n`)
  return 0
}

async function goOn(store: RunStore, id: string, flags: AnswerFlags): Promise<number> {
  try {
    return await resumeInForeground(store, id, flags)
  } catch (error) {
    if (!(error instanceof Error) || error.name !== "RunBusyError") throw error
    process.stderr.write("The answer is recorded; the process that carries the run out goes on with it.\n")
    return 0
  }
}
