import { callOf } from "@keelson/protocol/log/key.ts"
import { amount, duration } from "@keelson/text/words/units.ts"
import type { CallView } from "@keelson/view/story.ts"
import { useWords } from "../../../words/use-words.ts"
import { useOpenCall } from "./open-call.ts"
import "./calls.css"

/** What the model was asked in a stage; each can be looked into. */
export function StageCalls({ calls }: { readonly calls: readonly CallView[] }) {
  const say = useWords()
  const open = useOpenCall()
  if (!open || calls.length === 0) return null
  return (
    <div className="stage-calls">
      <span className="eyebrow">{say("call.list", { count: calls.length })}</span>
      <ul>
        {calls.map(({ key, control, attempt, from, to, usage, failure }) => (
          <li key={key}>
            <button type="button" className="button plain small" onClick={() => open(callOf(key))}>
              {control}
              {attempt > 1 && <span> ↻{attempt}</span>}
              <span className="quiet">
                {duration(to - from)} ·{" "}
                {failure
                  ? `${say("task.failed")} (${failure.status ?? failure.kind})`
                  : `${amount(usage.prompt)} + ${amount(usage.completion)}`}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
