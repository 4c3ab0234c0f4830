import type { UndoReply } from "@keelson/protocol/api.ts"
import { dayAndTime } from "@keelson/text/units.ts"
import type { RunView } from "@keelson/view/run-view.ts"
import type { CheckpointView, Story } from "@keelson/view/story.ts"
import { useState } from "react"
import { api } from "../../../api/client.ts"
import type { Failure } from "../../../api/failure.ts"
import { asFailure } from "../../../state/use-loaded.ts"
import { useWords } from "../../../words/use-words.ts"
import { Dialog } from "../../dialog.tsx"
import { FailureNote } from "../../failure-note.tsx"

type UndoDialogProps = {
  readonly runId: string
  readonly view: RunView
  readonly story: Story
  /** Brings back what the last undo took. */
  readonly isRedo: boolean
  readonly onClose: () => void
  readonly onDone: () => void
}

/** Takes changes back, all of them or those from a round on, and says what that changed. */
export function UndoDialog({ runId, view, story, isRedo, onClose, onDone }: UndoDialogProps) {
  const say = useWords()
  const points = isRedo ? [] : story.checkpoints.filter(({ when }) => when === "before")
  const [from, setFrom] = useState("")
  const [result, setResult] = useState<UndoReply | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)

  const undo = async (options: { force?: boolean; redo?: boolean } = {}) => {
    setFailure(null)
    try {
      setResult(await api.undo(runId, { ...options, ...(from === "" || options.redo ? {} : { to: from }) }))
      onDone()
    } catch (error) {
      setFailure(asFailure(error))
    }
  }

  return (
    <Dialog title={say(isRedo ? "undo.redo" : "undo.title")} onClose={onClose}>
      {result === null && (
        <>
          <p>{say(isRedo ? "redo.text" : "undo.text")}</p>
          {points.length > 0 && (
            <label className="field">
              <span>{say("undo.from")}</span>
              <select className="input" value={from} onChange={(event) => setFrom(event.target.value)}>
                <option value="">{say("undo.all")}</option>
                {points.map((point) => (
                  <option key={point.key} value={point.stage}>
                    {nameOf(point, view)}
                  </option>
                ))}
              </select>
            </label>
          )}
        </>
      )}
      {result !== null && <UndoResult result={result} />}
      {failure && <FailureNote failure={failure} />}
      <div className="row">
        {result === null && !failure && (
          <button type="button" className="button primary" onClick={() => undo({ redo: isRedo })}>
            {say(isRedo ? "redo.do" : "undo.do")}
          </button>
        )}
        {(result?.conflicts.length ?? 0) > 0 && (
          <button type="button" className="button danger" onClick={() => undo({ force: true, redo: isRedo })}>
            {say("undo.force")}
          </button>
        )}
        {!isRedo && (result?.files.length ?? 0) > 0 && (
          <button type="button" className="button" onClick={() => undo({ redo: true })}>
            {say("undo.redo")}
          </button>
        )}
        <button type="button" className="button" onClick={onClose}>
          {say("close")}
        </button>
      </div>
    </Dialog>
  )
}

function nameOf({ stage, at }: CheckpointView, view: RunView): string {
  const title = view.stages.find(({ id }) => id === stage)?.title ?? ""
  return `${stage} ${title} · ${dayAndTime(at)}`
}

/** What the undo did, and what it left alone. */
export function UndoResult({ result }: { readonly result: UndoReply }) {
  const say = useWords()
  const { files, conflicts, left_out } = result
  return (
    <div className="note" role="status">
      <strong>{say(files.length === 0 ? "undo.nothing" : "undo.done")}</strong>
      <ul>
        {files.map(({ path, deed }) => (
          <li key={path}>
            <code>{path}</code> <span className="quiet">{deed}</span>
          </li>
        ))}
      </ul>
      {conflicts.length > 0 && <strong>{say("undo.conflicts")}</strong>}
      <ul>
        {conflicts.map(({ path, reason }) => (
          <li key={path}>
            <code>{path}</code> <span className="quiet">{reason}</span>
          </li>
        ))}
      </ul>
      {left_out.length > 0 && <p className="small quiet">{say("undo.left", { count: left_out.length })}</p>}
    </div>
  )
}
