import { BAR_KINDS } from "@keelson/view/timeline/bar.ts"
import { useWords } from "../../../words/use-words.ts"

/** What the colours mean. */
export function Legend() {
  const say = useWords()
  return (
    <ul className="legend">
      {BAR_KINDS.map((kind) => (
        <li key={kind}>
          <span className={`legend-mark ${kind}`} /> {say(`timeline.kind.${kind}`)}
        </li>
      ))}
    </ul>
  )
}
