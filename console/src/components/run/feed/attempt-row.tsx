import { callOf } from "@keelson/protocol/log/key.ts"
import { duration, exactTimeOfDay } from "@keelson/text/words/units.ts"
import type { CallView } from "@keelson/view/story.ts"
import { useWords } from "../../../words/use-words.ts"
import { Icon } from "../../icon.tsx"
import { useOpenCall } from "../calls/open-call.ts"

/** A try of a model call that gave no answer: what the endpoint said, when, and what was done about it. */
export function AttemptRow({ call }: { readonly call: CallView }) {
  const say = useWords()
  const open = useOpenCall()
  const { failure, attempt, from, to, key } = call
  if (!failure) return null
  const { status, kind, reason, waitMs } = failure
  const words = (
    <>
      <Icon shape="failed" size={14} />
      <span>
        <strong>{say("attempt.failed", { number: attempt })}</strong>{" "}
        <code>{status === null ? say(`attempt.kind.${knownKind(kind)}`) : `HTTP ${status}`}</code> {reason}{" "}
        <span className="quiet small">
          {exactTimeOfDay(to)} · {duration(to - from)} ·{" "}
          {waitMs === null ? say("attempt.last") : say("attempt.again", { time: duration(waitMs) })}
        </span>
      </span>
    </>
  )
  if (!open) return <p className="attempt">{words}</p>
  return (
    <button type="button" className="attempt" onClick={() => open(callOf(key))}>
      {words}
    </button>
  )
}

const KINDS = ["busy", "broken", "timeout", "auth", "quota", "overflow", "refused", "unsupported", "unusable"] as const

function knownKind(kind: string): (typeof KINDS)[number] | "other" {
  return KINDS.find((known) => known === kind) ?? "other"
}
