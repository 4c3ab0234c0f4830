import { duration } from "@keelson/text/words/units.ts"
import type { ProcessView } from "@keelson/view/apply/apply-process.ts"
import type { FeedRound } from "@keelson/view/feed.ts"
import { memo } from "react"
import type { RunSource } from "../../../api/run-source.ts"
import { useWhole } from "../../../state/use-whole.ts"
import { useReasons } from "../../../words/retold.ts"
import { useLanguage, useWords } from "../../../words/use-words.ts"
import { Badge } from "../../badge.tsx"
import { FailureNote } from "../../failure-note.tsx"
import { Icon } from "../../icon.tsx"
import { Markdown } from "../../markdown.tsx"
import { stageMark } from "../../marks.ts"
import { ForkButton } from "../actions/fork-button.tsx"
import { StageCalls } from "../calls/stage-calls.tsx"
import { stageName } from "../graph/stage-name.ts"
import { CheckRows } from "../stage/check-rows.tsx"
import { MomentRow } from "../stage/moment-row.tsx"
import { Ruling } from "../stage/ruling.tsx"
import { type Standing, taskLines } from "../stage/stage-tasks.ts"
import { TaskRow } from "../stage/task-row.tsx"
import "../stage/stage-panel.css"
import { AttemptRow } from "./attempt-row.tsx"
import { headingOf } from "./round-heading.ts"

type RoundPanelProps = {
  readonly runId: string
  readonly source: RunSource | null
  readonly round: FeedRound
  /** The picture tells it in brief. */
  readonly isBrief: boolean
  readonly status: string
  readonly ms: number
  readonly standing: Standing
  /** Of a round that goes on; 0 for any other. */
  readonly now: number
  /** What its running tasks print, by their keys. */
  readonly outputs: Readonly<Record<string, string>>
  /** Commands that its tasks left running. */
  readonly processes: readonly ProcessView[]
  readonly isChosen: boolean
  readonly canFold: boolean
  /** The task that j and k are at; empty where it is in another round. */
  readonly cursor: string
  readonly open: ReadonlySet<string>
  readonly onToggle: (task: string, stage: string) => void
  readonly onFold: (stage: string) => void
}

/** One round, turn or step: what was said, its plan, its tasks, what was noticed and what was concluded. */
export const RoundPanel = memo(function RoundPanel(props: RoundPanelProps) {
  const { runId, source, isBrief, status, ms, standing, now, outputs, processes, isChosen, canFold, cursor, open } =
    props
  const say = useWords()
  const language = useLanguage()
  const reason = useReasons()
  const { round, failure, retry } = useWhole(source, props.round, isBrief)
  const { stage, part, said, plan, moments, checks, ruling, calls, artifacts } = round
  const tasks = taskLines(round, standing)
  return (
    <section
      className={`stage-panel panel${isChosen ? " looked-at" : ""}`}
      id={`round-${stage.id}`}
      aria-label={headingOf(stage, say, language)}
    >
      <header className="stage-head">
        {canFold && (
          <button
            type="button"
            className="round-fold"
            aria-expanded={true}
            aria-label={say("feed.fold")}
            onClick={() => props.onFold(stage.id)}
          >
            <Icon shape="chevron" size={12} />
          </button>
        )}
        <h2>{headingOf(stage, say, language)}</h2>
        {part && <span className="cut quiet">{stageName(part, say, language)}</span>}
        <Badge mark={stageMark(status)} />
        <span className="quiet small stage-time">{duration(ms)}</span>
        <ForkButton place={stage.id} isPlain />
      </header>
      {failure && <FailureNote failure={failure} onRetry={retry} />}
      {calls.map((call) => call.failure && <AttemptRow key={call.key} call={call} />)}
      {said !== "" && (
        <div className="said">
          <Markdown text={said} />
        </div>
      )}
      {plan && (
        <div className="stage-plan">
          <span className="eyebrow">{say("stage.plan", { count: plan.tasks.length })}</span>
          {plan.reasoning !== "" && <p>{plan.reasoning}</p>}
        </div>
      )}
      {tasks.length === 0 && stage.endedAt !== null && stage.summary === "" && !failure && (
        <p className="quiet small">{say("stage.none")}</p>
      )}
      {tasks.length > 0 && (
        <ul className="tasks" aria-label={say("stage.tasks")}>
          {tasks.map((task) => (
            <TaskRow
              key={task.key}
              task={task}
              runId={runId}
              artifacts={artifacts[task.key] ?? []}
              output={outputs[task.key] ?? ""}
              process={processes.find((process) => process.task === task.key)}
              now={now}
              isCursor={cursor === task.key}
              isOpen={open.has(task.key)}
              onToggle={() => props.onToggle(task.key, stage.id)}
            />
          ))}
        </ul>
      )}
      {moments.map((moment) => (
        <MomentRow key={moment.seq} moment={moment} />
      ))}
      <CheckRows checks={checks} />
      {ruling && <Ruling ruling={ruling} />}
      {!ruling && stage.summary !== "" && (
        <div className="ruling">
          <Markdown text={reason(stage.summary)} />
        </div>
      )}
      <StageCalls calls={calls} />
    </section>
  )
})
