import type { ReplayReply } from "@keelson/protocol/api/replay-api.ts"
import { useState } from "react"
import { api } from "../../../api/client.ts"
import type { Failure } from "../../../api/failure.ts"
import { asFailure } from "../../../state/use-loaded.ts"
import { useWords } from "../../../words/use-words.ts"
import { Dialog } from "../../dialog.tsx"
import { FailureNote } from "../../failure-note.tsx"

/** What other guards would have said of the run: nothing is asked, nothing changes. */
export function ReplayDialog({ runId, onClose }: { readonly runId: string; readonly onClose: () => void }) {
  const say = useWords()
  const [settings, setSettings] = useState("reflection=strict")
  const [reply, setReply] = useState<ReplayReply | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const replay = async () => {
    setFailure(null)
    try {
      setReply(
        await api.replay(
          runId,
          settings
            .split("\n")
            .map((line) => line.trim())
            .filter(Boolean),
        ),
      )
    } catch (error) {
      setFailure(asFailure(error))
    }
  }
  return (
    <Dialog title={say("policy.title")} onClose={onClose} isWide>
      <form
        className="dialog-form"
        onSubmit={(event) => {
          event.preventDefault()
          void replay()
        }}
      >
        <label className="field">
          <span>{say("policy.settings")}</span>
          <textarea className="input" rows={4} value={settings} onChange={(event) => setSettings(event.target.value)} />
          <small>{say("policy.hint")}</small>
        </label>
        <div className="row">
          <button type="submit" className="button primary">
            {say("policy.do")}
          </button>
        </div>
      </form>
      {failure && <FailureNote failure={failure} />}
      {reply && <Rulings reply={reply} />}
    </Dialog>
  )
}

function Rulings({ reply: { counts, rows } }: { readonly reply: ReplayReply }) {
  const say = useWords()
  return (
    <div role="status">
      <ul>
        {(["alarms", "limits", "violations"] as const).map((kind) => (
          <li key={kind}>{say(`policy.${kind}`, counts[kind])}</li>
        ))}
      </ul>
      {rows.length > 0 && (
        <div className="scrolls">
          <table className="policy-rows">
            <tbody>
              {rows.map((row) => (
                <tr key={`${row.mark} ${row.place} ${row.name} ${row.text}`}>
                  <td>
                    {row.mark.trim() === "" ? say("policy.both") : say(row.mark === "+" ? "policy.new" : "policy.gone")}
                  </td>
                  <td>
                    <code>{row.place}</code>
                  </td>
                  <td>{row.name}</td>
                  <td>{row.text}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </div>
  )
}
