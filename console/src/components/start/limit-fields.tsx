import type { LimitName } from "@keelson/options/declared/limits.ts"
import type { Limits } from "@keelson/protocol/log/limits.ts"
import { useDeclaredWords, useWords } from "../../words/use-words.ts"
import { typedUnit } from "./typed-limit.ts"
import { ASKED_LIMITS, type Wish } from "./wish.ts"

type LimitFieldsProps = {
  readonly typed: Wish["limits"]
  readonly limits: Limits
  readonly onChange: (typed: Wish["limits"]) => void
}

/** The budgets; what is left empty stays as the placeholder says. */
export function LimitFields({ typed, limits, onChange }: LimitFieldsProps) {
  const say = useWords()
  const words = useDeclaredWords()
  const standard = (name: LimitName) => {
    const value = limits[name]
    return value === null ? say("limit.none") : String(value / typedUnit(name))
  }
  return (
    <fieldset className="field limits">
      <legend>{say("start.limits")}</legend>
      <div className="start-grid four">
        {ASKED_LIMITS.map(([name, limit]) => (
          <label key={name} className="field">
            <small>{limit.words ? words(limit.words) : name}</small>
            <input
              className="input"
              type="number"
              min="0"
              step="any"
              placeholder={standard(name)}
              value={typed[name] ?? ""}
              onChange={(event) => onChange({ ...typed, [name]: event.target.value })}
            />
          </label>
        ))}
      </div>
    </fieldset>
  )
}
