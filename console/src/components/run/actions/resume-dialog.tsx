import type { Limits } from "@keelson/protocol/log/limits.ts"
import type { RunView } from "@keelson/view/run-view.ts"
import { useState } from "react"
import { api } from "../../../api/client.ts"
import type { Failure } from "../../../api/failure.ts"
import { asFailure } from "../../../state/use-loaded.ts"
import { useReasons } from "../../../words/retold.ts"
import { useDeclaredWords, useWords } from "../../../words/use-words.ts"
import { Dialog } from "../../dialog.tsx"
import { FailureNote } from "../../failure-note.tsx"
import { limitNamed, typedUnit } from "../../start/typed-limit.ts"

type ResumeDialogProps = {
  readonly runId: string
  readonly view: RunView
  readonly onClose: () => void
  readonly onDone: () => void
}

/** Goes on where the run ended. What a budget ended needs more of it. */
export function ResumeDialog({ runId, view, onClose, onDone }: ResumeDialogProps) {
  const say = useWords()
  const words = useDeclaredWords()
  const reason = useReasons()
  const limit =
    view.outcome?.status === "incomplete"
      ? view.limits.find(({ limit: name }) => name in (view.environment?.limits ?? {}))
      : undefined
  const unit = typedUnit(limit?.limit ?? "")
  const limitWords = limitNamed(limit?.limit ?? "")?.words
  const [value, setValue] = useState(limit ? String(round((limit.allowed * 2) / unit)) : "")
  const [model, setModel] = useState("")
  const [failure, setFailure] = useState<Failure | null>(null)
  const [isSending, setSending] = useState(false)

  const resume = async () => {
    setSending(true)
    const limits = limit ? ({ [limit.limit]: Number(value) * unit } as Partial<Limits>) : undefined
    try {
      await api.resume(runId, {
        ...(limits ? { limits } : {}),
        ...(model.trim() === "" ? {} : { model: model.trim() }),
      })
      onDone()
    } catch (error) {
      setFailure(asFailure(error))
      setSending(false)
    }
  }

  return (
    <Dialog title={say("resume.title")} onClose={onClose}>
      <form
        className="dialog-form"
        onSubmit={(event) => {
          event.preventDefault()
          void resume()
        }}
      >
        {view.outcome && "reason" in view.outcome && <p>{reason(view.outcome.reason)}</p>}
        <p className="quiet">{say("resume.text")}</p>
        {limit && (
          <label className="field">
            <span>{say("resume.limit", { limit: limitWords ? words(limitWords) : limit.limit })}</span>
            <input
              className="input"
              type="number"
              min="0"
              step="any"
              value={value}
              onChange={(event) => setValue(event.target.value)}
            />
            <small>
              {say("resume.used", { used: round(limit.used / unit), allowed: round(limit.allowed / unit) })}
            </small>
          </label>
        )}
        <label className="field">
          <span>{say("resume.model")}</span>
          <input
            className="input"
            value={model}
            placeholder={view.environment?.model ?? ""}
            onChange={(event) => setModel(event.target.value)}
          />
        </label>
        {failure && <FailureNote failure={failure} />}
        <div className="row">
          <button type="submit" className="button primary" disabled={isSending}>
            {say("resume")}
          </button>
          <button type="button" className="button" onClick={onClose}>
            {say("close")}
          </button>
        </div>
      </form>
    </Dialog>
  )
}

function round(value: number): number {
  return Number(value.toFixed(2))
}
