import { isEnd } from "@keelson/protocol/log/outcome.ts"
import type { RunView } from "@keelson/view/run-view.ts"
import type { Story } from "@keelson/view/story.ts"
import { undoneOf } from "@keelson/view/undone.ts"

export type ActionName = "cancel" | "resume" | "undo" | "redo"

/** What can be done with a run as it is now: cancel while it works, resume what is not done, undo what it changed. */
export function possibleActions(
  view: RunView,
  story: Story,
  isInterrupted: boolean,
): Readonly<Record<ActionName, boolean>> {
  const isOver = isEnd(view.state)
  const isQuiet = isOver || isInterrupted
  const isUndone = view.undos > 0
  return {
    cancel: !isQuiet && view.startedAt > 0 && view.cancelled === null,
    resume: isInterrupted || (isOver && view.state !== "DONE"),
    undo: isQuiet && hasChanged(view, story) && undoneOf(view) !== "all",
    redo: isQuiet && isUndone,
  }
}

function hasChanged(view: RunView, story: Story): boolean {
  return [...view.tasks, ...story.checkpoints].some(({ changes }) => changes.length > 0)
}
