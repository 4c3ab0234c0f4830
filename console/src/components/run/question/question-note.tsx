import type { OpenQuestion } from "@keelson/protocol/log/run.ts"
import { useWords } from "../../../words/use-words.ts"
import { TextItems } from "../../text-items.tsx"

/** A question as those see it who may not answer it. */
export function QuestionNote({ question }: { readonly question: OpenQuestion }) {
  const say = useWords()
  return (
    <div className="question-note">
      {question.kind === "clarification" ? (
        <ul className="points">
          <TextItems items={question.questions} />
        </ul>
      ) : (
        <>
          <p>{question.summary}</p>
          {question.detail !== "" && <pre>{question.detail}</pre>}
        </>
      )}
      <p className="small quiet">{say("question.others")}</p>
    </div>
  )
}
