import { readDiff } from "@keelson/text/unified-diff.ts"
import type { RunView } from "@keelson/view/run-view.ts"
import type { Story } from "@keelson/view/story.ts"
import { useMemo } from "react"
import { api } from "../../../api/client.ts"
import { useAddress } from "../../../state/address.ts"
import { useLoaded } from "../../../state/use-loaded.ts"
import { useWords } from "../../../words/use-words.ts"
import { FailureNote } from "../../failure-note.tsx"
import { ChangedLines } from "./changed-lines.tsx"
import { FileHeat } from "./file-heat.tsx"

type ChangesProps = {
  readonly runId: string
  readonly mark: string
  readonly view: RunView
  readonly story: Story
  /** What takes one file back; absent while somebody carries the run out. */
  readonly onUndo?: ((path: string) => void) | undefined
}

/** What the run changed, or one round of it, file by file. */
export function Changes({ runId, mark, view, story, onUndo }: ChangesProps) {
  const say = useWords()
  const address = useAddress()
  const round = address.get("round")
  const { value, failure, reload } = useLoaded(`${runId} ${mark} ${round}`, () => api.diff(runId, round))
  const files = useMemo(() => readDiff(value ?? ""), [value])
  // Without checkpoints there are no lines to compare: that is no fault, and asking again would not help.
  const isUnkept = failure?.code === "conflict" && story.checkpoints.length === 0 && view.changes.length > 0
  const rounds = [...new Set(story.checkpoints.filter(({ changes }) => changes.length > 0).map(({ stage }) => stage))]
  return (
    <div className="changes">
      <FileHeat view={view} story={story} />
      {rounds.length > 0 && (
        <label className="changes-round small">
          {say("changes.round")}{" "}
          <select className="input" value={round} onChange={(event) => address.set({ round: event.target.value })}>
            <option value="">{say("changes.all")}</option>
            {rounds.map((stage) => (
              <option key={stage}>{stage}</option>
            ))}
          </select>
        </label>
      )}
      {failure && !isUnkept && <FailureNote failure={failure} onRetry={reload} />}
      {isUnkept && (
        <p className="blank">{say("changes.unkept", { files: view.changes.map(({ path }) => path).join(", ") })}</p>
      )}
      {value === null && !failure && <p className="quiet">{say("loading")}</p>}
      {value !== null && files.length === 0 && <p className="blank">{say("changes.none")}</p>}
      {files.length > 0 && <ChangedLines files={files} onUndo={round === "" ? onUndo : undefined} />}
    </div>
  )
}
