import { count } from "@keelson/text/words/units.ts"
import { useMemo } from "react"
import type { Feed } from "../../../state/run-feed.ts"
import { useWords } from "../../../words/use-words.ts"
import { EVENT_KINDS, type EventKind, kindOf } from "./event-kinds.ts"

type LogKindsProps = {
  readonly state: Feed
  readonly chosen: EventKind | ""
  readonly onChoose: (kind: EventKind | "") => void
}

/** Narrows the log to one kind of event; how many there are is known where the page holds all of them. */
export function LogKinds({ state: { events, before }, chosen, onChoose }: LogKindsProps) {
  const say = useWords()
  const groups = useMemo(() => Map.groupBy(events, ({ event }) => kindOf(event)), [events])
  const isWhole = before === 0
  return (
    <fieldset className="log-kinds">
      <legend className="unseen">{say("log.kinds")}</legend>
      {EVENT_KINDS.filter((kind) => !isWhole || groups.has(kind)).map((kind) => (
        <button
          key={kind}
          type="button"
          className="chip"
          aria-pressed={kind === chosen}
          onClick={() => onChoose(kind === chosen ? "" : kind)}
        >
          {say(`log.kind.${kind}`)} {isWhole && <strong>{count(groups.get(kind)?.length ?? 0)}</strong>}
        </button>
      ))}
    </fieldset>
  )
}
