import type { LoggedEvent } from "@keelson/protocol/log/event.ts"
import { parentOf } from "@keelson/protocol/log/key.ts"
import { isEnd } from "@keelson/protocol/log/outcome.ts"
import type { OpenQuestion } from "@keelson/protocol/log/run.ts"
import type { RunPicture } from "@keelson/view/picture.ts"
import { type RefObject, useEffect, useRef, useState } from "react"
import { useDeafTime } from "../../../state/use-deaf-time.ts"
import type { WordKey } from "../../../words/en.ts"
import { useWords } from "../../../words/use-words.ts"
import { Icon } from "../../icon.tsx"
import { houseOf } from "../graph/outline.ts"
import type { Answering } from "./answering.ts"
import { ApprovalForm } from "./approval-form.tsx"
import { ClarificationForm } from "./clarification-form.tsx"
import { OvertakenNote } from "./overtaken-note.tsx"
import { PlanForm } from "./plan-form.tsx"
import { isPlanQuestion } from "./plan-question.ts"
import { useOvertaken } from "./use-overtaken.ts"
import "./question-panel.css"
import { useMay } from "../../../state/you.ts"
import { QuestionNote } from "./question-note.tsx"

type QuestionPanelProps = {
  readonly runId: string
  readonly picture: RunPicture
  readonly events: readonly LoggedEvent[]
  readonly onAnswered: () => void
}

/** What the run waits for: on top of everything, to be answered without the mouse, but by nothing that was not meant for it. */
export function QuestionPanel({ runId, picture, events, onAnswered }: QuestionPanelProps) {
  const { questions, state, cancelled } = picture.view
  const mayRun = useMay("run")
  const [chosen, setChosen] = useState("")
  const question = questions.find(({ id }) => id === chosen) ?? questions[0]
  const ref = useRef<HTMLElement>(null)
  const hearing = useDeafTime(question ? JSON.stringify(question) : "", ref)
  const overtaken = useOvertaken(question, questions, events)
  useFocus(question?.id, ref)
  return (
    <>
      {overtaken.decided && (
        <OvertakenNote
          runId={runId}
          decided={overtaken.decided}
          canCancel={mayRun && !isEnd(state) && cancelled === null}
          onDismiss={overtaken.dismiss}
          onCancelled={onAnswered}
        />
      )}
      {question && (
        <section className={`question${hearing.isDeaf ? " deaf" : ""}`} ref={ref} aria-labelledby="question-heading">
          <QuestionHead {...{ question, picture }} onChoose={setChosen} />
          <QuestionForm
            key={question.id}
            {...{ picture, question }}
            answering={{ runId, question: question.id, hearing, ...overtaken, onSent: onAnswered }}
          />
        </section>
      )}
    </>
  )
}

/** A new question gets the focus, but none of its answers does; somebody who is typing keeps it. */
function useFocus(id: string | undefined, panel: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (id === undefined || isBusyElsewhere(panel.current)) return
    const typed = panel.current?.querySelector<HTMLElement>("[data-typed]")
    const target = typed ?? panel.current?.querySelector<HTMLElement>("#question-heading")
    target?.focus()
  }, [id, panel])
}

type QuestionHeadProps = {
  readonly question: OpenQuestion
  readonly picture: RunPicture
  readonly onChoose: (id: string) => void
}

function QuestionHead({ question, picture, onChoose }: QuestionHeadProps) {
  const say = useWords()
  const { questions } = picture.view
  return (
    <header className="question-head">
      <Icon shape="asked" size={18} />
      <h2 id="question-heading" tabIndex={-1}>
        {say(headingOf(question))}
      </h2>
      <span className="question-from cut">{askerOf(question, picture)}</span>
      {questions.length > 1 && (
        <nav className="question-list" aria-label={say("question.several", { count: questions.length })}>
          {questions.map((each, index) => (
            <button
              key={each.id}
              type="button"
              className="button plain"
              aria-pressed={each.id === question.id}
              onClick={() => onChoose(each.id)}
            >
              {index + 1}
            </button>
          ))}
        </nav>
      )}
    </header>
  )
}

type QuestionFormProps = {
  readonly picture: RunPicture
  readonly question: OpenQuestion
  readonly answering: Answering
}

function QuestionForm({ picture, question, answering }: QuestionFormProps) {
  const mayAnswer = useMay(question.kind === "clarification" ? "run" : "approve")
  if (!mayAnswer) return <QuestionNote question={question} />
  if (question.kind === "clarification") return <ClarificationForm {...{ question, answering }} />
  if (!isPlanQuestion(question)) return <ApprovalForm {...{ question, answering }} />
  return <PlanForm {...{ question, answering }} isSentBack={isSentBack(question.id, picture)} />
}

function headingOf(question: OpenQuestion): WordKey {
  if (question.kind === "clarification") return "question.clarification"
  return isPlanQuestion(question) ? "question.plan" : "question.approval"
}

/** The phase, step or item that wants to know; empty for the run as a whole. */
function askerOf({ id }: OpenQuestion, { view }: RunPicture): string {
  return houseOf(view, id)?.title ?? ""
}

/** A plan that was said yes to and is asked about again was changed into one that can't be used. */
function isSentBack(id: string, { story }: RunPicture): boolean {
  return story.moments.findLast(({ kind, place }) => kind === "answer" && place === parentOf(id))?.name === "allow"
}

/** Somebody who is typing keeps the focus. */
function isBusyElsewhere(panel: HTMLElement | null): boolean {
  const active = document.activeElement
  return (
    active instanceof HTMLElement && active.matches("input, textarea, select, dialog *") && !panel?.contains(active)
  )
}
