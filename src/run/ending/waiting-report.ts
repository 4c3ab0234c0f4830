import type { Language } from "../../protocol/environment.ts"
import type { OpenQuestion } from "../../protocol/run.ts"
import { fence } from "../../text/fence.ts"
import { spelledOut } from "../../text/spelled-out.ts"
import { say } from "../../text/words.ts"
import { headlineOf, judgedText } from "../../view/approval-text.ts"
import type { RunView } from "../../view/run-view.ts"
import { risksLine } from "../questions/risks-line.ts"
import { languageIn } from "./report.ts"

/** What a run says that has not ended: its questions, and the command that answers them or goes on. */
export function waitingReport(view: RunView, questions: readonly OpenQuestion[], runId: string): string {
  const language = languageIn(view)
  if (questions.length === 0) return say(language, "waiting.none", `keelson resume ${runId}`)
  const answer = (index: number) => `keelson answer ${runId}${questions.length > 1 ? ` -q ${index + 1}` : ""}`
  return questions.map((question, index) => questionText(language, question, answer(index))).join("\n\n")
}

function questionText(language: Language, question: OpenQuestion, answer: string): string {
  if (question.kind === "clarification") {
    const list = question.questions.map((text, index) => `${index + 1}. ${spelledOut(text)}`)
    const how = say(language, "waiting.how", `${answer} "…"`)
    return [say(language, "waiting.clarification"), ...list, how].join("\n")
  }
  const how = say(language, "waiting.how", `${answer} ${waysOf(question)} | --deny "…"`)
  const shown = fence(spelledOut(judgedText(question)))
  return [askedFor(language, question), shown, ...risksLine(language, question.risks), how].join("\n")
}

type Approval = Extract<OpenQuestion, { kind: "approval" }>

/** What an approval asks for, in a line: nothing in it is hidden. */
export function askedFor(language: Language, question: Approval): string {
  const { about, summary } = question
  if (about === "plan") return say(language, "waiting.plan", spelledOut(summary))
  return about === "check"
    ? say(language, "waiting.check", spelledOut(summary))
    : say(language, "waiting.approval", spelledOut(headlineOf(question)))
}

function waysOf({ about, rule }: Approval): string {
  if (about === "plan") return "--allow | --edit | --plan FILE"
  return `--allow${about === "exception" ? "" : " | --always"}${rule ? " | --remember" : ""}`
}
