import type { LoggedEvent } from "@keelson/protocol/event.ts"
import { timeOfDay } from "@keelson/text/units.ts"
import { useDeferredValue, useMemo, useRef, useState } from "react"
import { useWords } from "../../../words/use-words.ts"
import { ForkButton } from "../actions/fork-button.tsx"
import { CallButton } from "../calls/call-button.tsx"
import { gistOf } from "./event-gist.ts"
import "./log.css"

const ROW = 24
/** Rows beyond the edges, so that quick scrolling shows no gaps. */
const SPARE = 12

/** Those that are about one call of the model. */
const CALL_EVENTS: ReadonlySet<string> = new Set(["model.called", "plan.rejected"])

type LogProps = { readonly events: readonly LoggedEvent[]; readonly onReplay: (position: number) => void }

/** Every event, filtered by text; only the rows in sight exist. */
export function Log({ events, onReplay }: LogProps) {
  const say = useWords()
  const [filter, setFilter] = useState("")
  const wanted = useDeferredValue(filter.trim().toLowerCase())
  const shown = useMemo(() => matching(events, wanted), [events, wanted])
  const [selected, setSelected] = useState<number | null>(null)
  const detail = selected === null ? undefined : events.find(({ seq }) => seq === selected)
  return (
    <section className="log panel" aria-label={say("log.label")}>
      <div className="row log-head">
        <input
          id="log-filter"
          className="input grow"
          type="search"
          placeholder={say("log.filter")}
          aria-label={say("log.filter")}
          value={filter}
          onChange={(event) => setFilter(event.target.value)}
        />
        <span className="quiet small">{say("log.count", { shown: shown.length, all: events.length })}</span>
      </div>
      <Rows events={shown} selected={selected} onSelect={(seq) => setSelected(seq === selected ? null : seq)} />
      {detail && (
        <div className="log-detail">
          <p className="row">
            <code>{detail.key}</code>
            <button
              type="button"
              className="button"
              onClick={() => onReplay(events.findIndex(({ seq }) => seq === detail.seq) + 1)}
            >
              {say("log.replay")}
            </button>
            {CALL_EVENTS.has(detail.event.type) && <CallButton fact={detail.key} />}
            <ForkButton place={detail.key} />
          </p>
          <pre className="digest">{JSON.stringify(detail.event, null, 2)}</pre>
        </div>
      )}
    </section>
  )
}

type RowsProps = {
  readonly events: readonly LoggedEvent[]
  readonly selected: number | null
  readonly onSelect: (seq: number) => void
}

function Rows({ events, selected, onSelect }: RowsProps) {
  const say = useWords()
  const ref = useRef<HTMLDivElement>(null)
  const [top, setTop] = useState(0)
  const height = ref.current?.clientHeight ?? 420
  const first = Math.max(0, Math.floor(top / ROW) - SPARE)
  const last = Math.min(events.length, Math.ceil((top + height) / ROW) + SPARE)
  return (
    <div className="log-rows" ref={ref} onScroll={(event) => setTop(event.currentTarget.scrollTop)}>
      {events.length === 0 && <p className="blank">{say("log.empty")}</p>}
      <div style={{ height: events.length * ROW, position: "relative" }}>
        <ol style={{ transform: `translateY(${first * ROW}px)` }}>
          {events.slice(first, last).map(({ seq, at, event }, index) => (
            <li key={seq} aria-setsize={events.length} aria-posinset={first + index + 1}>
              <button type="button" className="log-row" aria-pressed={seq === selected} onClick={() => onSelect(seq)}>
                <span className="log-seq">{seq}</span>
                <span className="log-time">{timeOfDay(at)}</span>
                <span className="log-type">{event.type}</span>
                <span className="cut">{gistOf(event)}</span>
              </button>
            </li>
          ))}
        </ol>
      </div>
    </div>
  )
}

/** Words that are separated by blanks must all be there. */
function matching(events: readonly LoggedEvent[], wanted: string): readonly LoggedEvent[] {
  if (wanted === "") return events
  const words = wanted.split(/\s+/)
  return events.filter(({ key, event }) => {
    const text = `${key} ${event.type} ${gistOf(event)}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
}
