import { callOf, isFact } from "@keelson/protocol/log/key.ts"
import { isEnd } from "@keelson/protocol/log/outcome.ts"
import { type Carrier, nowOf } from "@keelson/view/doing.ts"
import type { RunPicture } from "@keelson/view/picture.ts"
import { handsOutItems } from "@keelson/view/stages.ts"
import { type ReactNode, useMemo } from "react"
import { useCommands } from "../../state/commands.ts"
import { usePast } from "../../state/past/use-past.ts"
import type { Feed, RunFeed } from "../../state/run-feed.ts"
import { useNow } from "../../state/use-now.ts"
import { useWords } from "../../words/use-words.ts"
import { useOpenCall } from "./calls/open-call.ts"
import { outlineOf, stilled } from "./graph/outline.ts"
import { StageGraph } from "./graph/stage-graph.tsx"
import { Todos } from "./graph/todos.tsx"
import { Announcer } from "./header/announcer.tsx"
import { LineNote } from "./header/line-note.tsx"
import { RunHeader } from "./header/run-header.tsx"
import { Log } from "./log/log.tsx"
import { NowLine } from "./now/now-line.tsx"
import { RequestPanel } from "./request/request.tsx"
import { SideColumn } from "./side/side-column.tsx"
import { WorkPanel } from "./stage/work-panel.tsx"
import { Tabs } from "./tabs.tsx"
import { RunTimeline } from "./timeline/run-timeline.tsx"
import { useMoment } from "./timeline/use-moment.ts"
import { useSelection } from "./use-selection.ts"
import "./run-body.css"

type Draw = (picture: RunPicture) => ReactNode

type RunBodyProps = {
  readonly runId: string
  readonly feed: RunFeed
  readonly state: Feed
  readonly isInterrupted: boolean
  /** What one can do with the run; a report has nothing there. */
  readonly actions?: Draw
  readonly question?: Draw
  /** Where one says something to the run. */
  readonly tell?: Draw
  /** The diff; `mark` changes with every change of a file. */
  readonly changes?: (mark: string) => ReactNode
}

/** A run on the page: live, replayed or from a report, it is drawn from the same picture. */
export function RunBody({ runId, feed, state, isInterrupted, actions, question, tell, changes }: RunBodyProps) {
  const say = useWords()
  const [position, setPosition] = useMoment(state.now.position)
  const isPresent = position === null
  const past = usePast(feed, position)
  const picture = useShown(past.picture ?? state.now, isPresent && isInterrupted)
  const { view, story } = picture
  const now = useClock(picture, state, isPresent)
  const outline = useMemo(() => outlineOf(view), [view])
  const selection = useSelection(picture, outline, () => {
    setPosition(null)
    return !isPresent
  })
  const { tab, stage } = selection
  const doing = isPresent ? nowOf(view, story, state.live, carriedBy(state)) : []
  const openCall = useOpenCall()
  const reveal = (key: string) => {
    selection.reveal(key)
    if (isFact(key, "model.called")) openCall?.(callOf(key))
  }
  /** What is only for the run as it is now. */
  const atPresent = (draw: Draw | undefined) => isPresent && draw?.(picture)
  const tabs = tabsOf(say, changes !== undefined)
  useCommands(tabs.map(({ id, label }) => ({ id: `tab-${id}`, label, run: () => selection.setTab(id) })))
  return (
    <div className={`run-page${isPresent ? "" : " replaying"}`}>
      <RunHeader
        {...{ view, story, outline, now, isInterrupted }}
        isQueued={state.queue !== null}
        isChecking={doing.some(({ kind }) => kind === "check")}
        actions={atPresent(actions)}
      >
        <NowLine
          {...{ view }}
          now={doing}
          queue={state.queue}
          time={now}
          isLost={state.line === "lost"}
          past={isPresent ? undefined : say("replay.at", { position, count: state.now.position })}
          onOpen={selection.reveal}
        />
      </RunHeader>
      <LineNote line={state.line} />
      <Announcer view={view} />
      <main className="run-columns" id="main">
        <div className="column left">
          {!handsOutItems(view) && <Todos view={view} />}
          <StageGraph view={view} outline={outline} selected={stage?.id ?? ""} onSelect={selection.choose} />
        </div>
        <div className="column middle">
          {atPresent(question)}
          <Tabs tabs={tabs} current={tab} onChange={selection.setTab} />
          {tab === "work" && (
            <WorkPanel
              {...{ runId, picture, selection, now }}
              source={feed.source}
              live={isPresent ? state.live : null}
              canAct={isPresent && actions !== undefined}
            />
          )}
          {tab === "log" && (
            <div className="log-panel" role="tabpanel" id="panel-log" aria-labelledby="tab-log">
              <Log feed={feed} state={state} onReplay={setPosition} />
            </div>
          )}
          {tab === "changes" && (
            <div role="tabpanel" id="panel-changes" aria-labelledby="tab-changes">
              {changes?.(view.changes.map(({ path, after }) => `${path} ${after}`).join())}
            </div>
          )}
          {tab === "request" && (
            <div role="tabpanel" id="panel-request" aria-labelledby="tab-request">
              <RequestPanel view={view} story={story} />
            </div>
          )}
          {atPresent(tell)}
        </div>
        <SideColumn {...{ view, story, now }} onOpen={selection.reveal} />
      </main>
      <RunTimeline {...{ feed, state, position, past, doing, now }} onOpen={reveal} onMove={setPosition} />
    </div>
  )
}

/** Who carries it out, as far as that was said. */
function carriedBy({ isLive, isHere }: Feed): Carrier {
  if (isLive === null) return "unknown"
  return isLive ? (isHere ? "here" : "elsewhere") : "nobody"
}

function useShown(picture: RunPicture, isStill: boolean): RunPicture {
  return useMemo(() => (isStill ? stilled(picture) : picture), [picture, isStill])
}

/** Ticks while somebody carries the run out and the server can be heard; the past stands still. */
function useClock({ view }: RunPicture, { isLive, queue, line }: Feed, isPresent: boolean): number {
  const isWorking = isPresent && isLive === true && queue === null && view.startedAt > 0 && !isEnd(view.state)
  const ticking = useNow(isWorking && line !== "lost")
  return isWorking ? Math.max(ticking, view.updatedAt) : view.updatedAt
}

function tabsOf(say: ReturnType<typeof useWords>, hasChanges: boolean) {
  return [
    { id: "work", label: say("tab.work") },
    { id: "log", label: say("tab.log") },
    ...(hasChanges ? [{ id: "changes", label: say("tab.changes") }] : []),
    { id: "request", label: say("tab.request") },
  ]
}
