import type { StandingAnswer } from "@keelson/protocol/api/api.ts"
import { spelledOut } from "@keelson/text/spelled-out.ts"
import { useState } from "react"
import { useWords } from "../../../words/use-words.ts"
import { CancelDialog } from "../actions/cancel-dialog.tsx"

type OvertakenNoteProps = {
  readonly runId: string
  readonly decided: StandingAnswer
  readonly canCancel: boolean
  readonly onDismiss: () => void
  readonly onCancelled: () => void
}

/** Tells who would have answered otherwise what was decided, and offers the way out. */
export function OvertakenNote({ runId, decided, canCancel, onDismiss, onCancelled }: OvertakenNoteProps) {
  const say = useWords()
  const [isCancelling, setCancelling] = useState(false)
  const { decision, reason, text } = decided
  const said = decision === undefined ? (text ?? "") : (reason ?? "")
  return (
    <div className="note overtaken" role="alert">
      <strong>{say(decision === undefined ? "overtaken.text" : `overtaken.${decision}`)}</strong>
      {said !== "" && <span>{spelledOut(said)}</span>}
      <span className="row">
        {canCancel && (
          <button type="button" className="button" onClick={() => setCancelling(true)}>
            {say("cancel")}
          </button>
        )}
        <button type="button" className="button plain" onClick={onDismiss}>
          {say("overtaken.dismiss")}
        </button>
      </span>
      {isCancelling && (
        <CancelDialog
          runId={runId}
          onClose={() => setCancelling(false)}
          onDone={() => {
            onDismiss()
            onCancelled()
          }}
        />
      )}
    </div>
  )
}
