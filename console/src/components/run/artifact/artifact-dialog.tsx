import { useWords } from "../../../words/use-words.ts"
import { Dialog } from "../../dialog.tsx"
import { FailureNote } from "../../failure-note.tsx"
import { OutputView } from "../../output/output-view.tsx"
import { useWholeText } from "./use-whole-text.ts"

type ArtifactDialogProps = { readonly runId: string; readonly id: string; readonly onClose: () => void }

/** The whole result of a task. */
export function ArtifactDialog({ runId, id, onClose }: ArtifactDialogProps) {
  const say = useWords()
  const { text, all, failure } = useWholeText(runId, id)
  return (
    <Dialog title={`${say("artifact.title")} ${id}`} onClose={onClose} isWide>
      {failure && <FailureNote failure={failure} />}
      {all === null && !failure && <p className="quiet">{say("loading")}</p>}
      {all !== null && <OutputView text={text} name={id} all={all} />}
    </Dialog>
  )
}
