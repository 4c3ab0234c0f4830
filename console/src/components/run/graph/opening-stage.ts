import type { RunView, StageView } from "@keelson/view/run-view.ts"
import { houseOf } from "./outline.ts"

/** Where a part stands that did not come to a good end; `running` is what was under way when the run stopped. */
const TROUBLED: ReadonlySet<string> = new Set(["failed", "incomplete", "unproven", "forced", "running"])

/** What the page opens at: the newest stage, and of a run that ended otherwise than done the one where it went wrong. */
export function openingStage(view: RunView, leaves: readonly StageView[]): StageView | undefined {
  const newest = leaves.at(-1)
  if (!view.outcome || view.outcome.status === "done") return newest
  const isTroubled = (stage: StageView) =>
    TROUBLED.has(stage.status) || TROUBLED.has(houseOf(view, stage.id)?.status ?? "")
  return leaves.findLast(isTroubled) ?? leaves.findLast(({ status }) => status !== "skipped") ?? newest
}
