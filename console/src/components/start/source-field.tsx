import { useId } from "react"
import { useWords } from "../../words/use-words.ts"

type SourceFieldProps = {
  /** Repositories, and places where some are, that may be named. */
  readonly allowed: readonly string[]
  readonly value: string
  readonly onChange: (source: string) => void
}

/** A git repository that the run works in a checkout of, in place of a folder. */
export function SourceField({ allowed, value, onChange }: SourceFieldProps) {
  const say = useWords()
  const list = useId()
  return (
    <label className="field">
      <span>{say("start.source")}</span>
      <input
        className="input mono"
        list={list}
        placeholder="https://host/team/repository.git#main:folder"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      <datalist id={list}>
        {allowed.map((place) => (
          <option key={place} value={place} />
        ))}
      </datalist>
      <small>{say("start.source.hint", { allowed: allowed.join(", ") })}</small>
    </label>
  )
}
