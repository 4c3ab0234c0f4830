import type { Limits } from "@keelson/protocol/limits.ts"
import { useWords } from "../../words/use-words.ts"
import type { Wish } from "./wish.ts"

type LimitFieldsProps = {
  readonly wish: Wish
  readonly limits: Limits
  readonly onChange: (part: Partial<Wish>) => void
}

/** The budgets; what is left empty stays as the placeholder says. */
export function LimitFields({ wish, limits, onChange }: LimitFieldsProps) {
  const say = useWords()
  const fields = [
    { name: "iterations", word: "limit.max_iterations", standard: String(limits.max_iterations) },
    { name: "calls", word: "limit.max_model_calls", standard: String(limits.max_model_calls) },
    { name: "minutes", word: "limit.max_time_ms", standard: String(limits.max_time_ms / 60_000) },
    {
      name: "cost",
      word: "limit.max_cost",
      standard: limits.max_cost === null ? say("limit.none") : String(limits.max_cost),
    },
  ] as const
  return (
    <fieldset className="field limits">
      <legend>{say("start.limits")}</legend>
      <div className="start-grid four">
        {fields.map(({ name, word, standard }) => (
          <label key={name} className="field">
            <small>{say(word)}</small>
            <input
              className="input"
              type="number"
              min="0"
              step="any"
              placeholder={standard}
              value={wish[name]}
              onChange={(event) => onChange({ [name]: event.target.value })}
            />
          </label>
        ))}
      </div>
    </fieldset>
  )
}
