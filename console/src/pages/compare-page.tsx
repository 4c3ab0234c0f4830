import { activeAt } from "@keelson/view/active-time.ts"
import { timelineOf } from "@keelson/view/timeline.ts"
import { api } from "../api/client.ts"
import type { Compared } from "../components/compare/compare-figures.ts"
import { CompareTable, letterOf } from "../components/compare/compare-table.tsx"
import { FailureNote } from "../components/failure-note.tsx"
import { TimelineChart } from "../components/run/timeline/timeline-chart.tsx"
import { link } from "../state/route.ts"
import { useLoaded } from "../state/use-loaded.ts"
import { useTitle } from "../state/use-title.ts"
import { useWords } from "../words/use-words.ts"

/** Runs side by side: figures, and timelines on one scale. */
export function ComparePage({ ids }: { readonly ids: readonly string[] }) {
  const say = useWords()
  useTitle(say("compare.title"))
  const { value, failure, reload } = useLoaded(ids.join(" "), () => Promise.all(ids.map(load)))
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
  const timelines = runs.map(({ view, story }) => timelineOf(view, story, view.updatedAt))
  const scale = Math.max(...timelines.map(({ length }) => length))
  return (
    <>
      <section className="panel compare-timelines" aria-label={say("timeline.label")}>
        <h2 className="eyebrow">{say("compare.timelines")}</h2>
        {timelines.map((timeline, index) => (
          <div key={runs[index]?.id}>
            <p className="small">
              <strong>{letterOf(index)}</strong> {runs[index]?.view.strategy}
            </p>
            <TimelineChart timeline={timeline} scale={scale} />
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
