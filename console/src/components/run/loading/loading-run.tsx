import { count } from "@keelson/text/units.ts"
import { api } from "../../../api/client.ts"
import type { Line } from "../../../api/stream/message.ts"
import type { Loading } from "../../../state/run-feed.ts"
import { useLoaded } from "../../../state/use-loaded.ts"
import { useWords } from "../../../words/use-words.ts"
import { Badge } from "../../badge.tsx"
import { itemMark } from "../../marks.ts"
import { Meter } from "../../meter.tsx"
import { LineNote } from "../header/line-note.tsx"
import "./loading-run.css"

type LoadingRunProps = {
  readonly runId: string
  /** `null` before anything is known. */
  readonly loading: Loading | null
  readonly line: Line
}

/** A log of so many events takes a while; of others the header is not worth a question. */
const LONG = 2000

/** A log on its way: what the server knows of the run by itself, how far the log is, and nothing that could be wrong yet. */
export function LoadingRun({ runId, loading, line }: LoadingRunProps) {
  const say = useWords()
  const { done = 0, all = 0 } = loading ?? {}
  const isLong = all > LONG
  const { value } = useLoaded(`${runId} ${isLong}`, async () => (isLong ? api.run(runId) : null))
  const words = all === 0 ? say("loading") : say("loading.events", { done: count(done), all: count(all) })
  return (
    <div className="run-page">
      <header className="run-header">
        <div className="run-title">
          <h1>{value?.header.title ?? "\u00a0"}</h1>
          {value && <Badge mark={itemMark(value.header)} />}
          {value && <span className="run-facts quiet">{[value.header.strategy, value.header.model].join(" · ")}</span>}
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
