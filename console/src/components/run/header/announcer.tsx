import { isEnd } from "@keelson/protocol/log/outcome.ts"
import type { OpenQuestion } from "@keelson/protocol/log/run.ts"
import type { RunView } from "@keelson/view/run-view.ts"
import { useLanguage, useWords } from "../../../words/use-words.ts"
import { stateOf } from "../../marks.ts"
import { stageName } from "../graph/stage-name.ts"
import { isPlanQuestion } from "../question/plan-question.ts"

/** Tells screen readers of phases, questions and the end; not of every task. */
export function Announcer({ view }: { readonly view: RunView }) {
  const say = useWords()
  const language = useLanguage()
  const phase = view.stages.findLast(({ isRepeated }) => !isRepeated)
  const news = isEnd(view.state)
    ? say(stateOf(view).word)
    : phase
      ? say("announce.stage", {
          title: stageName(phase, say, language),
          status: say(phase.status === "running" ? "stage.running" : "stage.done"),
        })
      : say(stateOf(view).word)
  const question = view.questions[0]
  return (
    <>
      <div className="unseen" role="status" aria-live="polite" data-announcer="stage">
        {news}
      </div>
      <div className="unseen" role="alert" data-announcer="question">
        {question ? say(wordsOf(question)) : ""}
      </div>
    </>
  )
}

function wordsOf(question: OpenQuestion) {
  if (question.kind === "clarification") return "announce.clarification"
  return isPlanQuestion(question) ? "announce.plan" : "announce.approval"
}
