import { useState } from "react"
import { api } from "../../../api/client.ts"
import type { Failure } from "../../../api/failure.ts"
import { asFailure } from "../../../state/use-loaded.ts"
import { useWords } from "../../../words/use-words.ts"
import { Dialog } from "../../dialog.tsx"
import { FailureNote } from "../../failure-note.tsx"

type CancelDialogProps = { readonly runId: string; readonly onClose: () => void; readonly onDone: () => void }

/** Asks whether the run shall end. */
export function CancelDialog({ runId, onClose, onDone }: CancelDialogProps) {
  const say = useWords()
  const [failure, setFailure] = useState<Failure | null>(null)
  const cancel = () => api.cancel(runId).then(onDone, (error) => setFailure(asFailure(error)))
  return (
    <Dialog title={say("cancel.title")} onClose={onClose}>
      <p>{say("cancel.text")}</p>
      {failure && <FailureNote failure={failure} />}
      <div className="row">
        <button type="button" className="button primary" onClick={cancel}>
          {say("cancel.do")}
        </button>
        <button type="button" className="button" onClick={onClose}>
          {say("cancel.keep")}
        </button>
      </div>
    </Dialog>
  )
}
