import type { OpenedCall } from "@keelson/protocol/api/call-api.ts"
import { useWords } from "../../../words/use-words.ts"
import { TextItems } from "../../text-items.tsx"
import { CallsMade } from "./calls-made.tsx"

/** What came back, and why it was sent back, if it was. */
export function CallReplyView({ call: { reply, lost, issues } }: { readonly call: OpenedCall }) {
  const say = useWords()
  if (!reply) return <p className="note">{say(lost ? "call.lost" : "call.none")}</p>
  return (
    <>
      {reply.text !== "" && <pre>{reply.text}</pre>}
      <CallsMade calls={reply.calls} />
      {reply.finish === "length" && <p className="note">{say("call.short")}</p>}
      {reply.refused !== undefined && (
        <p className="note">
          {say("call.refused")} {reply.refused}
        </p>
      )}
      {issues.length > 0 && (
        <div className="note">
          <strong>{say("call.back")}</strong>
          <ul>
            <TextItems items={issues} />
          </ul>
        </div>
      )}
    </>
  )
}
