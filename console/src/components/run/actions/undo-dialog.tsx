import type { UndoReply, UndoRequest } from "@keelson/protocol/api/api.ts"
import { quotedName } from "@keelson/text/quoted-name.ts"
import { dayAndTime } from "@keelson/text/words/units.ts"
import type { RunView } from "@keelson/view/run-view.ts"
import type { CheckpointView, Story } from "@keelson/view/story.ts"
import { useState } from "react"
import { api } from "../../../api/client.ts"
import type { Failure } from "../../../api/failure.ts"
import { asFailure } from "../../../state/use-loaded.ts"
import { useWords } from "../../../words/use-words.ts"
import { Dialog } from "../../dialog.tsx"
import { FailureNote } from "../../failure-note.tsx"
import { Deed, LeftAlone, UndoPreview, useUndoPreview } from "./undo-preview.tsx"

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

  const wanted = { redo: isRedo, ...(from === "" ? {} : { to: from }) }
  const preview = useUndoPreview(runId, wanted)
  const undo = async (options: UndoRequest) => {
    setFailure(null)
    try {
      setResult(await api.undo(runId, options))
      onDone()
    } catch (error) {
      setFailure(asFailure(error))
    }
  }

  return (
    <Dialog title={say(isRedo ? "undo.redo" : "undo.title")} onClose={onClose} isWide>
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
          {!failure && <UndoPreview preview={preview} />}
        </>
      )}
      {result !== null && <UndoResult result={result} />}
      {failure && <FailureNote failure={failure} />}
      <div className="row">
        {result === null && !failure && (
          <button type="button" className="button primary" disabled={!preview.canBeDone} onClick={() => undo(wanted)}>
            {say(isRedo ? "redo.do" : "undo.do")}
          </button>
        )}
        {(result?.conflicts.length ?? 0) > 0 && (
          <button type="button" className="button danger" onClick={() => undo({ ...wanted, force: true })}>
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
  const { files } = result
  return (
    <div className="note" role="status">
      <strong>{say(files.length === 0 ? "undo.nothing" : "undo.done")}</strong>
      <ul>
        {files.map(({ path, deed }) => (
          <li key={path}>
            <code>{quotedName(path)}</code> <Deed deed={deed} />
          </li>
        ))}
      </ul>
      <LeftAlone reply={result} />
    </div>
  )
}
