import { api } from "../../api/client.ts"
import { useLoaded } from "../../state/use-loaded.ts"
import { useWords } from "../../words/use-words.ts"

type ModelButtonsProps = {
  /** What holds where nothing is chosen; `null`: nothing does. */
  readonly standard: string | null
  readonly chosen: string
  readonly onChoose: (model: string) => void
}

/** So many of one server; others are typed. */
const MOST = 6

/** The models that could be asked now, each a button; where there is none, what would help. */
export function ModelButtons({ standard, chosen, onChoose }: ModelButtonsProps) {
  const say = useWords()
  const { value } = useLoaded("models", api.models)
  if (!value) return null
  const names = value.usable.flatMap(({ models }) => models.slice(0, MOST))
  if (names.length === 0 && standard !== null) return null
  return (
    <section className="model-buttons" aria-label={say("start.models")}>
      <span className="small quiet">{say(names.length === 0 ? "start.models.none" : "start.models")}</span>
      {names.map((name) => (
        <button
          key={name}
          type="button"
          className="button"
          aria-pressed={name === (chosen || standard)}
          onClick={() => onChoose(name)}
        >
          {name}
        </button>
      ))}
      {names.length === 0 && (
        <ul className="small">
          {value.missing.map(({ label, reason, home_page }) => (
            <li key={label}>
              <a href={home_page} target="_blank" rel="noopener noreferrer nofollow">
                {label}
              </a>{" "}
              <span className="quiet">{reason}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
