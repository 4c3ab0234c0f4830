import { amount, dollars } from "@keelson/text/words/units.ts"
import type { RunView } from "@keelson/view/run-view.ts"
import { useWords } from "../../../words/use-words.ts"
import "./estimate.css"

/** The bar goes a little beyond what was expected; the most that it could come to is often so far away that nothing else would be seen. */
const ROOM = 1.5

/** What was used so far against what was expected at the start. */
export function Estimate({ view: { estimate, usage } }: { readonly view: RunView }) {
  const say = useWords()
  if (!estimate) return null
  const { expected, worst } = estimate
  return (
    <section className="side" aria-label={say("estimate.label")}>
      <h2 className="eyebrow">{say("estimate.label")}</h2>
      <dl className="figures">
        <Against
          label={say("spend.calls")}
          used={usage.calls}
          usual={expected.calls}
          most={worst.calls}
          show={String}
        />
        <Against
          label={say("estimate.tokens")}
          used={usage.prompt + usage.completion}
          usual={expected.tokens}
          most={worst.tokens}
          show={amount}
        />
        <Against label={say("spend.cost")} used={usage.cost} usual={expected.cost} most={worst.cost} show={dollars} />
      </dl>
      <p className="quiet small">{say("estimate.hint")}</p>
    </section>
  )
}

type AgainstProps = {
  readonly label: string
  readonly used: number | null
  readonly usual: number | null
  readonly most: number | null
  readonly show: (value: number) => string
}

function Against({ label, used, usual, most, show }: AgainstProps) {
  const say = useWords()
  if (used === null || usual === null || most === null || most === 0) return null
  const scale = Math.max(used, usual * ROOM)
  const words = say("estimate.text", { used: show(used), usual: show(usual), most: show(most) })
  return (
    <div className="figure">
      <dt>{label}</dt>
      <dd>
        {show(used)}
        <span className="quiet"> / {show(usual)}</span>
      </dd>
      <dd className="figure-meter">
        <span className={`against${used > usual ? " over" : ""}`} role="img" aria-label={words} title={words}>
          <span className="against-used" style={{ width: `${(used / scale) * 100}%` }} />
          <span className="against-usual" style={{ left: `${(usual / scale) * 100}%` }} />
        </span>
      </dd>
    </div>
  )
}
