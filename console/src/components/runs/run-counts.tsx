import type { RunListPage } from "@keelson/protocol/api/api.ts"
import { useWords } from "../../words/use-words.ts"
import { Icon, type Shape } from "../icon.tsx"
import { STATE_GROUPS } from "./run-filter.ts"

type RunCountsProps = {
  readonly overview: RunListPage["overview"]
  readonly chosen: string
  readonly onChoose: (state: string) => void
}

const COUNTED: readonly (readonly [group: string, shape: Shape])[] = [
  ["waiting", "asked"],
  ["working", "running"],
  ["failed", "failed"],
  ["blocked", "blocked"],
  ["incomplete", "incomplete"],
  ["finished", "done"],
  ["cancelled", "cancelled"],
]

/** How many runs are in which state, those that want something first, whatever the list shows; a click shows them. */
export function RunCounts({ overview, chosen, onChoose }: RunCountsProps) {
  const say = useWords()
  return (
    <div className="run-counts">
      {COUNTED.map(([group, shape]) => {
        const [, word, query] = STATE_GROUPS.find(([name]) => name === group) ?? []
        const count = countOf(overview, query?.state ?? "")
        if (count === 0 || word === undefined) return null
        return (
          <button
            key={group}
            type="button"
            className={`chip${group === "waiting" ? " needed" : ""}`}
            aria-pressed={chosen === group}
            onClick={() => onChoose(chosen === group ? "" : group)}
          >
            <Icon shape={shape} size={12} /> {say(word)} <strong>{count}</strong>
          </button>
        )
      })}
    </div>
  )
}

function countOf({ states }: RunListPage["overview"], names: string): number {
  const counts: Readonly<Record<string, number | undefined>> = states
  return names.split(",").reduce((sum, name) => sum + (counts[name] ?? 0), 0)
}
