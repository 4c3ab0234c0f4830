import { EMPTY_LIVE, type LiveNow } from "@keelson/view/live-now.ts"
import type { RunPicture } from "@keelson/view/picture.ts"
import type { Failure } from "../../../api/failure.ts"
import { useWords } from "../../../words/use-words.ts"
import { FailureNote } from "../../failure-note.tsx"
import { SummaryCard } from "../summary/summary-card.tsx"
import type { Selection } from "../use-selection.ts"
import { MomentRow } from "./moment-row.tsx"
import { StagePanel } from "./stage-panel.tsx"

type WorkPanelProps = {
  readonly runId: string
  readonly picture: RunPicture
  /** Why some of the stage is not here. */
  readonly failure: Failure | null
  readonly retry: () => void
  readonly selection: Selection
  /** `null` where the past is shown. */
  readonly live: LiveNow | null
  readonly now: number
}

const LOOSE: ReadonlySet<string> = new Set([
  "limit",
  "deadlock",
  "replan",
  "missing",
  "missed",
  "cancel",
  "note",
  "undo",
  "redo",
])

/** What came out, if it has ended; the stage that is looked at; what was noticed of the run as a whole. */
export function WorkPanel({ runId, picture, failure, retry, selection, live, now }: WorkPanelProps) {
  const say = useWords()
  const { view, story } = picture
  const { stage, cursor, open, toggle } = selection
  const loose = story.moments.filter(({ place, kind }) => place === "" && LOOSE.has(kind))
  return (
    <div className="work" role="tabpanel" id="panel-work" aria-labelledby="tab-work">
      <SummaryCard view={view} />
      {loose.map((moment) => (
        <MomentRow key={moment.seq} moment={moment} />
      ))}
      {failure && <FailureNote failure={failure} onRetry={retry} />}
      {stage ? (
        <StagePanel {...{ runId, stage, view, story, now, cursor, open }} live={live ?? EMPTY_LIVE} onToggle={toggle} />
      ) : (
        <p className="blank">{say(view.startedAt === 0 ? "loading" : view.outcome ? "work.nothing" : "work.none")}</p>
      )}
    </div>
  )
}
