import type { RunFilter } from "../../api/client.ts"
import { useWords } from "../../words/use-words.ts"
import "./run-filters.css"

type RunFiltersProps = {
  readonly filter: RunFilter
  readonly onChange: (filter: RunFilter) => void
  readonly strategies: readonly string[]
}

const GROUPS = [
  ["", "runs.state.any"],
  ["INTAKE,PLANNING,EXECUTING,VERIFYING,RECOVERING", "runs.state.working"],
  ["WAITING", "state.WAITING"],
  ["DONE", "state.DONE"],
  ["INCOMPLETE", "state.INCOMPLETE"],
  ["FAILED", "state.FAILED"],
  ["BLOCKED", "state.BLOCKED"],
  ["CANCELLED", "state.CANCELLED"],
] as const

/** By text, by state, by strategy. */
export function RunFilters({ filter, onChange, strategies }: RunFiltersProps) {
  const say = useWords()
  return (
    <search className="run-filters">
      <input
        id="run-search"
        className="input"
        type="search"
        placeholder={`${say("runs.search")}  /`}
        aria-label={say("runs.search")}
        value={filter.search}
        onChange={(event) => onChange({ ...filter, search: event.target.value })}
      />
      <select
        className="input"
        aria-label={say("runs.state")}
        value={filter.state}
        onChange={(event) => onChange({ ...filter, state: event.target.value })}
      >
        {GROUPS.map(([value, word]) => (
          <option key={value} value={value}>
            {say(word)}
          </option>
        ))}
      </select>
      <select
        className="input"
        aria-label={say("runs.strategy")}
        value={filter.strategy}
        onChange={(event) => onChange({ ...filter, strategy: event.target.value })}
      >
        <option value="">{say("runs.strategy.any")}</option>
        {strategies.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
    </search>
  )
}
