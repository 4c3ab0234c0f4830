import { isWithin } from "@keelson/protocol/log/key.ts"
import type { CheckpointView } from "@keelson/view/story.ts"
import { useState } from "react"
import { api } from "../../../api/client.ts"
import type { Failure } from "../../../api/failure.ts"
import { go, link } from "../../../state/route.ts"
import { asFailure } from "../../../state/use-loaded.ts"
import { useWords } from "../../../words/use-words.ts"
import { Dialog } from "../../dialog.tsx"
import { FailureNote } from "../../failure-note.tsx"

type ForkDialogProps = {
  readonly runId: string
  /** A key of the log. */
  readonly place: string
  readonly checkpoints: readonly CheckpointView[]
  readonly onClose: () => void
}

/** A new run that keeps what was before a place; files go back to how they were there, if one wants that and can have it. */
export function ForkDialog({ runId, place, checkpoints, onClose }: ForkDialogProps) {
  const say = useWords()
  const point = checkpointAt(place, checkpoints)
  const [takesBack, setTakesBack] = useState(point !== undefined)
  const [words, setWords] = useState("")
  const [isSending, setSending] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const fork = async () => {
    setSending(true)
    try {
      if (takesBack && point !== undefined) await api.undo(runId, { to: point })
      go(link.run((await api.fork(runId, place, words.trim())).run_id))
      onClose()
    } catch (error) {
      setFailure(asFailure(error))
      setSending(false)
    }
  }
  return (
    <Dialog title={say("fork.title")} onClose={onClose}>
      <p>
        {say("fork.text")} <code>{place}</code>
      </p>
      {point !== undefined && (
        <label className="row">
          <input type="checkbox" checked={takesBack} onChange={(event) => setTakesBack(event.target.checked)} />
          <span className="grow">{say("fork.files")}</span>
        </label>
      )}
      <label className="field">
        <span>{say("fork.tell")}</span>
        <textarea
          className="input"
          rows={2}
          placeholder={say("fork.tell.hint")}
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
      </label>
      {failure && <FailureNote failure={failure} />}
      <div className="row">
        <button type="button" className="button primary" disabled={isSending} onClick={() => void fork()}>
          {say("fork.do")}
        </button>
        <button type="button" className="button" onClick={onClose}>
          {say("close")}
        </button>
      </div>
    </Dialog>
  )
}

/** The stage whose changes, and all later ones, are to be taken back. */
function checkpointAt(place: string, checkpoints: readonly CheckpointView[]): string | undefined {
  const before = checkpoints.filter(({ when }) => when === "before")
  return before.find(({ stage }) => stage === place || isWithin(stage, place) || isWithin(place, stage))?.stage
}
