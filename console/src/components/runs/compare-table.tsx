import { runTitle } from "@keelson/text/run-title.ts"
import { link } from "../../state/route.ts"
import { useWords } from "../../words/use-words.ts"
import { Badge } from "../badge.tsx"
import { stateOf } from "../marks.ts"
import { type Compared, difference, FIGURES, type FigureRow } from "./compare-figures.ts"

/** The same figures of both runs, their differences marked. */
export function CompareTable({ runs }: { readonly runs: readonly [Compared, Compared] }) {
  const say = useWords()
  return (
    <section className="panel compare" aria-label={say("compare.figures")}>
      <table>
        <colgroup>
          <col className="name" />
          <col />
          <col />
          <col className="change" />
        </colgroup>
        <thead>
          <tr>
            <th>
              <span className="unseen">{say("compare.figure")}</span>
            </th>
            {runs.map(({ id, view }, index) => (
              <th key={id}>
                <span className="quiet">{index === 0 ? "A" : "B"}</span>{" "}
                <a href={link.run(id)}>{runTitle(view.request)}</a>
              </th>
            ))}
            <th>{say("compare.difference")}</th>
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
            <td />
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

function Row({ figure, runs }: { readonly figure: FigureRow; readonly runs: readonly [Compared, Compared] }) {
  const say = useWords()
  const [a, b] = [figure.value(runs[0]), figure.value(runs[1])]
  const delta = difference(a, b, figure.show)
  const kind = delta === "" ? "" : "differs"
  return (
    <tr>
      <th scope="row">{say(figure.word)}</th>
      <td className={kind}>{a === null ? "–" : figure.show(a)}</td>
      <td className={kind}>{b === null ? "–" : figure.show(b)}</td>
      <td className="delta">{delta}</td>
    </tr>
  )
}

function WordRow({ word, values }: { readonly word: string; readonly values: readonly string[] }) {
  const kind = values[0] === values[1] ? "" : "differs"
  return (
    <tr>
      <th scope="row">{word}</th>
      <td className={kind}>{values[0]}</td>
      <td className={kind}>{values[1]}</td>
      <td className="delta">{kind === "" ? "" : "≠"}</td>
    </tr>
  )
}
