import type { LoggedEvent } from "@keelson/protocol/log/event.ts"
import { timeOfDay } from "@keelson/text/words/units.ts"
import { useEffect, useState } from "react"
import { useKeys } from "../../../state/keys.ts"
import type { ShownPast } from "../../../state/past/use-past.ts"
import { useWords } from "../../../words/use-words.ts"
import { FailureNote } from "../../failure-note.tsx"
import { Icon } from "../../icon.tsx"
import "./replay.css"

type ReplayProps = {
  /** How many events there are. */
  readonly count: number
  /** After so many events; `null` is the present. */
  readonly position: number | null
  /** The last event of the past that is shown, if it is here. */
  readonly last: LoggedEvent | undefined
  readonly past: ShownPast
  /** The positions of what was noticed, in order. */
  readonly marks: readonly number[]
  readonly onMove: (position: number | null) => void
}

/** Events a second at the slowest speed. */
const PACE = 4
const SPEEDS = [1, 5, 25, 125] as const
/** The page is drawn anew no more often than this, in milliseconds. */
const FRAME = 50

/** The page as it was after each event. */
export function Replay({ count, position, last, past, marks, onMove }: ReplayProps) {
  const say = useWords()
  const [isPlaying, setPlaying] = useState(false)
  const [speed, setSpeed] = useState<number>(1)
  const shown = position ?? count
  useEffect(() => {
    if (!isPlaying || past.isOnItsWay) return
    if (shown >= count) {
      setPlaying(false)
      return
    }
    const rest = Math.max(FRAME, 1000 / (PACE * speed))
    const next = shown + Math.max(1, Math.round((PACE * speed * rest) / 1000))
    const timer = setTimeout(() => onMove(next >= count ? null : next), rest)
    return () => clearTimeout(timer)
  }, [isPlaying, speed, shown, count, past.isOnItsWay, onMove])
  const play = () => {
    if (!isPlaying && shown >= count) onMove(1)
    setPlaying(!isPlaying)
  }
  const jump = (to: number | undefined) => {
    setPlaying(false)
    if (to !== undefined) onMove(to >= count ? null : to)
  }
  const [before, after] = [marks.findLast((at) => at < shown), marks.find((at) => at > shown)]
  useKeys({ ",": () => jump(before), ".": () => jump(after), p: play })
  return (
    <div className="replay">
      <button
        type="button"
        className="button plain"
        onClick={play}
        disabled={count === 0}
        aria-pressed={isPlaying}
        title={`${say("replay.play")} (p)`}
      >
        <Icon shape={isPlaying ? "pause" : "play"} size={12} />
        {say(isPlaying ? "replay.pause" : "replay.play")}
      </button>
      <button
        type="button"
        className="button plain"
        disabled={before === undefined}
        aria-label={say("replay.mark.before")}
        title={`${say("replay.mark.before")} (,)`}
        onClick={() => jump(before)}
      >
        <Icon shape="back" size={12} />
        <Icon shape="flag" size={12} />
      </button>
      <button
        type="button"
        className="button plain"
        disabled={after === undefined}
        aria-label={say("replay.mark.after")}
        title={`${say("replay.mark.after")} (.)`}
        onClick={() => jump(after)}
      >
        <Icon shape="flag" size={12} />
        <Icon shape="chevron" size={12} />
      </button>
      <select
        className="replay-speed"
        aria-label={say("replay.speed")}
        value={speed}
        onChange={(event) => setSpeed(Number(event.target.value))}
      >
        {SPEEDS.map((each) => (
          <option key={each} value={each}>
            {each}×
          </option>
        ))}
      </select>
      <input
        type="range"
        min={count === 0 ? 0 : 1}
        max={count}
        value={shown}
        aria-label={say("replay.label")}
        aria-valuetext={say("replay.at", { position: shown, count })}
        onChange={(event) => jump(Number(event.target.value))}
      />
      <span className="small quiet replay-place">
        {say("replay.at", { position: shown, count })}
        {past.isOnItsWay && ` · ${say("loading")}`}
        {last && position !== null ? ` · ${timeOfDay(last.at)} · ${last.event.type}` : ""}
      </span>
      {past.failure && <FailureNote failure={past.failure} onRetry={past.retry} />}
      {position !== null && (
        <button type="button" className="button" onClick={() => jump(count)}>
          {say("replay.end")}
        </button>
      )}
    </div>
  )
}
