import { count } from "@keelson/text/words/units.ts"
import { useCallback, useDeferredValue, useState, useSyncExternalStore } from "react"
import { useAddress } from "../../../state/address.ts"
import { eventAt } from "../../../state/past/event-at.ts"
import type { Feed, RunFeed } from "../../../state/run-feed.ts"
import { useWords } from "../../../words/use-words.ts"
import { FailureNote } from "../../failure-note.tsx"
import { ForkButton } from "../actions/fork-button.tsx"
import { CallButton } from "../calls/call-button.tsx"
import { EVENT_KINDS } from "./event-kinds.ts"
import { LogKinds } from "./log-kinds.tsx"
import { type LogRow, LogRows } from "./log-rows.tsx"
import { useFound } from "./use-found.ts"
import "./log.css"

type LogProps = {
  readonly feed: RunFeed
  readonly state: Feed
  readonly onReplay: (position: number) => void
}

/** Those that are about one call of the model. */
const CALL_EVENTS: ReadonlySet<string> = new Set(["model.called", "plan.rejected"])

/** Every event, filtered by text and kind. Those that the page does not hold are fetched as they come into sight. */
export function Log({ feed, state, onReplay }: LogProps) {
  const say = useWords()
  const [filter, setFilter] = useState("")
  const text = useDeferredValue(filter.trim().toLowerCase())
  const address = useAddress()
  const kind = EVENT_KINDS.find((each) => each === address.get("kind")) ?? ""
  const found = useFound(feed, state, { text, kind })
  const [selected, setSelected] = useState<LogRow | null>(null)
  const all = state.before + state.events.length
  const shown = found?.rows.length ?? all
  const isLooking = found !== null && found.done < all && !found.failure
  const failure = useMissing(feed) ?? found?.failure
  const { before } = state
  const onSeen = useCallback(
    (first: number, last: number) => feed.pages?.want(first, Math.min(last, before)),
    [feed, before],
  )
  const detail = selected?.logged
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
        <span className="quiet small">
          {isLooking && `${say("loading.events", { done: count(found.done), all: count(all) })} · `}
          {say("log.count", { shown, all })}
        </span>
      </div>
      <LogKinds state={state} chosen={kind} onChoose={(chosen) => address.set({ kind: chosen })} />
      {failure && <FailureNote failure={failure} />}
      <LogRows
        count={shown}
        rowAt={(row) => found?.rows[row] ?? { index: row, logged: eventAt(feed, state, row) }}
        onSeen={found ? seenAlready : onSeen}
        selected={detail?.seq ?? null}
        onSelect={(row) => setSelected(row.index === selected?.index ? null : row)}
      />
      {selected && detail && (
        <div className="log-detail">
          <p className="row">
            <code>{detail.key}</code>
            <button type="button" className="button" onClick={() => onReplay(selected.index + 1)}>
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

/** What a filter found is here. */
const seenAlready = () => {}

/** Draws anew with every page that comes in; why one did not. */
function useMissing({ pages }: RunFeed) {
  useSyncExternalStore(pages?.subscribe ?? neverChanges, pages?.version ?? noVersion)
  return pages?.failure ?? null
}

const neverChanges = () => () => {}
const noVersion = () => 0
