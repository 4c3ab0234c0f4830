import { useWords } from "../../../words/use-words.ts"
import type { Zoom } from "./use-zoom.ts"

/** How close one looks. */
export function ZoomButtons({ zoom }: { readonly zoom: Zoom }) {
  const say = useWords()
  const middle = (zoom.shown.from + zoom.shown.to) / 2
  return (
    <div className="zoom-buttons">
      <button
        type="button"
        className="button plain"
        aria-label={say("zoom.out")}
        title={say("zoom.out")}
        disabled={zoom.isWhole}
        onClick={() => zoom.closer(0.5, middle)}
      >
        −
      </button>
      <button
        type="button"
        className="button plain"
        aria-label={say("zoom.in")}
        title={`${say("zoom.in")}. ${say("timeline.hint")}`}
        onClick={() => zoom.closer(2, middle)}
      >
        +
      </button>
      <button type="button" className="button plain" disabled={zoom.isWhole} onClick={() => zoom.show(null)}>
        {say("zoom.whole")}
      </button>
    </div>
  )
}
