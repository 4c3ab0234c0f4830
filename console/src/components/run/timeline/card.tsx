import { useWords } from "../../../words/use-words.ts"
import type { CardWords } from "./bar-words.ts"
import "./card.css"

type CardProps = {
  readonly words: CardWords
  /** The middle of what it speaks of, and its upper edge, on the screen. */
  readonly x: number
  readonly y: number
  /** Where there is no mouse, the card has a button of its own. */
  readonly onOpen?: (() => void) | undefined
}

/** What something in the chart is, above it. */
export function Card({ words: { title, status, rows, text }, x, y, onOpen }: CardProps) {
  const say = useWords()
  const left = Math.min(Math.max(x, 150), innerWidth - 150)
  return (
    <div className="chart-card" style={{ left, top: y }}>
      <p className="chart-card-title">
        <strong>{title}</strong>
        {status !== "" && <span className="quiet"> {status}</span>}
      </p>
      {rows.length > 0 && (
        <dl>
          {rows.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {text !== "" && <p className="chart-card-text">{text}</p>}
      {onOpen && (
        <button type="button" className="button" onClick={onOpen}>
          {say("card.open")}
        </button>
      )}
    </div>
  )
}
