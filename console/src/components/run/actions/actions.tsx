import { isEnd } from "@keelson/protocol/log/outcome.ts"
import type { RunView } from "@keelson/view/run-view.ts"
import type { Story } from "@keelson/view/story.ts"
import { useState } from "react"
import { useCommands } from "../../../state/commands.ts"
import { link } from "../../../state/route.ts"
import { useWords } from "../../../words/use-words.ts"
import { Icon } from "../../icon.tsx"
import { CancelDialog } from "./cancel-dialog.tsx"
import { MoreActions } from "./more-actions.tsx"
import { type ActionName, possibleActions } from "./possible-actions.ts"
import { ResumeDialog } from "./resume-dialog.tsx"
import { UndoDialog } from "./undo-dialog.tsx"

type ActionsProps = {
  readonly runId: string
  readonly view: RunView
  readonly story: Story
  readonly isInterrupted: boolean
  readonly onChanged: () => void
}

/** What can be done with the run as it is now: cancel while it works, resume what is not done, undo what it changed. */
export function Actions({ runId, view, story, isInterrupted, onChanged }: ActionsProps) {
  const say = useWords()
  const [open, setOpen] = useState<ActionName | null>(null)
  const isOver = isEnd(view.state)
  const close = () => setOpen(null)
  const changed = () => {
    close()
    onChanged()
  }
  const possible = possibleActions(view, story, isInterrupted)
  useCommands(
    (["resume", "cancel", "undo", "redo"] as const)
      .filter((name) => possible[name])
      .map((name) => ({ id: name, label: say(name), run: () => setOpen(name) })),
  )
  return (
    <>
      {view.environment?.comparison && (
        <a className="button" href={link.comparison(view.environment.comparison.id)}>
          {say("run.comparison")}
        </a>
      )}
      <MoreActions runId={runId} view={view} onChanged={onChanged} />
      {possible.undo && (
        <button type="button" className="button" onClick={() => setOpen("undo")}>
          <Icon shape="undo" /> {say("undo")}
        </button>
      )}
      {possible.redo && (
        <button type="button" className="button" onClick={() => setOpen("redo")}>
          <Icon shape="again" /> {say("redo")}
        </button>
      )}
      {possible.resume && (
        <button type="button" className="button primary" onClick={() => setOpen("resume")}>
          <Icon shape="play" size={11} /> {say("resume")}
        </button>
      )}
      {!isOver && !isInterrupted && view.startedAt > 0 && (
        <button type="button" className="button" disabled={view.cancelled !== null} onClick={() => setOpen("cancel")}>
          {say(view.cancelled === null ? "cancel" : "cancelling")}
        </button>
      )}
      {open === "cancel" && <CancelDialog runId={runId} onClose={close} onDone={changed} />}
      {open === "resume" && <ResumeDialog runId={runId} view={view} onClose={close} onDone={changed} />}
      {(open === "undo" || open === "redo") && (
        <UndoDialog
          {...{ runId, story, view }}
          key={open}
          isRedo={open === "redo"}
          onClose={close}
          onDone={onChanged}
        />
      )}
    </>
  )
}
