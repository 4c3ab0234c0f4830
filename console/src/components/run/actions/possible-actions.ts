import { isEnd } from "@keelson/protocol/outcome.ts"
import type { RunView } from "@keelson/view/run-view.ts"
import type { Story } from "@keelson/view/story.ts"

export type ActionName = "cancel" | "resume" | "undo" | "redo"

/** What can be done with a run as it is now: cancel while it works, resume what is not done, undo what it changed. */
export function possibleActions(
  view: RunView,
  story: Story,
  isInterrupted: boolean,
): Readonly<Record<ActionName, boolean>> {
  const isOver = isEnd(view.state)
  const isQuiet = isOver || isInterrupted
  const isUndone = hasUndone(story)
  return {
    cancel: !isQuiet && view.startedAt > 0 && view.cancelled === null,
    resume: isInterrupted || (isOver && view.state !== "DONE"),
    undo: isQuiet && hasChanged(view, story) && !(isUndone && isAsBefore(view)),
    redo: isQuiet && isUndone,
  }
}

/** Each redo takes one undo back. */
function hasUndone({ moments }: Story): boolean {
  const count = (wanted: string) => moments.filter(({ kind }) => kind === wanted).length
  return count("undo") > count("redo")
}

function hasChanged(view: RunView, story: Story): boolean {
  return [...view.tasks, ...story.checkpoints].some(({ changes }) => changes.length > 0)
}

function isAsBefore({ changes }: RunView): boolean {
  return changes.every(({ before, after }) => before === after)
}
