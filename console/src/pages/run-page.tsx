import { isEnd } from "@keelson/protocol/outcome.ts"
import { runTitle } from "@keelson/text/run-title.ts"
import { useState } from "react"
import { FailureNote } from "../components/failure-note.tsx"
import { Actions } from "../components/run/actions/actions.tsx"
import { FileUndoDialog } from "../components/run/actions/file-undo-dialog.tsx"
import { possibleActions } from "../components/run/actions/possible-actions.ts"
import { Changes } from "../components/run/changes/changes.tsx"
import { LoadingRun } from "../components/run/loading/loading-run.tsx"
import { QuestionPanel } from "../components/run/question/question-panel.tsx"
import { RunBody } from "../components/run/run-body.tsx"
import { TellBox } from "../components/run/words/tell-box.tsx"
import type { Feed } from "../state/run-feed.ts"
import { useRun } from "../state/use-run.ts"
import { useTitle } from "../state/use-title.ts"
import { useWords } from "../words/use-words.ts"

/** One run, live. */
export function RunPage({ id }: { readonly id: string }) {
  const say = useWords()
  const { feed, state, failure, refollow } = useRun(id)
  const { view, story } = state.now
  const [undone, setUndone] = useState("")
  useTitle(runTitle(view.request) || id)
  if (failure) {
    return (
      <main className="page" id="main">
        <FailureNote failure={failure} onRetry={refollow} />
        <p>
          <a href="#/">{say("back.runs")}</a>
        </p>
      </main>
    )
  }
  if (state.fault !== undefined) throw state.fault
  if (state.loading || state.now.position === 0) return <LoadingRun loading={state.loading} line={state.line} />
  return (
    <>
      {undone !== "" && <FileUndoDialog runId={id} path={undone} onClose={() => setUndone("")} onDone={refollow} />}
      <RunBody
        key={id}
        runId={id}
        feed={feed}
        state={state}
        isInterrupted={isInterrupted(state)}
        actions={({ view: shown, story }) => (
          <Actions runId={id} view={shown} story={story} isInterrupted={isInterrupted(state)} onChanged={refollow} />
        )}
        question={(picture) => (
          <>
            <QuestionPanel runId={id} picture={picture} events={state.events} onAnswered={refollow} />
            <TellBox runId={id} view={picture.view} />
          </>
        )}
        changes={(mark) => (
          <Changes
            {...{ mark, story }}
            runId={id}
            onUndo={possibleActions(view, story, isInterrupted(state)).undo ? setUndone : undefined}
          />
        )}
      />
    </>
  )
}

/** It has not ended, waits for nobody, and nobody carries it out: a crash, most likely. */
function isInterrupted({ now, isLive }: Feed): boolean {
  const { view } = now
  return isLive === false && view.startedAt > 0 && !isEnd(view.state) && view.questions.length === 0
}
