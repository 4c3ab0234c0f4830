import type { LoggedEvent } from "@keelson/protocol/event.ts"
import { timeOfDay } from "@keelson/text/units.ts"
import { useEffect, useState } from "react"
import type { ShownPast } from "../../../state/use-past.ts"
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
  readonly onMove: (position: number | null) => void
}

/** So many milliseconds an event stays when the run is played. */
const PACE = 250

/** The page as it was after each event. */
export function Replay({ count, position, last, past, onMove }: ReplayProps) {
  const say = useWords()
  const [isPlaying, setPlaying] = useState(false)
  const shown = position ?? count
  useEffect(() => {
    if (!isPlaying || past.isOnItsWay) return
    if (shown >= count) {
      setPlaying(false)
      return
    }
    const timer = setTimeout(() => onMove(shown + 1 >= count ? null : shown + 1), PACE)
    return () => clearTimeout(timer)
  }, [isPlaying, shown, count, past.isOnItsWay, onMove])
  const play = () => {
    if (!isPlaying && shown >= count) onMove(1)
    setPlaying(!isPlaying)
  }
  return (
    <div className="replay">
      <button type="button" className="button plain" onClick={play} disabled={count === 0} aria-pressed={isPlaying}>
        <Icon shape={isPlaying ? "pause" : "play"} size={12} />
        {say(isPlaying ? "replay.pause" : "replay.play")}
      </button>
      <input
        type="range"
        min={count === 0 ? 0 : 1}
        max={count}
        value={shown}
        aria-label={say("replay.label")}
        aria-valuetext={say("replay.at", { position: shown, count })}
        onChange={(event) => {
          const next = Number(event.target.value)
          setPlaying(false)
          onMove(next >= count ? null : next)
        }}
      />
      <span className="small quiet replay-place">
        {say("replay.at", { position: shown, count })}
        {past.isOnItsWay && ` · ${say("loading")}`}
        {last ? ` · ${timeOfDay(last.at)} · ${last.event.type}` : ""}
      </span>
      {past.failure && <FailureNote failure={past.failure} onRetry={past.retry} />}
      {position !== null && (
        <button type="button" className="button" onClick={() => onMove(null)}>
          {say("replay.end")}
        </button>
      )}
    </div>
  )
}
