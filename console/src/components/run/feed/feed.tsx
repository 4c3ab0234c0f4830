import { activeAt } from "@keelson/view/active-time.ts"
import type { FeedEntry, FeedRound, FeedSection } from "@keelson/view/feed.ts"
import { EMPTY_LIVE, type LiveNow } from "@keelson/view/live-now.ts"
import type { RunPicture } from "@keelson/view/picture.ts"
import { useEffect, useMemo, useRef } from "react"
import type { RunSource } from "../../../api/run-source.ts"
import { useLanguage, useWords } from "../../../words/use-words.ts"
import { MarkIcon } from "../../badge.tsx"
import { Icon } from "../../icon.tsx"
import { stageMark } from "../../marks.ts"
import { statusNow } from "../graph/outline.ts"
import { stageName } from "../graph/stage-name.ts"
import { CheckRows } from "../stage/check-rows.tsx"
import { MomentRow } from "../stage/moment-row.tsx"
import type { Standing } from "../stage/stage-tasks.ts"
import type { Selection } from "../use-selection.ts"
import { AttemptRow } from "./attempt-row.tsx"
import { EndEntry, IntentEntry, RequestEntry } from "./feed-entry.tsx"
import { LiveTail } from "./live-tail.tsx"
import { headingOf } from "./round-heading.ts"
import { RoundLine } from "./round-line.tsx"
import { RoundPanel } from "./round-panel.tsx"
import { useFeed } from "./use-feed.ts"
import { useFolds } from "./use-folds.ts"
import { useFollowing } from "./use-following.ts"
import { Window } from "./window.tsx"
import "./feed.css"

type FeedProps = {
  readonly runId: string
  readonly source: RunSource | null
  readonly picture: RunPicture
  /** `null` where the past is shown. */
  readonly live: LiveNow | null
  readonly selection: Selection
  readonly now: number
}

/** The story of a run, from what was asked to its end; it follows the newest until somebody scrolls away. */
export function Feed({ runId, source, picture, live, selection, now }: FeedProps) {
  const say = useWords()
  const { view, story } = picture
  const sections = useFeed(picture)
  const ref = useRef<HTMLDivElement>(null)
  const following = useFollowing(ref, {
    isLive: !view.outcome,
    top: view.questions[0]?.id ?? "",
  })
  const folds = useFolds(sections, selection)
  useJump(selection.jump, (stage) => {
    following.leave()
    folds.reveal(stage)
  })
  const standing = useStanding(picture)
  const brief = useMemo(() => new Set(view.stages.slice(0, picture.brief).map(({ id }) => id)), [view, picture.brief])
  const drawn: Drawn = { runId, source, picture, live: live ?? EMPTY_LIVE, selection, now, folds, standing, brief }
  const count = sections.reduce((sum, { entries }) => sum + entries.length, 0)
  const onSummary = () => document.querySelector(".message-summarizer")?.scrollIntoView({ block: "start" })
  if (sections.length === 0) return <p className="blank">{say("loading")}</p>
  return (
    <section className="feed" ref={ref} aria-label={say("feed.label")}>
      {sections.map((section, at) => (
        <Section
          key={section.id}
          {...drawn}
          section={section}
          isKept={count <= FEW || at === sections.length - 1}
          onSummary={onSummary}
        />
      ))}
      {!view.outcome && !sections.some(hasRound) && story.calls.length === 0 && (
        <p className="quiet small">{say("work.none")}</p>
      )}
      {view.outcome && !sections.some(hasRound) && <p className="quiet small">{say("work.nothing")}</p>}
      {live && !view.outcome && <LiveTail live={live} />}
      {following.isAway && (
        <button type="button" className="button feed-newest" onClick={following.toNewest}>
          <Icon shape="chevron" size={12} /> {say("feed.newest")}
        </button>
      )}
    </section>
  )
}

/** So few entries are drawn wherever they stand. */
const FEW = 40
/** A window has so many entries. */
const PER_WINDOW = 10
const LINE_HEIGHT = 38
const PANEL_HEIGHT = 240

function hasRound({ entries }: FeedSection): boolean {
  return entries.some(({ kind }) => kind === "round")
}

function useStanding({ view }: RunPicture): Standing {
  const { questions, outcome } = view
  const isStill = "isStill" in view && view.isStill === true
  return useMemo(() => ({ questions, outcome, isStill }), [questions, outcome, isStill])
}

/** Frames in which what was opened may still move: what stands above it is measured as it comes near. */
const FRAMES = 8

/** Brings what somebody asked for into sight. */
function useJump({ stage, count }: Selection["jump"], reveal: (stage: string) => void): void {
  const done = useRef(0)
  useEffect(() => {
    if (count === done.current || stage === "") return
    done.current = count
    reveal(stage)
    let left = FRAMES
    const look = () => {
      document.getElementById(`round-${stage}`)?.scrollIntoView({ block: "start" })
      if (--left > 0) requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
}

type Drawn = Omit<FeedProps, "live"> & {
  readonly live: LiveNow
  readonly folds: ReturnType<typeof useFolds>
  readonly standing: Standing
  /** Stages that the picture tells in brief. */
  readonly brief: ReadonlySet<string>
}

type SectionProps = Drawn & {
  readonly section: FeedSection
  readonly isKept: boolean
  readonly onSummary: () => void
}

function Section(props: SectionProps) {
  const { section, folds, isKept } = props
  const isOpen = folds.isSectionOpen(section)
  const stretches = isOpen ? inStretches(section.entries) : []
  return (
    <>
      <SectionHead {...props} isOpen={isOpen} />
      {stretches.map((entries, at) => (
        <Window
          // biome-ignore lint/suspicious/noArrayIndexKey: a section only grows at its end.
          key={at}
          isKept={isKept || entries.some((entry) => entry.kind === "round" && folds.isWanted(entry.round))}
          estimate={entries.reduce((sum, entry) => sum + heightOf(entry, folds), 0)}
        >
          {() => entries.map((entry) => <Entry key={nameOf(entry)} {...props} entry={entry} />)}
        </Window>
      ))}
    </>
  )
}

function heightOf(entry: FeedEntry, folds: ReturnType<typeof useFolds>): number {
  return entry.kind === "round" && folds.isOpen(entry.round) ? PANEL_HEIGHT : LINE_HEIGHT
}

function inStretches(entries: readonly FeedEntry[]): readonly (readonly FeedEntry[])[] {
  return Array.from({ length: Math.ceil(entries.length / PER_WINDOW) }, (_, at) =>
    entries.slice(at * PER_WINDOW, (at + 1) * PER_WINDOW),
  )
}

function nameOf(entry: FeedEntry): string {
  switch (entry.kind) {
    case "round":
      return entry.round.stage.id
    case "moment":
      return `moment ${entry.moment.seq}`
    case "attempt":
      return entry.call.key
    case "check":
      return entry.check.key
    default:
      return entry.kind
  }
}

/** A part, or a stretch of turns, in a line that folds it. */
function SectionHead({ section, folds, picture, isOpen }: SectionProps & { readonly isOpen: boolean }) {
  const say = useWords()
  const language = useLanguage()
  const { part, entries } = section
  const rounds = entries.flatMap((entry) => (entry.kind === "round" ? [entry.round] : []))
  const [first, last] = [rounds[0], rounds.at(-1)]
  if (!first || !last || (part === null && !folds.isLong)) return null
  const tasks = rounds.reduce((sum, round) => sum + round.tasks.length, 0)
  const title = part
    ? stageName(part, say, language)
    : `${headingOf(first.stage, say, language)} – ${headingOf(last.stage, say, language)}`
  return (
    <button
      type="button"
      className="feed-part"
      aria-expanded={isOpen}
      onClick={() => folds.toggleSection(section, !isOpen)}
    >
      <Icon shape="chevron" size={12} />
      {part && <MarkIcon mark={stageMark(statusNow(picture.view, part.status))} />}
      <strong className="cut">{title}</strong>
      <span className="quiet small">{say("feed.rounds", { count: rounds.length, tasks })}</span>
    </button>
  )
}

function Entry(props: SectionProps & { readonly entry: FeedEntry }) {
  const { entry, picture, onSummary } = props
  switch (entry.kind) {
    case "request":
      return <RequestEntry view={picture.view} />
    case "intent":
      return <IntentEntry view={picture.view} />
    case "moment":
      return <MomentRow moment={entry.moment} />
    case "attempt":
      return <AttemptRow call={entry.call} />
    case "check":
      return <CheckRows checks={[entry.check]} />
    case "end":
      return <EndEntry view={picture.view} onSummary={onSummary} />
    case "round":
      return <Round {...props} round={entry.round} />
  }
}

const NONE = {}
const NO_PROCESSES: readonly never[] = []
const NOTHING_OPEN: ReadonlySet<string> = new Set()

function Round(props: Drawn & { readonly round: FeedRound }) {
  const { runId, source, picture, live, selection, now, folds, standing, brief, round } = props
  const { stage } = round
  const status = statusNow({ outcome: standing.outcome, isStill: standing.isStill === true }, stage.status)
  const { time } = picture.story
  const ms = Math.round(activeAt(time, stage.endedAt ?? now) - activeAt(time, stage.startedAt))
  const isChosen = selection.stage?.id === stage.id
  if (!folds.isOpen(round)) return <RoundLine {...{ round, status, ms, isChosen }} onOpen={folds.open} />
  const processes = picture.view.processes.filter(({ task }) => round.tasks.some(({ key }) => key === task))
  const isLive = stage.endedAt === null || processes.some((process) => process.status === "running")
  const hasCursor = round.tasks.some(({ key }) => key === selection.cursor) || isChosen
  return (
    <RoundPanel
      {...{ runId, source, round, status, ms, standing, isChosen }}
      isBrief={brief.has(stage.id)}
      now={isLive ? now : 0}
      outputs={isLive ? live.tasks : NONE}
      processes={processes.length > 0 ? processes : NO_PROCESSES}
      cursor={hasCursor ? selection.cursor : ""}
      open={round.tasks.some(({ key }) => selection.open.has(key)) || isChosen ? selection.open : NOTHING_OPEN}
      canFold={folds.canFold}
      onToggle={selection.toggle}
      onFold={folds.close}
    />
  )
}
