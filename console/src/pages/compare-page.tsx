import { isEnd } from "@keelson/protocol/log/outcome.ts"
import { activeAt } from "@keelson/view/active-time.ts"
import type { Timeline } from "@keelson/view/timeline/bar.ts"
import { timelineOf } from "@keelson/view/timeline/timeline.ts"
import { useMemo } from "react"
import { api } from "../api/client.ts"
import type { Compared } from "../components/compare/compare-figures.ts"
import { CompareTable, letterOf } from "../components/compare/compare-table.tsx"
import { FailureNote } from "../components/failure-note.tsx"
import { Legend } from "../components/run/timeline/legend.tsx"
import { TimelineChart } from "../components/run/timeline/timeline-chart.tsx"
import { useZoom } from "../components/run/timeline/use-zoom.ts"
import { ZoomButtons } from "../components/run/timeline/zoom-buttons.tsx"
import { go, link } from "../state/route.ts"
import { useLoaded } from "../state/use-loaded.ts"
import { useRefresh } from "../state/use-refresh.ts"
import { useTitle } from "../state/use-title.ts"
import { useWords } from "../words/use-words.ts"

/** Runs side by side: figures, and timelines on one scale. */
export function ComparePage({ ids }: { readonly ids: readonly string[] }) {
  const say = useWords()
  useTitle(say("compare.title"))
  const { value, failure, reload } = useLoaded(ids.join(" "), () => Promise.all(ids.map(load)))
  useRefresh(reload, value?.some(({ view }) => !isEnd(view.state)) ?? false)
  return (
    <main className="page wide" id="main">
      <div className="page-head">
        <h1>{say("compare.title")}</h1>
        <a className="button" href={link.compare(...ids.slice(1), ids[0] ?? "")}>
          {say("compare.swap")}
        </a>
        <a className="button" href={link.runs()}>
          {say("back.runs")}
        </a>
      </div>
      {failure && <FailureNote failure={failure} onRetry={reload} />}
      {value === null && !failure && <p className="blank">{say("loading")}</p>}
      {value && <Together runs={value} />}
    </main>
  )
}

function Together({ runs }: { readonly runs: readonly Compared[] }) {
  const say = useWords()
  const timelines = useMemo(() => runs.map(({ view, story }) => timelineOf(view, story)), [runs])
  const length = Math.max(1, ...runs.map(({ time }) => time))
  const zoom = useZoom(length)
  return (
    <>
      <section className="panel compare-timelines" aria-label={say("timeline.label")}>
        <div className="row">
          <h2 className="eyebrow grow">{say("compare.timelines")}</h2>
          <Legend />
          <ZoomButtons zoom={zoom} />
        </div>
        {runs.map(({ id, view, time }, index) => (
          <div key={id}>
            <p className="small">
              <strong>{letterOf(index)}</strong> {view.strategy}
            </p>
            <TimelineChart
              {...{ view, length, zoom }}
              timeline={timelines[index] as Timeline}
              end={time}
              onOpen={(key) => go(link.place(id, key))}
            />
          </div>
        ))}
      </section>
      <CompareTable runs={runs} />
    </>
  )
}

async function load(id: string): Promise<Compared> {
  const { view, story } = await api.picture(id)
  return { id, view, story, time: activeAt(story.time, view.updatedAt) }
}
