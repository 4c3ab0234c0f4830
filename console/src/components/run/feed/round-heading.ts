import type { Language } from "@keelson/protocol/log/environment.ts"
import type { FeedRound } from "@keelson/view/feed.ts"
import type { StageView } from "@keelson/view/run-view.ts"
import { stageWord } from "@keelson/view/stages.ts"
import type { Say } from "../../../words/use-words.ts"
import { numberIn } from "../graph/outline.ts"
import { numbersIn, stageName } from "../graph/stage-name.ts"

/** `Round 2.3` for `phase-2/round-3`; what has a title of its own keeps it. Turns are numbered in their step or item. */
export function headingOf(stage: StageView, say: Say, language: Language): string {
  const { id, kind } = stage
  if (kind === "round") return say("stage.round", { number: numbersIn(id) })
  if (kind === "turn") return say("stage.turn", { number: numberIn(id) })
  if (stage.isRepeated) return `${stageWord(stage, language)} ${numberIn(id)}`
  return stageName(stage, say, language)
}

/** What a round was about, in one line: the model's words, else what came of it, else what it did first. */
export function gistOfRound({ said, ruling, plan, stage, tasks }: FeedRound): string {
  const texts = [said, ruling?.text ?? "", plan?.reasoning ?? "", stage.summary, tasks[0]?.title ?? ""]
  const text = texts.find((each) => each.trim() !== "") ?? ""
  return (text.trim().split("\n")[0] ?? "").replaceAll(/[*`#]+/g, "")
}

/** Its tools with how often each was called, as in `edit_file ×2`. */
export function toolsOf({ tasks }: FeedRound): string {
  const counts = new Map<string, number>()
  for (const { tool } of tasks) counts.set(tool, (counts.get(tool) ?? 0) + 1)
  return [...counts].map(([tool, times]) => (times > 1 ? `${tool} ×${times}` : tool)).join(" · ")
}
