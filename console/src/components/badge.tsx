import { useWords } from "../words/use-words.ts"
import { Icon } from "./icon.tsx"
import type { Mark } from "./marks.ts"
import "./badge.css"

/** A state with its shape, its colour and its word. */
export function Badge({ mark }: { readonly mark: Mark }) {
  const say = useWords()
  return (
    <span className={`badge tone-${mark.tone}`}>
      <Icon shape={mark.shape} size={13} />
      {say(mark.word)}
    </span>
  )
}

/** The shape alone, where the word would be too much; screen readers still get the word. */
export function MarkIcon({ mark }: { readonly mark: Mark }) {
  const say = useWords()
  return (
    <span className={`mark tone-${mark.tone}`} title={say(mark.word)}>
      <Icon shape={mark.shape} size={14} />
      <span className="unseen">{say(mark.word)}</span>
    </span>
  )
}
