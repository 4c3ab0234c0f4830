import { parentOf } from "../../../protocol/log/key.ts"
import { lineInMarkdown } from "../../../text/quoted-name.ts"
import type { RunView } from "../../../view/run-view.ts"
import { stageTitle } from "../../../view/stages.ts"
import { languageIn } from "./of-view.ts"

/** The newest thing that each stage's judge told the user, as items of a list. */
export function newestSummaries(view: RunView): readonly string[] {
  const newest = new Map<string, string>()
  for (const { stage, text } of view.summaries) newest.set(parentOf(stage), text)
  return [...newest].map(([stage, text]) => `- ${titleOf(view, stage)}${text}`)
}

function titleOf(view: RunView, id: string): string {
  const stage = view.stages.find((candidate) => candidate.id === id)
  return stage ? `**${lineInMarkdown(stageTitle(stage, languageIn(view)))}:** ` : ""
}
