import type { Language } from "../protocol/log/environment.ts"
import { isKnownStage } from "../protocol/log/stage-kind.ts"
import type { RunView, StageView } from "./run-view.ts"

/** What people call this kind of stage: as its strategy says, or plainly by its name. */
export function stageWord({ kind, words }: Pick<StageView, "kind" | "words">, language: Language): string {
  return words?.[language] ?? kind.replaceAll(/[-_]/g, " ")
}

/** The title of a stage; that of an unknown kind says what it is. */
export function stageTitle(stage: Pick<StageView, "kind" | "words" | "title">, language: Language): string {
  if (isKnownStage(stage.kind)) return stage.title
  const word = stageWord(stage, language)
  return stage.title === "" || stage.title === word ? word : `${word}: ${stage.title}`
}

/** Whether the run's list is handed out item by item, so that each of its items is a stage, begun or still to come. */
export function handsOutItems({ opens, stages }: Pick<RunView, "opens" | "stages">): boolean {
  return opens.includes("item") || stages.some(({ kind }) => kind === "item")
}
