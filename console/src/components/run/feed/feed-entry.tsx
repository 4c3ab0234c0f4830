import type { RunView } from "@keelson/view/run-view.ts"
import { stageWord } from "@keelson/view/stages.ts"
import { useState } from "react"
import { useReasons } from "../../../words/retold.ts"
import { useLanguage, useWords } from "../../../words/use-words.ts"
import { Badge } from "../../badge.tsx"
import { Icon } from "../../icon.tsx"
import { stateOf } from "../../marks.ts"
import { TextItems } from "../../text-items.tsx"

/** Longer requests show their beginning. */
const MOST_SHOWN = 900

/** What was asked, and by whom. */
export function RequestEntry({ view }: { readonly view: RunView }) {
  const say = useWords()
  const [isWhole, setWhole] = useState(false)
  const isLong = view.request.length > MOST_SHOWN
  return (
    <section className="feed-entry feed-request" aria-label={say("feed.asked")}>
      <h2 className="eyebrow">
        {say("feed.asked")}
        {view.askedBy !== undefined && ` · ${view.askedBy}`}
      </h2>
      <p className="plain-text">{isLong && !isWhole ? `${view.request.slice(0, MOST_SHOWN)}…` : view.request}</p>
      {isLong && (
        <button type="button" className="button plain small" onClick={() => setWhole(!isWhole)}>
          {say(isWhole ? "summary.less" : "summary.more")}
        </button>
      )}
    </section>
  )
}

/** What the run understood, which strategy it took, and what it set out to do. */
export function IntentEntry({ view }: { readonly view: RunView }) {
  const say = useWords()
  const reason = useReasons()
  const language = useLanguage()
  const { analysis, chosen } = view
  const parts = plannedParts(view)
  const kind = view.phases.length > 0 ? "phase" : view.steps.length > 0 ? "step" : "item"
  return (
    <section className="feed-entry" aria-label={say("request.understood")}>
      {analysis && (
        <>
          <h2 className="eyebrow">{say("request.understood")}</h2>
          <p>{analysis.core_goal}</p>
          {analysis.requirements.length > 1 && (
            <ol className="feed-numbered">
              <TextItems items={analysis.requirements} />
            </ol>
          )}
        </>
      )}
      {chosen && (
        <p className="quiet">
          {say("request.chosen")} <code>{chosen.strategy}</code> – {reason(chosen.reason)}
        </p>
      )}
      {parts.length > 0 && (
        <>
          <h2 className="eyebrow">{say("feed.plan", { count: parts.length, kind: stageWord({ kind }, language) })}</h2>
          <ol className="feed-numbered">
            {parts.map(({ title, goal }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a plan keep their order.
              <li key={index}>
                {title} {goal !== "" && <span className="quiet">– {goal}</span>}
              </li>
            ))}
          </ol>
        </>
      )}
    </section>
  )
}

function plannedParts({ phases, steps, todos }: RunView): readonly { readonly title: string; readonly goal: string }[] {
  if (phases.length > 0) return phases.map(({ name, goal }) => ({ title: name, goal }))
  if (steps.length > 0) return steps.map(({ description, done_when }) => ({ title: description, goal: done_when }))
  return todos.map(({ content }) => ({ title: content, goal: "" }))
}

type EndEntryProps = { readonly view: RunView; readonly onSummary: () => void }

/** How the story ends; what came out stands on the card. */
export function EndEntry({ view, onSummary }: EndEntryProps) {
  const say = useWords()
  return (
    <section className="feed-entry feed-end" aria-label={say("feed.end")}>
      <h2 className="eyebrow">{say("feed.end")}</h2>
      <Badge mark={stateOf(view)} />
      {view.summary && (
        <button type="button" className="button plain small" onClick={onSummary}>
          <Icon shape="summary" size={13} /> {say("feed.summary")}
        </button>
      )}
    </section>
  )
}
