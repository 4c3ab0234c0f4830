import { useDraft } from "../../../state/draft.ts"
import { MOD_KEY } from "../../../state/mod-key.ts"
import { useWords } from "../../../words/use-words.ts"
import { jsonProblem } from "./plan-lines.ts"

type PlanEditorProps = {
  /** The draft's name. */
  readonly name: string
  readonly initial: string
  readonly isSending: boolean
  readonly isDeaf: boolean
  readonly onSend: (text: string) => void
  readonly onClose: () => void
}

/** The plan as JSON, to be changed; what is no JSON can't be sent. */
export function PlanEditor({ name, initial, isSending, isDeaf, onSend, onClose }: PlanEditorProps) {
  const say = useWords()
  const [text, setText] = useDraft(name, initial)
  const problem = jsonProblem(text)
  const send = () => {
    if (problem === "" && !isSending) onSend(text)
  }
  return (
    <div className="plan-editor">
      <textarea
        // biome-ignore lint/a11y/noAutofocus: it was opened to type.
        autoFocus
        className="input mono"
        rows={Math.min(20, text.split("\n").length + 1)}
        spellCheck={false}
        aria-label={say("plan.json")}
        aria-invalid={problem !== ""}
        aria-describedby="plan-problem"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter" && !event.repeat && (event.metaKey || event.ctrlKey)) send()
        }}
      />
      <p className="small plan-problem" id="plan-problem" role="status">
        {problem !== "" && `${say("plan.broken")} ${problem}`}
      </p>
      <div className="row">
        <button
          type="button"
          className="button primary answer"
          disabled={isSending || problem !== ""}
          aria-disabled={isDeaf || undefined}
          onClick={send}
        >
          {say("plan.send")} <kbd className="while-typing">{MOD_KEY}↵</kbd>
        </button>
        <button type="button" className="button" onClick={onClose}>
          {say("plan.drop")}
        </button>
        <span className="quiet small">{say("question.draft")}</span>
      </div>
    </div>
  )
}
