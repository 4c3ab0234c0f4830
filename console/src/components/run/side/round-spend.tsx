import { amount, dollars, percent } from "@keelson/text/words/units.ts"
import { inGroups, type RoundSpend, spendOfRounds, sumOf } from "@keelson/view/round-spend.ts"
import type { RunView } from "@keelson/view/run-view.ts"
import type { Story } from "@keelson/view/story.ts"
import { useMemo } from "react"
import { type Say, useWords } from "../../../words/use-words.ts"
import { numbersIn } from "../graph/stage-name.ts"
import "./round-spend.css"

type RoundSpendProps = { readonly view: RunView; readonly story: Story; readonly onOpen: (stage: string) => void }

/** More would be too narrow to be pointed at; neighbours stand together then. */
const MOST_BARS = 32

/** Tokens and cost, round by round: what was new, what was cached, what came out. */
export function RoundSpendChart({ view, story, onOpen }: RoundSpendProps) {
  const say = useWords()
  const rounds = useMemo(() => spendOfRounds(view, story), [view, story])
  if (rounds.length < 2) return null
  const groups = inGroups(rounds, MOST_BARS).map((group) => ({ group, sum: sumOf(group) }))
  const most = Math.max(1, ...groups.map(({ sum }) => tokensOf(sum)))
  const dearest = Math.max(Number.MIN_VALUE, ...groups.map(({ sum }) => sum.cost ?? 0))
  const hasCost = groups.some(({ sum }) => (sum.cost ?? 0) > 0)
  return (
    <section className="side" aria-label={say("rounds.label")}>
      <h2 className="eyebrow">{say("rounds.label")}</h2>
      <ol className="round-bars">
        {groups.map(({ group, sum }) => {
          const words = wordsOf(group, sum, say)
          const { stage } = sum
          return (
            <li key={group[0]?.stage}>
              <button type="button" aria-label={words} title={words} onClick={() => onOpen(group[0]?.stage ?? stage)}>
                <span className="round-tokens">
                  <Part kind="out" share={sum.out / most} />
                  <Part kind="fresh" share={sum.fresh / most} />
                  <Part kind="cached" share={sum.cached / most} />
                </span>
                {hasCost && (
                  <span className="round-cost">
                    <Part kind="cost" share={(sum.cost ?? 0) / dearest} />
                  </span>
                )}
              </button>
            </li>
          )
        })}
      </ol>
      <ul className="legend">
        {(["cached", "fresh", "out", ...(hasCost ? (["cost"] as const) : [])] as const).map((kind) => (
          <li key={kind}>
            <span className={`round-part ${kind}`} /> {say(`rounds.${kind}`)}
          </li>
        ))}
      </ul>
      <p className="quiet small">
        {say("rounds.most", { tokens: amount(most) })}
        {hasCost && ` · ${dollars(dearest)}`}
      </p>
    </section>
  )
}

function Part({ kind, share }: { readonly kind: string; readonly share: number }) {
  return <span className={`round-part ${kind}`} style={{ height: `${share * 100}%` }} />
}

function tokensOf({ fresh, cached, out }: RoundSpend): number {
  return fresh + cached + out
}

function wordsOf(group: readonly RoundSpend[], sum: RoundSpend, say: Say): string {
  const names = [group[0], ...(group.length > 1 ? [group.at(-1)] : [])].map((round) => nameOf(round?.stage ?? "", say))
  return say("rounds.text", {
    name: names.join(" – "),
    tokens: amount(sum.fresh + sum.cached),
    share: sum.fresh + sum.cached > 0 ? percent(sum.cached / (sum.fresh + sum.cached)) : "–",
    out: amount(sum.out),
    cost: dollars(sum.cost),
  })
}

/** `2.3`, or whose calls they are that stand in no round. */
function nameOf(stage: string, say: Say): string {
  return stage === "" ? say("timeline.lane.run") : numbersIn(stage) || stage
}
