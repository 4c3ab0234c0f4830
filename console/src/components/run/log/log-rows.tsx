import type { LoggedEvent } from "@keelson/protocol/log/event.ts"
import { exactTimeOfDay } from "@keelson/text/words/units.ts"
import { useEffect, useRef, useState } from "react"
import { useWords } from "../../../words/use-words.ts"
import { gistOf } from "./event-gist.ts"

const ROW = 24
/** Rows beyond the edges, so that quick scrolling shows no gaps. */
const SPARE = 12

/** A row, and what stands there; nothing while that is fetched. */
export type LogRow = { readonly index: number; readonly logged: LoggedEvent | undefined }

type LogRowsProps = {
  readonly count: number
  readonly rowAt: (row: number) => LogRow
  /** These are in sight now. */
  readonly onSeen: (first: number, last: number) => void
  readonly selected: number | null
  readonly onSelect: (row: LogRow) => void
}

/** A list of any length; only the rows in sight exist. */
export function LogRows({ count, rowAt, onSeen, selected, onSelect }: LogRowsProps) {
  const say = useWords()
  const ref = useRef<HTMLDivElement>(null)
  const [top, setTop] = useState(0)
  const height = ref.current?.clientHeight ?? 420
  const first = Math.max(0, Math.floor(top / ROW) - SPARE)
  const last = Math.min(count, Math.ceil((top + height) / ROW) + SPARE)
  useEffect(() => onSeen(first, last), [onSeen, first, last])
  const rows = Array.from({ length: Math.max(0, last - first) }, (_, at) => rowAt(first + at))
  return (
    <div className="log-rows" ref={ref} onScroll={(event) => setTop(event.currentTarget.scrollTop)}>
      {count === 0 && <p className="blank">{say("log.empty")}</p>}
      <div style={{ height: count * ROW, position: "relative" }}>
        <ol style={{ transform: `translateY(${first * ROW}px)` }}>
          {rows.map((row, at) => (
            <li key={row.index} aria-setsize={count} aria-posinset={first + at + 1}>
              <Row row={row} isSelected={row.logged !== undefined && row.logged.seq === selected} onSelect={onSelect} />
            </li>
          ))}
        </ol>
      </div>
    </div>
  )
}

type RowProps = { readonly row: LogRow; readonly isSelected: boolean; readonly onSelect: (row: LogRow) => void }

function Row({ row, isSelected, onSelect }: RowProps) {
  const { logged } = row
  if (!logged) return <div className="log-row log-awaited">…</div>
  const { seq, at, event } = logged
  return (
    <button type="button" className="log-row" aria-pressed={isSelected} onClick={() => onSelect(row)}>
      <span className="log-seq">{seq}</span>
      <span className="log-time">{exactTimeOfDay(at)}</span>
      <span className="log-type">{event.type}</span>
      <span className="cut">{gistOf(event)}</span>
    </button>
  )
}
