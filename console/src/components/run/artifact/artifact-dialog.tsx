import { useState } from "react"
import { useLoaded } from "../../../state/use-loaded.ts"
import { useWords } from "../../../words/use-words.ts"
import { Dialog } from "../../dialog.tsx"
import { FailureNote } from "../../failure-note.tsx"
import { useArtifacts } from "./artifacts.ts"
import "./artifact-dialog.css"

/** So many lines are shown at once; a range asks for others. */
const PAGE = 400

type ArtifactDialogProps = { readonly runId: string; readonly id: string; readonly onClose: () => void }

/** The whole result of a task, or a range of its lines. */
export function ArtifactDialog({ runId, id, onClose }: ArtifactDialogProps) {
  const say = useWords()
  const source = useArtifacts()
  const [range, setRange] = useState("")
  const isRange = /^\d+-\d+$/.test(range)
  const { value, failure } = useLoaded(`${id} ${isRange ? range : ""}`, () =>
    source.text(runId, id, isRange ? range : ""),
  )
  const lines = value?.replace(/\n$/, "").split("\n") ?? []
  const first = isRange ? Number(range.split("-")[0]) : 1
  return (
    <Dialog title={`${say("artifact.title")} ${id}`} onClose={onClose} isWide>
      <label className="field artifact-range">
        <span>{say("artifact.range")}</span>
        <input
          className="input"
          placeholder="10-90"
          value={range}
          onChange={(event) => setRange(event.target.value.trim())}
        />
      </label>
      {failure && <FailureNote failure={failure} />}
      {value === null && !failure && <p className="quiet">{say("loading")}</p>}
      {value !== null && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
        <section className="artifact-text" tabIndex={0} aria-label={id}>
          <ol start={first} style={{ counterReset: `line ${first - 1}` }}>
            {lines.slice(0, PAGE).map((line, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines of a text have no other name.
              <li key={index}>{line}</li>
            ))}
          </ol>
        </section>
      )}
      {lines.length > PAGE && <p className="quiet small">{say("artifact.more", { shown: PAGE, all: lines.length })}</p>}
    </Dialog>
  )
}
