import type { RunView } from "@keelson/view/run-view.ts"
import { useWords } from "../../../words/use-words.ts"

/** What was said to the run on its way, and whether it was heard. */
export function WordsSaid({ view }: { readonly view: RunView }) {
  const say = useWords()
  if (view.words.length === 0) return null
  return (
    <ul className="words-said">
      {view.words.map(({ number, text, heardIn }) => (
        <li key={number} className={heardIn === null ? "unheard" : ""}>
          <span className="quiet small">{say(heardIn === null ? "tell.waits" : "tell.heard")}</span> {text}
        </li>
      ))}
    </ul>
  )
}
