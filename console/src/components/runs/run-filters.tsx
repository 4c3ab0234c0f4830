import type { RunListPage, RunOrder } from "@keelson/protocol/api/api.ts"
import { useWords } from "../../words/use-words.ts"
import { type RunFilter, STATE_GROUPS } from "./run-filter.ts"
import "./run-filters.css"

type RunFiltersProps = {
  readonly filter: RunFilter
  readonly onChange: (change: Partial<RunFilter>) => void
  readonly strategies: readonly string[]
  readonly overview: RunListPage["overview"] | undefined
}

const SORTS: readonly RunOrder[] = ["newest", "oldest", "duration", "calls", "tokens", "cost", "folder"]

/** By text, state, strategy, folder, model and date, and in which order. */
export function RunFilters({ filter, onChange, strategies, overview }: RunFiltersProps) {
  const say = useWords()
  const days = [
    ["", say("runs.date.any")],
    ["1", say("runs.date.today")],
    ["7", say("runs.date.days", { count: 7 })],
    ["30", say("runs.date.days", { count: 30 })],
  ] as const
  const states = STATE_GROUPS.map(([name, word]) => [name, say(word)] as const)
  return (
    <search className="run-filters">
      <input
        id="run-search"
        className="input"
        type="search"
        placeholder={`${say("runs.search.hint")}  /`}
        aria-label={say("runs.search")}
        value={filter.search}
        onChange={(event) => onChange({ search: event.target.value })}
      />
      <Choice
        label={say("runs.state")}
        value={filter.state}
        options={states}
        onChange={(state) => onChange({ state })}
      />
      <Choice
        label={say("runs.strategy")}
        value={filter.strategy}
        options={named(say("runs.strategy.any"), strategies)}
        onChange={(strategy) => onChange({ strategy })}
      />
      <Choice
        label={say("start.folder")}
        value={filter.workspace}
        options={named(say("runs.folder.any"), overview?.workspaces)}
        onChange={(workspace) => onChange({ workspace })}
      />
      <Choice
        label={say("runs.model")}
        value={filter.model}
        options={named(say("runs.model.any"), overview?.models)}
        onChange={(model) => onChange({ model })}
      />
      <Choice
        label={say("runs.date")}
        value={filter.days}
        options={days}
        onChange={(value) => onChange({ days: value })}
      />
      <Choice
        label={say("runs.sort")}
        value={filter.sort}
        options={SORTS.map((sort) => [sort === "newest" ? "" : sort, say(`runs.sort.${sort}`)] as const)}
        onChange={(sort) => onChange({ sort })}
      />
    </search>
  )
}

function named(any: string, names: readonly string[] = []): readonly (readonly [string, string])[] {
  return [["", any], ...names.map((name) => [name, name] as const)]
}

type ChoiceProps = {
  readonly label: string
  readonly value: string
  readonly options: readonly (readonly [value: string, word: string])[]
  readonly onChange: (value: string) => void
}

function Choice({ label, value, options, onChange }: ChoiceProps) {
  // What the address asks for stands there, even if nothing has it any more.
  const isKnown = options.some(([name]) => name === value)
  return (
    <select className="input" aria-label={label} value={value} onChange={(event) => onChange(event.target.value)}>
      {!isKnown && <option value={value}>{value}</option>}
      {options.map(([name, word]) => (
        <option key={name} value={name}>
          {word}
        </option>
      ))}
    </select>
  )
}
