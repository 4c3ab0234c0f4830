import { isEnd } from "@keelson/protocol/log/outcome.ts"
import { runTitle } from "@keelson/text/run-title.ts"
import { useEffect, useState } from "react"
import { FailureNote } from "../components/failure-note.tsx"
import { fetchMarkdown } from "../components/markdown.tsx"
import { Actions } from "../components/run/actions/actions.tsx"
import { FileUndoDialog } from "../components/run/actions/file-undo-dialog.tsx"
import { ForkDialog } from "../components/run/actions/fork-dialog.tsx"
import { ForkOpening } from "../components/run/actions/fork-opening.ts"
import { possibleActions } from "../components/run/actions/possible-actions.ts"
import { CallDialog } from "../components/run/calls/call-dialog.tsx"
import { CallOpening } from "../components/run/calls/open-call.ts"
import { Changes } from "../components/run/changes/changes.tsx"
import { LoadingRun } from "../components/run/loading/loading-run.tsx"
import { QuestionPanel } from "../components/run/question/question-panel.tsx"
import { RunBody } from "../components/run/run-body.tsx"
import { TellBox } from "../components/run/words/tell-box.tsx"
import { setAddress, useAddress } from "../state/address.ts"
import { link } from "../state/route.ts"
import type { Feed } from "../state/run-feed.ts"
import { useRun } from "../state/use-run.ts"
import { useTitle } from "../state/use-title.ts"
import { useMay } from "../state/you.ts"
import { useWords } from "../words/use-words.ts"

/** One run, live. */
export function RunPage({ id }: { readonly id: string }) {
  const say = useWords()
  const mayRun = useMay("run")
  const { feed, state, failure, refollow } = useRun(id)
  const { view, story } = state.now
  const [undone, setUndone] = useState("")
  const [forked, setForked] = useState("")
  const address = useAddress()
  useTitle(runTitle(view.request) || id)
  useEffect(fetchMarkdown, [])
  if (failure?.code === "not_found") return <NoSuchRun />
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
  const call = address.get("call")
  const isQuiet = state.isLive === false && mayRun
  return (
    <CallOpening value={openCall}>
      <ForkOpening value={isQuiet ? setForked : null}>
        {call !== "" && (
          <CallDialog runId={id} named={call} onOpen={openCall} onClose={() => address.set({ call: "" })} />
        )}
        {forked !== "" && (
          <ForkDialog runId={id} place={forked} checkpoints={story.checkpoints} onClose={() => setForked("")} />
        )}
        {undone !== "" && <FileUndoDialog runId={id} path={undone} onClose={() => setUndone("")} onDone={refollow} />}
        <RunBody
          key={id}
          runId={id}
          feed={feed}
          state={state}
          isInterrupted={isInterrupted(state)}
          actions={({ view: shown, story }) =>
            mayRun && (
              <Actions
                runId={id}
                view={shown}
                story={story}
                isInterrupted={isInterrupted(state)}
                onChanged={refollow}
              />
            )
          }
          question={(picture) => (
            <QuestionPanel runId={id} picture={picture} events={state.events} onAnswered={refollow} />
          )}
          tell={(picture) => <TellBox runId={id} view={picture.view} />}
          changes={(mark) => (
            <Changes
              {...{ mark, view, story }}
              runId={id}
              onUndo={mayRun && possibleActions(view, story, isInterrupted(state)).undo ? setUndone : undefined}
            />
          )}
        />
      </ForkOpening>
    </CallOpening>
  )
}

function NoSuchRun() {
  const say = useWords()
  return (
    <main className="blank" id="main">
      <h1>{say("failure.not_found")}</h1>
      <a href={link.runs()}>{say("back.runs")}</a>
    </main>
  )
}

const openCall = (named: string) => setAddress({ call: named })

/** It has not ended, waits for nobody, and nobody carries it out: a crash, most likely. */
function isInterrupted({ now, isLive }: Feed): boolean {
  const { view } = now
  return isLive === false && view.startedAt > 0 && !isEnd(view.state) && view.questions.length === 0
}
