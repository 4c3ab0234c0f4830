import type { Language } from "../protocol/environment.ts"
import type { OpenQuestion } from "../protocol/run.ts"
import { fence } from "../text/fence.ts"
import { spelledOut } from "../text/spelled-out.ts"
import type { RunView } from "../view/run-view.ts"
import { languageIn } from "./report.ts"
import { say } from "./words.ts"

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
  return [askedFor(language, question), fence(spelledOut(question.detail)), how].join("\n")
}

type Approval = Extract<OpenQuestion, { kind: "approval" }>

/** What an approval asks for, in a line: nothing in it is hidden. */
export function askedFor(language: Language, { about, tool, summary }: Approval): string {
  const what = spelledOut(summary)
  if (about === "plan") return say(language, "waiting.plan", what)
  return about === "check"
    ? say(language, "waiting.check", what)
    : say(language, "waiting.approval", `${spelledOut(tool)} ${what}`)
}

function waysOf({ about, rule }: Approval): string {
  if (about === "plan") return "--allow | --edit | --plan FILE"
  return `--allow${about === "exception" ? "" : " | --always"}${rule ? " | --remember" : ""}`
}
