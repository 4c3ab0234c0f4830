import { count } from "@keelson/text/words/units.ts"
import type { Line } from "../../../api/stream/message.ts"
import type { Loading } from "../../../state/run-feed.ts"
import { useWords } from "../../../words/use-words.ts"
import { Meter } from "../../meter.tsx"
import { LineNote } from "../header/line-note.tsx"
import "./loading-run.css"

type LoadingRunProps = {
  /** `null` before anything is known. */
  readonly loading: Loading | null
  readonly line: Line
}

/** A log of so many events takes a while. */
const LONG = 2000

/** A log on its way: how far it is, and nothing that could be wrong yet. */
export function LoadingRun({ loading, line }: LoadingRunProps) {
  const say = useWords()
  const { done = 0, all = 0 } = loading ?? {}
  const isLong = all > LONG
  const words = all === 0 ? say("loading") : say("loading.events", { done: count(done), all: count(all) })
  return (
    <div className="run-page">
      <header className="run-header">
        <div className="run-title">
          <h1>{"\u00a0"}</h1>
        </div>
      </header>
      <LineNote line={line} />
      <main className="loading-run" id="main">
        <p role="status">{words}</p>
        {isLong && <Meter share={done / all} label={words} />}
      </main>
    </div>
  )
}
