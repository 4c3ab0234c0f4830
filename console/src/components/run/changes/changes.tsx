import { api } from "../../../api/client.ts"
import { useLoaded } from "../../../state/use-loaded.ts"
import { useWords } from "../../../words/use-words.ts"
import { Diff } from "../../diff.tsx"
import { FailureNote } from "../../failure-note.tsx"

/** What the run changed, as one diff. */
export function Changes({ runId, mark }: { readonly runId: string; readonly mark: string }) {
  const say = useWords()
  const { value, failure, reload } = useLoaded(`${runId} ${mark}`, () => api.diff(runId))
  if (failure) return <FailureNote failure={failure} onRetry={reload} />
  if (value === null) return <p className="quiet">{say("loading")}</p>
  if (value.trim() === "") return <p className="blank">{say("changes.none")}</p>
  return (
    <div className="changes">
      <Diff text={value} label={say("changes.label")} />
    </div>
  )
}
