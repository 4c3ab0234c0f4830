import { isEnd } from "@keelson/protocol/log/outcome.ts"
import type { RunView } from "@keelson/view/run-view.ts"
import { type KeyboardEvent, useState } from "react"
import { api } from "../../../api/client.ts"
import type { Failure } from "../../../api/failure.ts"
import { forgetDraft, useDraft } from "../../../state/draft.ts"
import { MOD_KEY } from "../../../state/mod-key.ts"
import { asFailure } from "../../../state/use-loaded.ts"
import { useMay } from "../../../state/you.ts"
import { useWords } from "../../../words/use-words.ts"
import { FailureNote } from "../../failure-note.tsx"
import { WordsSaid } from "./words-said.tsx"
import "./tell-box.css"

type TellBoxProps = { readonly runId: string; readonly view: RunView }

/** A line to say something to a run that works, and what was said so far. */
export function TellBox({ runId, view }: TellBoxProps) {
  const mayRun = useMay("run")
  const isOpen = mayRun && !isEnd(view.state) && view.cancelled === null
  if (!isOpen && view.words.length === 0) return null
  return (
    <section className="tell-box">
      <WordsSaid view={view} />
      {isOpen && <TellForm runId={runId} />}
    </section>
  )
}

function TellForm({ runId }: { readonly runId: string }) {
  const say = useWords()
  const name = `${runId}.tell`
  const [text, setText] = useDraft(name)
  const { isSending, failure, send } = useTelling(runId, () => {
    forgetDraft(name)
    setText("")
  })
  const isMute = isSending || text.trim() === ""
  const tell = (now: boolean) => {
    if (!isMute) send(text.trim(), now)
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        tell(false)
      }}
    >
      <div className="row">
        <input
          className="input"
          aria-label={say("tell.label")}
          placeholder={say("tell.hint")}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (!isNowKey(event)) return
            event.preventDefault()
            tell(true)
          }}
        />
        <button type="submit" className="button" disabled={isMute}>
          {say("tell.send")}
        </button>
        <button
          type="button"
          className="button"
          disabled={isMute}
          title={say("tell.now.what")}
          onClick={() => tell(true)}
        >
          {say("tell.now")} <kbd>{MOD_KEY}S</kbd>
        </button>
      </div>
      {failure && <FailureNote failure={failure} />}
    </form>
  )
}

/** As in the terminal; the browser would save the page. */
function isNowKey({ key, ctrlKey, metaKey }: KeyboardEvent): boolean {
  return key.toLowerCase() === "s" && (ctrlKey || metaKey)
}

function useTelling(runId: string, onSent: () => void) {
  const [isSending, setSending] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const send = (text: string, now: boolean) => {
    setSending(true)
    setFailure(null)
    const sent = api.tell(runId, text, now).then(onSent, (error: unknown) => setFailure(asFailure(error)))
    void sent.finally(() => setSending(false))
  }
  return { isSending, failure, send }
}
