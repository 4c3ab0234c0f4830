import type { OpenedCall } from "@keelson/protocol/api/call-api.ts"
import { useState } from "react"
import { api } from "../../../api/client.ts"
import { useLoaded } from "../../../state/use-loaded.ts"
import { useWords } from "../../../words/use-words.ts"
import { Dialog } from "../../dialog.tsx"
import { FailureNote } from "../../failure-note.tsx"
import { CallFigures } from "./call-figures.tsx"
import { CallReplyView } from "./call-reply.tsx"
import { CallSent } from "./call-sent.tsx"
import "./calls.css"

type CallDialogProps = {
  readonly runId: string
  /** By its key, or by its number. */
  readonly named: string
  readonly onOpen: (named: string) => void
  readonly onClose: () => void
}

/** One call of the model: what it was sent, what came back, and what became of that. */
export function CallDialog({ runId, named, onOpen, onClose }: CallDialogProps) {
  const say = useWords()
  const { value, failure, reload } = useLoaded(`${runId} ${named}`, () => api.call(runId, named))
  const title = value ? say("call.title", { n: value.n, of: value.of, control: value.control }) : say("call.open")
  return (
    <Dialog title={title} onClose={onClose} isWide>
      {failure && <FailureNote failure={failure} onRetry={reload} />}
      {!value && !failure && <p className="blank">{say("loading")}</p>}
      {value && (
        <>
          <Neighbours call={value} onOpen={onOpen} />
          <CallFigures call={value} />
          <CallParts key={value.n} call={value} />
        </>
      )}
    </Dialog>
  )
}

function Neighbours({
  call: { n, of },
  onOpen,
}: {
  readonly call: OpenedCall
  readonly onOpen: (named: string) => void
}) {
  const say = useWords()
  return (
    <div className="row call-neighbours">
      <button type="button" className="button" disabled={n <= 1} onClick={() => onOpen(String(n - 1))}>
        {say("call.before")}
      </button>
      <button type="button" className="button" disabled={n >= of} onClick={() => onOpen(String(n + 1))}>
        {say("call.after")}
      </button>
    </div>
  )
}

/** What came back stands first: it is short, and mostly what one looks for. */
function CallParts({ call }: { readonly call: OpenedCall }) {
  const say = useWords()
  const [isWhole, setWhole] = useState(false)
  return (
    <div className="call-parts">
      <section aria-label={say("call.reply")}>
        <h3>{say("call.reply")}</h3>
        <CallReplyView call={call} />
      </section>
      <section aria-label={say("call.sent")}>
        <h3>{say("call.sent")}</h3>
        <CallSent call={call} isWhole={isWhole} onWhole={() => setWhole(!isWhole)} />
      </section>
    </div>
  )
}
