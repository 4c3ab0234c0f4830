import { quotedName } from "@keelson/text/quoted-name.ts"
import { isRunLater, runLaterFirst } from "@keelson/text/words/run-later.ts"
import type { RunView } from "@keelson/view/run-view.ts"
import { hereWith } from "../../../state/address.ts"
import { useWords } from "../../../words/use-words.ts"
import { RunLater } from "../../run-later.tsx"

/** Files that run later are shown beside that. */
const MOST_FILES = 12

/** The files that the run changed, each once. */
export function ChangedFiles({ view }: { readonly view: RunView }) {
  const say = useWords()
  const files = changesOf(view)
  if (files.size === 0) return null
  const shown = Math.max(MOST_FILES, [...files.keys()].filter(isRunLater).length)
  return (
    <section className="side" aria-label={say("files.label")}>
      <h2 className="eyebrow">
        {say("files.label")} {files.size}
      </h2>
      <ul className="side-list">
        {[...files].slice(0, shown).map(([path, how]) => (
          <li key={path}>
            <a
              className={`cut mono${how === "undone" ? " undone" : ""}`}
              href={hereWith({ tab: "changes", file: path, round: "" })}
              title={quotedName(path)}
            >
              {quotedName(path)}
            </a>
            <RunLater path={path} isBrief />
            <span className="quiet small">{say(`files.${how}`)}</span>
          </li>
        ))}
      </ul>
      {files.size > shown && <p className="quiet small">{say("files.more", { count: files.size - shown })}</p>}
    </section>
  )
}

type How = "new" | "changed" | "deleted" | "undone"

/** What became of each file from its first state to its last, commands and undo included; those that ended as they began are left out, unless an undo did it. */
function changesOf(view: RunView): Map<string, How> {
  const changed = view.changes.filter(({ before, after }) => before !== after || view.undos > 0)
  return new Map(
    runLaterFirst(changed.toSorted((a, b) => (a.path < b.path ? -1 : 1))).map(({ path, before, after }) => [
      path,
      howOf(before, after),
    ]),
  )
}

function howOf(before: string | null, after: string | null): How {
  if (before === after) return "undone"
  return before === null ? "new" : after === null ? "deleted" : "changed"
}
