import type { Language } from "@keelson/protocol/log/environment.ts"
import { numberOf } from "@keelson/protocol/log/key.ts"
import type { StageView } from "@keelson/view/run-view.ts"
import { stageTitle } from "@keelson/view/stages.ts"
import type { Say } from "../../../words/use-words.ts"

/** `2.3` for `phase-2/round-3`. */
export function numbersIn(id: string): string {
  return [...id.matchAll(/(\d+)/g)].map(([digits]) => digits).join(".")
}

/** What a part is called here: closings in the reader's own language, the others by their titles. */
export function stageName(stage: StageView, say: Say, language: Language): string {
  if (stage.kind === "closing") return say("stage.closing", { number: numberOf(stage.id) })
  return stageTitle(stage, language)
}
