import { isEnd } from "@keelson/protocol/log/outcome.ts"
import { runTitle } from "@keelson/text/run-title.ts"
import { clock } from "@keelson/text/words/units.ts"
import { activeAt } from "@keelson/view/active-time.ts"
import type { RunView } from "@keelson/view/run-view.ts"
import type { Story } from "@keelson/view/story.ts"
import type { ReactNode } from "react"
import { useWords } from "../../../words/use-words.ts"
import { Badge } from "../../badge.tsx"
import { INTERRUPTED, type Mark, QUEUED, stateMark, stateOf } from "../../marks.ts"
import type { Outline } from "../graph/outline.ts"
import { progressOf } from "./progress.ts"
import "./run-header.css"

type RunHeaderProps = {
  readonly view: RunView
  readonly story: Story
  readonly outline: Outline
  readonly now: number
  /** Nobody carries it out, although it has not ended. */
  readonly isInterrupted: boolean
  /** Nobody has begun with it yet. */
  readonly isQueued: boolean
  /** A check of the project's runs, whatever the state is called. */
  readonly isChecking: boolean
  readonly actions: ReactNode
  /** What happens now. */
  readonly children: ReactNode
}

/** What it is doing, how far it is, and what one can do about it. */
export function RunHeader(props: RunHeaderProps) {
  const { view, story, outline, now, actions, children } = props
  const say = useWords()
  const progress = progressOf(view, outline, say)
  const mark = markOf(props)
  const strategy = view.chosen ? `${view.strategy} → ${view.chosen.strategy}` : view.strategy
  const facts = [strategy, view.environment?.model, clock(activeAt(story.time, now))]
  return (
    <header className="run-header">
      <div className="run-title">
        <h1 title={view.request}>{runTitle(view.request)}</h1>
        {view.environment?.demo && <span className="tag">{say("run.demo")}</span>}
        <Badge mark={mark} />
        <span className="run-facts quiet">{facts.filter(Boolean).join(" · ")}</span>
      </div>
      <div className="run-progress">
        <span
          className={`progress tone-${mark.tone}${isEnd(view.state) ? " over" : ""}`}
          role="progressbar"
          aria-label={say("progress.label")}
          aria-valuenow={Math.round(progress.share * 100)}
          aria-valuemin={0}
          aria-valuemax={100}
        >
          <span style={{ width: `${progress.share * 100}%` }} />
        </span>
        <span className="progress-words small">{progress.words}</span>
        <span className="run-actions">{actions}</span>
      </div>
      {children}
    </header>
  )
}

function markOf({ view, isInterrupted, isQueued, isChecking }: RunHeaderProps): Mark {
  if (isInterrupted) return INTERRUPTED
  if (isQueued) return QUEUED
  return isChecking ? stateMark("VERIFYING") : stateOf(view)
}
