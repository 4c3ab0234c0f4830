import { runTitle } from "@keelson/text/run-title.ts"
import { link } from "../../state/route.ts"
import { useWords } from "../../words/use-words.ts"
import { Badge } from "../badge.tsx"
import { stateOf } from "../marks.ts"
import { type Compared, difference, FIGURES, type FigureRow } from "./compare-figures.ts"
import "./compare.css"

/** `A`, `B`, `C`: what a run is called beside others. */
export function letterOf(index: number): string {
  return String.fromCharCode(65 + (index % 26))
}

/** The same figures of all runs, as bars on one scale; what differs from the first is marked. */
export function CompareTable({ runs }: { readonly runs: readonly Compared[] }) {
  const say = useWords()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
    <section className="panel compare" aria-label={say("compare.figures")} tabIndex={0}>
      <table style={{ minWidth: 104 + runs.length * 124 }}>
        <thead>
          <tr>
            <th>
              <span className="unseen">{say("compare.figure")}</span>
            </th>
            {runs.map(({ id, view }, index) => (
              <th key={id}>
                <span className="quiet">{letterOf(index)}</span> <a href={link.run(id)}>{runTitle(view.request)}</a>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">{say("runs.state")}</th>
            {runs.map(({ id, view }) => (
              <td key={id}>
                <Badge mark={stateOf(view)} />
              </td>
            ))}
          </tr>
          <WordRow word={say("runs.strategy")} values={runs.map(({ view }) => view.strategy)} />
          <WordRow word={say("runs.model")} values={runs.map(({ view }) => view.environment?.model ?? "")} />
          {FIGURES.map((figure) => (
            <Row key={figure.word} figure={figure} runs={runs} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Row({ figure, runs }: { readonly figure: FigureRow; readonly runs: readonly Compared[] }) {
  const say = useWords()
  const values = runs.map((run) => figure.value(run))
  const [first = null] = values
  const most = Math.max(0, ...values.map((value) => value ?? 0))
  return (
    <tr>
      <th scope="row">{say(figure.word)}</th>
      {values.map((value, index) => {
        const delta = index === 0 ? "" : difference(first, value, figure.show)
        return (
          <td key={runs[index]?.id} className={delta === "" ? "" : "differs"}>
            <span className="compare-value">
              {value === null ? "–" : figure.show(value)} <span className="delta">{delta}</span>
            </span>
            <span className="compare-bar">
              <span style={{ width: `${most > 0 ? ((value ?? 0) / most) * 100 : 0}%` }} />
            </span>
          </td>
        )
      })}
    </tr>
  )
}

function WordRow({ word, values }: { readonly word: string; readonly values: readonly string[] }) {
  return (
    <tr>
      <th scope="row">{word}</th>
      {values.map((value, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: columns keep their order.
        <td key={index} className={value === values[0] ? "" : "differs"}>
          {value}
        </td>
      ))}
    </tr>
  )
}
