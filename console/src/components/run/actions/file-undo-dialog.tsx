import type { UndoReply } from "@keelson/protocol/api/api.ts"
import { quotedName } from "@keelson/text/quoted-name.ts"
import { useState } from "react"
import { api } from "../../../api/client.ts"
import type { Failure } from "../../../api/failure.ts"
import { asFailure } from "../../../state/use-loaded.ts"
import { useWords } from "../../../words/use-words.ts"
import { Dialog } from "../../dialog.tsx"
import { FailureNote } from "../../failure-note.tsx"
import { UndoResult } from "./undo-dialog.tsx"
import { UndoPreview, useUndoPreview } from "./undo-preview.tsx"

type FileUndoDialogProps = {
  readonly runId: string
  readonly path: string
  readonly onClose: () => void
  readonly onDone: () => void
}

/** Takes one file back, after showing what that would change. */
export function FileUndoDialog({ runId, path, onClose, onDone }: FileUndoDialogProps) {
  const say = useWords()
  const [result, setResult] = useState<UndoReply | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const preview = useUndoPreview(runId, { file: path })
  const undo = (force: boolean) =>
    api.undo(runId, { file: path, ...(force ? { force } : {}) }).then(
      (reply) => {
        setResult(reply)
        onDone()
      },
      (error: unknown) => setFailure(asFailure(error)),
    )
  return (
    <Dialog title={say("undo.file.title")} onClose={onClose} isWide>
      {result ? <UndoResult result={result} /> : <p>{say("undo.file.text", { path: quotedName(path) })}</p>}
      {!result && !failure && <UndoPreview preview={preview} />}
      {failure && <FailureNote failure={failure} />}
      <div className="row">
        {!result && (
          <button type="button" className="button primary" disabled={!preview.canBeDone} onClick={() => undo(false)}>
            {say("undo.do")}
          </button>
        )}
        {(result?.conflicts.length ?? 0) > 0 && (
          <button type="button" className="button danger" onClick={() => undo(true)}>
            {say("undo.force")}
          </button>
        )}
        <button type="button" className="button" onClick={onClose}>
          {say("close")}
        </button>
      </div>
    </Dialog>
  )
}
