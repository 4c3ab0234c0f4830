import type { LiveNow } from "@keelson/view/live-now.ts"
import { useWords } from "../../../words/use-words.ts"
import { Icon } from "../../icon.tsx"
import { OutputView } from "../../output/output-view.tsx"

/** What is being written right now: the model's words, the output of a check, why the model is asked again. */
export function LiveTail({ live }: { readonly live: LiveNow }) {
  const say = useWords()
  return (
    <>
      {live.check && <OutputView text={live.check.text} name={live.check.name} isGrowing />}
      {live.retry !== "" && (
        <p className="attempt">
          <Icon shape="again" size={14} /> <span>{say("model.retrying", { reason: live.retry })}</span>
        </p>
      )}
      {live.model !== "" && <pre className="thinking quiet">{live.model}</pre>}
    </>
  )
}
