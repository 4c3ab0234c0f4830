import { duration } from "@keelson/text/words/units.ts"
import type { FeedRound } from "@keelson/view/feed.ts"
import { memo } from "react"
import { useTitles } from "../../../words/retold.ts"
import { useLanguage, useWords } from "../../../words/use-words.ts"
import { MarkIcon } from "../../badge.tsx"
import { Icon } from "../../icon.tsx"
import { stageMark, taskMark } from "../../marks.ts"
import { gistOfRound, headingOf, toolsOf } from "./round-heading.ts"

type RoundLineProps = {
  readonly round: FeedRound
  /** How its stage stands. */
  readonly status: string
  readonly ms: number
  readonly isChosen: boolean
  readonly onOpen: (stage: string) => void
}

/** A round in one line. */
export const RoundLine = memo(function RoundLine({ round, status, ms, isChosen, onOpen }: RoundLineProps) {
  const say = useWords()
  const language = useLanguage()
  const titles = useTitles()
  const failed = round.tasks.filter((task) => task.status === "failed" || task.status === "refused").length
  const tries = round.calls.filter(({ failure }) => failure).length
  return (
    <button
      type="button"
      id={`round-${round.stage.id}`}
      className={`round-line${isChosen ? " looked-at" : ""}`}
      aria-expanded={false}
      onClick={() => onOpen(round.stage.id)}
    >
      <Icon shape="chevron" size={12} />
      <MarkIcon mark={stageMark(status)} />
      <strong className="round-name">{headingOf(round.stage, say, language)}</strong>
      <span className="cut grow">{titles(gistOfRound(round))}</span>
      {failed > 0 && (
        <span className="small round-failed">
          <MarkIcon mark={taskMark("failed")} /> {failed}
        </span>
      )}
      {tries > 0 && <span className="small round-failed">{say("attempt.count", { count: tries })}</span>}
      <code className="cut round-tools quiet">{toolsOf(round)}</code>
      <span className="small quiet task-time">{duration(ms)}</span>
    </button>
  )
})
