import { useDeclaredWords } from "../../words/use-words.ts"
import type { AskedOption } from "./wish.ts"

type OptionFieldProps = {
  readonly option: AskedOption
  readonly value: string | boolean
  /** What holds where nothing is typed. */
  readonly standard: unknown
  /** Whether it makes sense with the strategy that is chosen. */
  readonly isOnOffer: boolean
  readonly onChange: (value: string | boolean) => void
}

/** The field of an option, by the shape of its value. */
export function OptionField(props: OptionFieldProps) {
  switch (props.option.shape.kind) {
    case "switch":
      return <SwitchField {...props} />
    case "choice":
      return <ChoiceField {...props} values={props.option.shape.values} />
    default:
      return <TextField {...props} />
  }
}

function SwitchField({ option: { form }, value, isOnOffer, onChange }: OptionFieldProps) {
  const words = useDeclaredWords()
  const hint = isOnOffer ? form.hint : form.withoutPlan
  return (
    <label className="start-switch">
      <input
        type="checkbox"
        checked={value === true && isOnOffer}
        disabled={!isOnOffer}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span>
        {words(form.label)} {hint && <small>{words(hint)}</small>}
      </span>
    </label>
  )
}

function ChoiceField({
  option: { form },
  value,
  values,
  onChange,
}: OptionFieldProps & { readonly values: readonly string[] }) {
  const words = useDeclaredWords()
  const name = (each: string) => (form.values?.[each] ? words(form.values[each]) : each)
  return (
    <label className="field">
      <span>{words(form.label)}</span>
      <select className="input" value={String(value)} onChange={(event) => onChange(event.target.value)}>
        {values.map((each) => (
          <option key={each} value={each}>
            {name(each)}
          </option>
        ))}
      </select>
      {form.hint && <small>{words(form.hint)}</small>}
    </label>
  )
}

function TextField({ option: { form }, value, standard, onChange }: OptionFieldProps) {
  const words = useDeclaredWords()
  const shown = [standard ?? []].flat().join(", ")
  return (
    <label className="field">
      <span>{words(form.label)}</span>
      <input
        className="input mono"
        value={String(value)}
        placeholder={shown === "" ? form.example : shown}
        onChange={(event) => onChange(event.target.value)}
      />
      {form.hint && <small>{words(form.hint)}</small>}
    </label>
  )
}
