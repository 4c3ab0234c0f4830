import { quotedName } from "@keelson/text/quoted-name.ts"
import { fileRounds } from "@keelson/view/file-rounds.ts"
import type { RunView } from "@keelson/view/run-view.ts"
import type { Story } from "@keelson/view/story.ts"
import { useMemo } from "react"
import { useAddress } from "../../../state/address.ts"
import { useWords } from "../../../words/use-words.ts"
import { numbersIn } from "../graph/stage-name.ts"
import "./file-heat.css"

/** More would be no strip any more; those that were changed most come first. */
const MOST_FILES = 12
const MOST_ROUNDS = 40

/** Which round changed which file how often; a cell shows those changes. */
export function FileHeat({ view, story }: { readonly view: RunView; readonly story: Story }) {
  const say = useWords()
  const address = useAddress()
  const { rounds, files } = useMemo(() => fileRounds(view, story), [view, story])
  if (rounds.length < 2) return null
  const first = Math.max(0, rounds.length - MOST_ROUNDS)
  const most = Math.max(...files.flatMap(({ counts }) => counts))
  return (
    <section className="file-heat" aria-label={say("changes.heat")}>
      <table>
        <thead>
          <tr>
            <th className="eyebrow">{say("changes.heat")}</th>
            {rounds.slice(first).map((round) => (
              <th key={round} scope="col" title={round}>
                {numbersIn(round) || round}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {files.slice(0, MOST_FILES).map(({ path, counts }) => (
            <tr key={path}>
              <th scope="row" className="cut mono" title={quotedName(path)}>
                {quotedName(path)}
              </th>
              {counts.slice(first).map((count, at) => {
                const round = rounds[first + at] ?? ""
                const words = say("changes.heat.cell", {
                  path: quotedName(path),
                  round: numbersIn(round) || round,
                  count,
                })
                return (
                  <td key={round}>
                    {count > 0 && (
                      <button
                        type="button"
                        aria-label={words}
                        title={words}
                        style={{ opacity: 0.35 + (0.65 * count) / most }}
                        onClick={() => address.set({ round, file: path })}
                      />
                    )}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
      {files.length > MOST_FILES && (
        <p className="quiet small">{say("files.more", { count: files.length - MOST_FILES })}</p>
      )}
    </section>
  )
}
