import { runTitle } from "@keelson/text/run-title.ts"
import { readDiff } from "@keelson/text/unified-diff.ts"
import { dayAndTime } from "@keelson/text/words/units.ts"
import { useState, useSyncExternalStore } from "react"
import { Icon } from "../components/icon.tsx"
import { ArtifactContext, type ArtifactSource } from "../components/run/artifact/artifacts.ts"
import { ChangedLines } from "../components/run/changes/changed-lines.tsx"
import { RunBody } from "../components/run/run-body.tsx"
import { Switches } from "../components/top-bar.tsx"
import type { ReportContent } from "../state/report-content.ts"
import { RunFeed } from "../state/run-feed.ts"
import { useTitle } from "../state/use-title.ts"
import { useWords } from "../words/use-words.ts"

/** A run from a file: everything but what needs a server. */
export function ReportPage({ content }: { readonly content: ReportContent }) {
  const say = useWords()
  const [feed] = useState(() => filled(content))
  const [source] = useState(() => fromReport(content))
  const state = useSyncExternalStore(feed.subscribe, feed.get)
  useTitle(runTitle(state.now.view.request))
  return (
    <ArtifactContext value={source}>
      <div className="app">
        <header className="top-bar">
          <span className="brand">
            <span className="brand-mark">
              <Icon shape="mark" size={14} />
            </span>
            Keelson
          </span>
          <p className="quiet small grow cut">{say("report.made", { time: dayAndTime(content.made_at, 0) })}</p>
          <Switches />
        </header>
        <RunBody
          runId={content.run_id}
          feed={feed}
          state={state}
          isInterrupted={false}
          {...(content.diff === ""
            ? {}
            : {
                changes: () => (
                  <div className="changes">
                    <ChangedLines files={readDiff(content.diff)} />
                  </div>
                ),
              })}
        />
      </div>
    </ArtifactContext>
  )
}

function filled({ events }: ReportContent): RunFeed {
  const feed = new RunFeed()
  feed.add(events)
  feed.foldAll()
  feed.setLine("over")
  return feed
}

function fromReport({ artifacts, images }: ReportContent): ArtifactSource {
  return {
    has: (_run, id) => id in artifacts,
    text: async (_run, id, lines) => cut(artifacts[id] ?? "", lines),
    imageUrl: async (_run, id) => images[id] ?? "",
    release: () => {},
  }
}

function cut(text: string, lines: string): { readonly text: string; readonly all: number } {
  const [first = 1, last] = lines.split("-").map(Number)
  const all = text.split("\n")
  return { text: all.slice(first - 1, last).join("\n"), all: all.length }
}
