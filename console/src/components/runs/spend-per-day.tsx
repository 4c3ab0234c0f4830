import type { RunListItem } from "@keelson/protocol/api/api.ts"
import { amount, day, dollars } from "@keelson/text/words/units.ts"
import { useWords } from "../../words/use-words.ts"
import "./spend-per-day.css"

type Day = { readonly day: string; readonly cost: number; readonly tokens: number; readonly runs: number }

/** So many of the newest days. */
const MOST = 30

/** What the runs of the list cost, day by day; where no prices are known, in tokens. */
export function SpendPerDay({ runs }: { readonly runs: readonly RunListItem[] }) {
  const say = useWords()
  const days = daysOf(runs).slice(-MOST)
  if (days.length < 2) return null
  const isPriced = days.some(({ cost }) => cost > 0)
  const value = ({ cost, tokens }: Day) => (isPriced ? cost : tokens)
  const show = (each: Day) => (isPriced ? dollars(each.cost) : amount(each.tokens))
  const most = Math.max(...days.map(value), 1e-9)
  return (
    <section className="panel spend-days" aria-label={say("runs.days")}>
      <h2 className="eyebrow">{say("runs.days")}</h2>
      <ol>
        {days.map((each) => (
          <li key={each.day} title={`${each.day}: ${show(each)}, ${say("runs.days.runs", { count: each.runs })}`}>
            <span className="spend-bar" style={{ height: `${Math.max(2, (value(each) / most) * 48)}px` }} />
            <span className="small">{show(each)}</span>
            <span className="small quiet">{each.day.slice(5)}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}

function daysOf(runs: readonly RunListItem[]): Day[] {
  const groups = Map.groupBy(runs, ({ created_at }) => day(created_at))
  return [...groups]
    .map(([name, all]) => ({
      day: name,
      cost: all.reduce((sum, { cost }) => sum + (cost ?? 0), 0),
      tokens: all.reduce((sum, { tokens }) => sum + tokens, 0),
      runs: all.length,
    }))
    .sort((a, b) => (a.day < b.day ? -1 : 1))
}
