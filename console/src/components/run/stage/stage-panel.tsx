import type { Language } from "@keelson/protocol/log/environment.ts"
import { parentOf } from "@keelson/protocol/log/key.ts"
import { duration } from "@keelson/text/words/units.ts"
import { activeAt } from "@keelson/view/active-time.ts"
import type { LiveNow } from "@keelson/view/live-now.ts"
import type { RunView, StageView } from "@keelson/view/run-view.ts"
import { stageWord } from "@keelson/view/stages.ts"
import type { Story } from "@keelson/view/story.ts"
import { useReasons } from "../../../words/retold.ts"
import { useLanguage, useWords } from "../../../words/use-words.ts"
import { Badge } from "../../badge.tsx"
import { stageMark } from "../../marks.ts"
import { OutputView } from "../../output/output-view.tsx"
import { ForkButton } from "../actions/fork-button.tsx"
import { StageCalls } from "../calls/stage-calls.tsx"
import { houseOf, numberIn, statusNow } from "../graph/outline.ts"
import { numbersIn, stageName } from "../graph/stage-name.ts"
import { MomentRow } from "./moment-row.tsx"
import { Ruling } from "./ruling.tsx"
import { StageChecks } from "./stage-checks.tsx"
import { stageTasks } from "./stage-tasks.ts"
import { TaskRow } from "./task-row.tsx"
import "./stage-panel.css"

type StagePanelProps = {
  readonly runId: string
  readonly stage: StageView
  readonly view: RunView
  readonly story: Story
  readonly live: LiveNow
  readonly now: number
  /** The task that j and k are at. */
  readonly cursor: string
  readonly open: ReadonlySet<string>
  readonly onToggle: (task: string) => void
}

/** One round, turn or step: its plan, its tasks, what was noticed and what was concluded. */
export function StagePanel(props: StagePanelProps) {
  const { stage, view, story, live, now } = props
  const say = useWords()
  const language = useLanguage()
  const reason = useReasons()
  const plan = story.plans[stage.id]
  const tasks = stageTasks(stage, view, story)
  const moments = story.moments.filter(
    ({ place, kind }) => !CHECKS.has(kind) && belongsTo(place, stage.id) && !isOpen(kind, place, view),
  )
  const ruling = story.rulings[stage.id]
  const house = houseOf(view, stage.id)
  const status = statusNow(view, stage.status)
  const isIdle = status === "running" && tasks.every((task) => task.status !== "running")
  return (
    <section className="stage-panel panel" aria-label={stage.title}>
      <header className="stage-head">
        <h2>{headingOf(stage, say, language)}</h2>
        {house && <span className="cut quiet">{stageName(house, say, language)}</span>}
        <Badge mark={stageMark(status)} />
        <span className="quiet small stage-time">
          {duration(activeAt(story.time, stage.endedAt ?? now) - activeAt(story.time, stage.startedAt))}
        </span>
        <ForkButton place={stage.id} isPlain />
      </header>
      {plan && (
        <div className="stage-plan">
          <span className="eyebrow">{say("stage.plan", { count: plan.tasks.length })}</span>
          {plan.reasoning !== "" && <p>{plan.reasoning}</p>}
        </div>
      )}
      {tasks.length === 0 && (
        <p className="quiet small">{say(stage.endedAt === null ? "stage.empty" : "stage.none")}</p>
      )}
      {tasks.length > 0 && (
        <ul className="tasks" aria-label={say("stage.tasks")}>
          {tasks.map((task) => (
            <TaskRow
              key={task.key}
              task={task}
              runId={props.runId}
              artifacts={story.artifacts[task.key] ?? []}
              output={live.tasks[task.key] ?? ""}
              now={now}
              isCursor={props.cursor === task.key}
              isOpen={props.open.has(task.key)}
              onToggle={() => props.onToggle(task.key)}
            />
          ))}
        </ul>
      )}
      {moments.map((moment) => (
        <MomentRow key={moment.seq} moment={moment} />
      ))}
      <StageChecks stage={stage.id} view={view} />
      {isIdle && live.check && <OutputView text={live.check.text} name={live.check.name} isGrowing />}
      {isIdle && live.model !== "" && <pre className="thinking quiet">{live.model}</pre>}
      {ruling && <Ruling ruling={ruling} />}
      {!ruling && stage.summary !== "" && <p className="ruling">{reason(stage.summary)}</p>}
      <StageCalls stage={stage.id} story={story} />
    </section>
  )
}

/** Checks have a list of their own. */
const CHECKS: ReadonlySet<string> = new Set(["passed", "failed", "broken"])

/** What is still asked stands on top of the page. */
function isOpen(kind: string, place: string, { questions }: RunView): boolean {
  return kind === "question" && questions.some(({ id }) => id.startsWith(place))
}

function belongsTo(place: string, stage: string): boolean {
  return place === stage || parentOf(place) === stage
}

/** `Round 2.3` for `phase-2/round-3`; what has a title of its own keeps it. Turns are numbered in their step or item. */
function headingOf(stage: StageView, say: ReturnType<typeof useWords>, language: Language): string {
  const { id, kind } = stage
  if (kind === "round") return say("stage.round", { number: numbersIn(id) })
  if (kind === "turn") return say("stage.turn", { number: numberIn(id) })
  if (stage.isRepeated) return `${stageWord(stage, language)} ${numberIn(id)}`
  return stageName(stage, say, language)
}
