import { useState } from "react"
import { forgetView, saveView, useSavedViews } from "../../state/saved-views.ts"
import { useWords } from "../../words/use-words.ts"
import { Icon } from "../icon.tsx"
import { filterOf, isFiltered, queryText, type RunFilter } from "./run-filter.ts"
import "./saved-views.css"

type SavedViewsProps = { readonly filter: RunFilter; readonly onChange: (filter: RunFilter) => void }

/** Filters under a name; the one at hand can be kept. */
export function SavedViews({ filter, onChange }: SavedViewsProps) {
  const say = useWords()
  const views = useSavedViews()
  const here = queryText(filter)
  const isNew = isFiltered(filter) && views.every(({ query }) => query !== here)
  if (views.length === 0 && !isNew) return null
  return (
    <fieldset className="saved-views">
      <legend className="unseen">{say("views.label")}</legend>
      {views.map(({ name, query }) => (
        <span key={name} className="saved-view">
          <button
            type="button"
            className="chip"
            aria-pressed={query === here}
            onClick={() => onChange(filterOf(new URLSearchParams(query)))}
          >
            <Icon shape="star" size={12} /> {name}
          </button>
          <button
            type="button"
            className="button plain"
            aria-label={say("views.forget", { name })}
            onClick={() => forgetView(name)}
          >
            <Icon shape="close" size={11} />
          </button>
        </span>
      ))}
      {isNew && <KeepView onKeep={(name) => saveView({ name, query: here })} />}
    </fieldset>
  )
}

function KeepView({ onKeep }: { readonly onKeep: (name: string) => void }) {
  const say = useWords()
  const [name, setName] = useState<string | null>(null)
  if (name === null) {
    return (
      <button type="button" className="button plain" onClick={() => setName("")}>
        <Icon shape="plus" size={12} /> {say("views.save")}
      </button>
    )
  }
  return (
    <form
      className="row"
      onSubmit={(event) => {
        event.preventDefault()
        if (name.trim() !== "") onKeep(name.trim())
      }}
    >
      <input
        // biome-ignore lint/a11y/noAutofocus: it is there because somebody wants to type a name.
        autoFocus
        className="input"
        aria-label={say("views.name")}
        placeholder={say("views.name")}
        value={name}
        onChange={(event) => setName(event.target.value)}
        onKeyDown={(event) => event.key === "Escape" && setName(null)}
      />
      <button type="submit" className="button" disabled={name.trim() === ""}>
        {say("views.keep")}
      </button>
    </form>
  )
}
