import { recordedRun } from "../../host/recorded-run.ts"
import { knownSecrets } from "../../host/surroundings.ts"
import type { RunStore } from "../../journal/run-store.ts"
import { RunBusyError, RunEndedError } from "../../journal/store-error.ts"
import { isEnd } from "../../protocol/log/outcome.ts"
import type { OpenQuestion } from "../../protocol/log/run.ts"
import type { Answer } from "../../run/core/run-parts.ts"
import { answerRun } from "../../run/lifecycle/requests/answer.ts"
import { AnsweredElsewhere, answerWords, lastAnswer } from "../../run/questions/answered-elsewhere.ts"
import { spelledOut } from "../../text/spelled-out.ts"
import { plural } from "../../text/words/units.ts"
import type { AnswerFlags } from "../flags/flags.ts"
import { planToEdit, readPlan } from "../plan/plan-text.ts"
import { openRuns } from "../runs/open-runs.ts"
import { pickRun } from "../runs/pick-run.ts"
import { UsageError } from "../terminal/failure.ts"
import { readNamedFile } from "../terminal/files.ts"
import { tell } from "../terminal/output.ts"
import { sayOfPlan } from "../words/plan-words.ts"
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
  if (isEnd(view.state)) throw new RunEndedError(id, view.state)
  if (view.questions.length === 0) throw await notWaiting(store, id)
  const given = await givenAnswer(text, flags, picked(view.questions, flags.question))
  if (given) await answerRun({ store, secrets: knownSecrets() }, id, given, questionId(view.questions, given, flags))
  else await answerOnTerminal(store, id, picked(view.questions, flags.question))
  if (!flags.resume) return leave(store, id)
  return goOn(store, id, flags)
}

/** Somebody else may have been faster: then it is told what was decided. */
async function notWaiting(store: RunStore, id: string): Promise<UsageError> {
  const decided = lastAnswer(await store.load(id))
  const last = decided ? ` Its last question was answered: ${answerWords(decided)}.` : ""
  return new UsageError(`run ${id} is not waiting for an answer.${last}`)
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

/** What the flags say; `undefined` if they say nothing, so that the user has to be asked. */
async function givenAnswer(
  text: string | undefined,
  flags: AnswerFlags,
  questions: readonly OpenQuestion[],
): Promise<Answer | undefined> {
  const { allow, always, remember, deny, plan, edit } = flags
  const said = [text !== undefined, allow, always, remember, deny !== undefined, plan !== undefined, edit]
  if (said.filter(Boolean).length > 1)
    throw new UsageError("give one answer: a text, --allow, --always, --remember, --plan, --edit or --deny.")
  if (text !== undefined) return { kind: "clarification", text }
  if (deny !== undefined)
    return { kind: "approval", decision: "deny", ...(typeof deny === "string" ? { reason: deny } : {}) }
  if (plan !== undefined || edit) return editedPlan(questions, plan)
  if (remember) return remembered(questions)
  if (always) return { kind: "approval", decision: "allow_always" }
  return allow ? { kind: "approval", decision: "allow" } : undefined
}

/** A file, or what the user's editor makes of the plan as it is. */
async function editedPlan(questions: readonly OpenQuestion[], file: string | undefined): Promise<Answer> {
  const question = questions.find((open) => open.kind === "approval" && open.about === "plan")
  if (question?.kind !== "approval")
    throw new UsageError("the run does not wait with a plan: --plan and --edit have no use.")
  if (file !== undefined)
    return {
      kind: "approval",
      decision: "allow",
      edited: readPlan(await readNamedFile("--plan", file), file, question.detail),
    }
  const { editText } = await import("../terminal/edit-text.ts")
  const { text, name } = planToEdit(question.detail, sayOfPlan("help"))
  return {
    kind: "approval",
    decision: "allow",
    edited: readPlan(editText(text, name), "the edited plan", question.detail),
  }
}

function remembered(questions: readonly OpenQuestion[]): Answer {
  const [question] = questions.filter((open) => open.kind === "approval")
  if (question && !question.rule)
    throw new UsageError("this can't be remembered for the folder: use --allow or --always.")
  return { kind: "approval", decision: "remember" }
}

function picked(questions: readonly OpenQuestion[], number: number | undefined): readonly OpenQuestion[] {
  if (number === undefined) return questions
  const question = questions[number - 1]
  if (question) return [question]
  throw new UsageError(`--question: there is no question ${number}; ${questions.length} open.`)
}

/** The one that was seen open: if somebody else answers it meanwhile, the answer goes to no other. */
function questionId(questions: readonly OpenQuestion[], { kind }: Answer, flags: AnswerFlags): string | undefined {
  const meant = picked(questions, flags.question)
  return (flags.question === undefined ? meant.find((question) => question.kind === kind) : meant[0])?.id
}

/** In the order shown; what is left open stays open. */
async function answerOnTerminal(store: RunStore, id: string, questions: readonly OpenQuestion[]): Promise<void> {
  if (!process.stdin.isTTY || !process.stderr.isTTY) {
    throw new UsageError(
      `no answer given and no terminal to ask on: keelson answer ${id} "…", --allow, --always, --remember or --deny.`,
    )
  }
  const { askOnTerminal } = await import("../asking/terminal-responder.ts")
  for (const question of questions) {
    // "Always" may have answered the ones after it.
    const { view } = await recordedRun(store, id)
    if (!view.questions.some((open) => open.id === question.id)) continue
    const answer = await askOnTerminal(question, new AbortController().signal, id)
    if (answer) await answerRun({ store, secrets: knownSecrets() }, id, answer, question.id).catch(tellIfOvertaken)
  }
}

/** Who was asked here while somebody else answered goes on with the next question. */
function tellIfOvertaken(error: unknown): void {
  if (!(error instanceof AnsweredElsewhere)) throw error
  tell(`${spelledOut(error.message)}`)
}

async function leave(store: RunStore, id: string): Promise<number> {
  const { view } = await recordedRun(store, id)
  await store.close()
  const open = view.questions.length
  const left = open === 0 ? "" : ` ${plural(open, "question")} still open.`
  tell(`The answer is recorded.${left} Go on with: keelson resume ${id}`)
  return 0
}

async function goOn(store: RunStore, id: string, flags: AnswerFlags): Promise<number> {
  try {
    return await resumeInForeground(store, id, flags, { asLeft: true })
  } catch (error) {
    if (!(error instanceof RunBusyError)) throw error
    tell("The answer is recorded; the process that carries the run out goes on with it.")
    return 0
  }
}
