import { choicesIn } from "@keelson/text/words/offered-choices.ts"
import { useWords } from "../../../words/use-words.ts"

type AnswerFieldProps = {
  readonly question: string
  readonly text: string
  readonly onChange: (text: string) => void
  readonly onSend: () => void
  /** One of several: it is named by its question. */
  readonly isOneOfSeveral: boolean
}

/** One question and the box for its answer; what it offers to choose from is a click away. */
export function AnswerField({ question, text, onChange, onSend, isOneOfSeveral }: AnswerFieldProps) {
  const say = useWords()
  return (
    <>
      <span className="asked">{question}</span>
      <Choices choices={choicesIn(question)} chosen={text} onChoose={onChange} />
      <textarea
        data-typed
        className="input"
        rows={isOneOfSeveral ? 2 : 3}
        aria-label={isOneOfSeveral ? question : say("question.answer")}
        placeholder={say("question.answer")}
        value={text}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter" && !event.repeat && (event.metaKey || event.ctrlKey)) onSend()
        }}
      />
    </>
  )
}

type ChoicesProps = {
  readonly choices: readonly string[]
  readonly chosen: string
  readonly onChoose: (choice: string) => void
}

function Choices({ choices, chosen, onChoose }: ChoicesProps) {
  if (choices.length === 0) return null
  return (
    <span className="row choices">
      {choices.map((choice) => (
        <button
          key={choice}
          type="button"
          className="chip"
          aria-pressed={choice === chosen}
          onClick={() => onChoose(choice)}
        >
          {choice}
        </button>
      ))}
    </span>
  )
}
