import type { LiveNow } from "@keelson/view/live-now.ts"
import type { RunPicture } from "@keelson/view/picture.ts"
import type { RunSource } from "../../../api/run-source.ts"
import { Feed } from "../feed/feed.tsx"
import { SummaryCard } from "../summary/summary-card.tsx"
import type { Selection } from "../use-selection.ts"

type WorkPanelProps = {
  readonly runId: string
  readonly source: RunSource | null
  readonly picture: RunPicture
  readonly selection: Selection
  /** `null` where the past is shown. */
  readonly live: LiveNow | null
  readonly now: number
  /** Whether one can do something with the run here. */
  readonly canAct: boolean
}

/** What came out, if it has ended, and the story of how. */
export function WorkPanel(props: WorkPanelProps) {
  return (
    <div className="work" role="tabpanel" id="panel-work" aria-labelledby="tab-work">
      <SummaryCard
        view={props.picture.view}
        story={props.picture.story}
        canAct={props.canAct}
        onOpen={props.selection.reveal}
      />
      <Feed {...props} />
    </div>
  )
}
