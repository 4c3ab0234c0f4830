import type { Language } from "../../../protocol/log/environment.ts"
import type { OpenQuestion } from "../../../protocol/log/run.ts"
import { fence } from "../../../text/fence.ts"
import { spelledOut } from "../../../text/spelled-out.ts"
import { networkQuestion } from "../../../text/words/network-question.ts"
import { riskLines } from "../../../text/words/risk-lines.ts"
import { say } from "../../../text/words/words.ts"
import { headlineOf, judgedText } from "../../../view/approval-text.ts"
import type { RunView } from "../../../view/run-view.ts"
import { languageIn } from "./of-view.ts"

/** What a run says that has not ended: its questions. How they are answered is for each surface to say. */
export function waitingReport(view: RunView, questions: readonly OpenQuestion[]): string {
  const language = languageIn(view)
  if (questions.length === 0) return say(language, "waiting.none")
  return questions.map((question) => questionText(language, question)).join("\n\n")
}

/** One question with all that it is to be judged by: nothing in it is hidden. */
export function questionText(language: Language, question: OpenQuestion): string {
  if (question.kind === "clarification") {
    const list = question.questions.map((text, index) => `${index + 1}. ${spelledOut(text)}`)
    return [say(language, "waiting.clarification"), ...list].join("\n")
  }
  const shown = fence(spelledOut(judgedText(question)))
  return [askedFor(language, question), shown, ...riskLines(language, question)].join("\n")
}

function askedFor(language: Language, question: Extract<OpenQuestion, { kind: "approval" }>): string {
  const { about, summary, network } = question
  if (network) return networkQuestion(language, network)
  if (about === "plan") return say(language, "waiting.plan", spelledOut(summary))
  return about === "check"
    ? say(language, "waiting.check", spelledOut(summary))
    : say(language, "waiting.approval", spelledOut(headlineOf(question)))
}
