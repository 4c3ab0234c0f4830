import { useWords } from "../../../words/use-words.ts"

type RefusalInputProps = {
  readonly value: string
  readonly onChange: (reason: string) => void
  readonly onEnter: () => void
}

/** Why not; Enter sends the no along with it. */
export function RefusalInput({ value, onChange, onEnter }: RefusalInputProps) {
  const say = useWords()
  return (
    <input
      className="input grow refusal"
      aria-label={say("question.reason")}
      placeholder={say("question.reason")}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === "Enter" && !event.repeat && !event.nativeEvent.isComposing) onEnter()
      }}
    />
  )
}
