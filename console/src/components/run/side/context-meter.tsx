import { amount, percent } from "@keelson/text/words/units.ts"
import { activeAt } from "@keelson/view/active-time.ts"
import type { RunView } from "@keelson/view/run-view.ts"
import type { Story } from "@keelson/view/story.ts"
import { useWords } from "../../../words/use-words.ts"
import { Meter } from "../../meter.tsx"

const WIDTH = 200
const HEIGHT = 56

/** How full the context was before each call, up to where it is compacted, and where it was. */
export function ContextMeter({ view, story }: { readonly view: RunView; readonly story: Story }) {
  const say = useWords()
  const { context, saved } = view
  if (!context) return null
  const total = saved.structuring + saved.digesting + saved.compacting
  return (
    <section className="side" aria-label={say("context.label")}>
      <h2 className="eyebrow">{say("context.label")}</h2>
      {story.context.length > 1 && <Chart view={view} story={story} label={say("context.chart")} />}
      <Meter
        share={context.tokens / context.limit}
        label={say("context.share", { share: percent(context.tokens / context.limit) })}
      />
      <dl className="figures">
        <div className="figure">
          <dt>{say("context.now")}</dt>
          <dd>
            {amount(context.tokens)}
            <span className="quiet">/{amount(context.limit)}</span>
          </dd>
        </div>
        <Window view={view} />
        {story.compactions.length > 0 && (
          <div className="figure">
            <dt>{say("context.compactions")}</dt>
            <dd>{story.compactions.length}</dd>
          </div>
        )}
        {view.compression !== null && (
          <div className="figure">
            <dt>{say("context.request")}</dt>
            <dd>{percent(view.compression)}</dd>
          </div>
        )}
        {total > 0 && (
          <div className="figure">
            <dt>{say("context.saved")}</dt>
            <dd>{amount(total)}</dd>
          </div>
        )}
      </dl>
    </section>
  )
}

/** What the run goes by, and whether anybody said so. */
function Window({ view: { environment, learnedWindow } }: { readonly view: RunView }) {
  const say = useWords()
  const window = environment?.context_window
  if (!window) return null
  const note = learnedWindow !== null ? "learned" : window.from
  return (
    <div className="figure">
      <dt>{say("context.window")}</dt>
      <dd>
        {amount(learnedWindow ?? window.tokens)}
        {(note === "learned" || note === "assumed") && <span className="quiet"> {say(`context.window.${note}`)}</span>}
      </dd>
    </div>
  )
}

function Chart({ view, story, label }: { readonly view: RunView; readonly story: Story; readonly label: string }) {
  const last = activeAt(story.time, view.updatedAt)
  const first = activeAt(story.time, story.context[0]?.at ?? 0)
  const limit = view.context?.limit ?? 1
  // The scale goes up to the limit, and beyond it only if a context did.
  const top = Math.max(limit, ...peaksOf(story)) * 1.08
  const x = (at: number) => ((activeAt(story.time, at) - first) / Math.max(1, last - first)) * WIDTH
  const y = (tokens: number) => HEIGHT - (tokens / top) * (HEIGHT - 2)
  const points = story.context.map(({ at, tokens }) => [x(at), y(tokens)] as const)
  const steps = points.map(([px, py], index) => (index === 0 ? `M${px} ${py}` : `H${px}V${py}`)).join("")
  const edge = `${steps}H${WIDTH}`
  return (
    <svg
      className="context-chart"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      <path className="area" d={`${edge}V${HEIGHT}H${points[0]?.[0] ?? 0}Z`} />
      <path className="edge" d={edge} />
      <line className="limit" x1="0" x2={WIDTH} y1={y(limit)} y2={y(limit)} />
      {story.compactions.map(({ at, before, after }) => (
        <g key={at} className="folded">
          <title>{`${amount(before)} → ${amount(after)}`}</title>
          <line x1={x(at)} x2={x(at)} y1={y(before)} y2={y(after)} />
          <line className="folded-place" x1={x(at)} x2={x(at)} y1={0} y2={HEIGHT} />
        </g>
      ))}
    </svg>
  )
}

function peaksOf({ context, compactions }: Story): number[] {
  return [...context.map(({ tokens }) => tokens), ...compactions.map(({ before }) => before)]
}
