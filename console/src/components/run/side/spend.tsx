import { amount, clock, dollars, percent } from "@keelson/text/words/units.ts"
import { activeAt } from "@keelson/view/active-time.ts"
import type { RunView } from "@keelson/view/run-view.ts"
import type { Story } from "@keelson/view/story.ts"
import { useWords } from "../../../words/use-words.ts"
import { Meter } from "../../meter.tsx"
import "./side.css"

type SpendProps = { readonly view: RunView; readonly story: Story; readonly now: number }

/** What was used of what may be used. Every limit shows both. */
export function Spend({ view, story, now }: SpendProps) {
  const say = useWords()
  const { usage } = view
  const limits = view.environment?.limits
  const time = activeAt(story.time, now)
  return (
    <section className="side" aria-label={say("spend.label")}>
      <h2 className="eyebrow">{say("spend.label")}</h2>
      <dl className="figures">
        <Figure label={say("spend.iterations")} used={view.iterations} limit={limits?.max_iterations} show={String} />
        <Figure label={say("spend.calls")} used={usage.calls} limit={limits?.max_model_calls} show={String} />
        {view.failedTries > 0 && <Figure label={say("spend.tries")} used={view.failedTries} show={String} />}
        <Figure label={say("spend.prompt")} used={usage.prompt} limit={limits?.max_prompt_tokens} show={amount} />
        <Figure
          label={say("spend.completion")}
          used={usage.completion}
          limit={limits?.max_completion_tokens}
          show={amount}
        />
        <Figure label={say("spend.cost")} used={usage.cost} limit={limits?.max_cost} show={dollars} />
        <Figure label={say("spend.time")} used={time} limit={limits?.max_time_ms} show={clock} />
        <div className="figure">
          <dt>{say("spend.cached")}</dt>
          <dd>{usage.prompt > 0 ? percent(usage.cached / usage.prompt) : "–"}</dd>
        </div>
      </dl>
    </section>
  )
}

type FigureProps = {
  readonly label: string
  readonly used: number | null
  readonly limit?: number | null | undefined
  readonly show: (value: number) => string
}

function Figure({ label, used, limit, show }: FigureProps) {
  const value = used === null ? "–" : show(used)
  return (
    <div className="figure">
      <dt>{label}</dt>
      <dd>
        {value}
        {limit ? <span className="quiet">/{show(limit)}</span> : null}
      </dd>
      {limit ? (
        <dd className="figure-meter">
          <Meter share={(used ?? 0) / limit} label={`${label}: ${value}/${show(limit)}`} />
        </dd>
      ) : null}
    </div>
  )
}
