import { endFactsOf } from "@keelson/view/facts-of.ts"
import { lacksOf } from "@keelson/view/lacking.ts"
import type { RunView } from "@keelson/view/run-view.ts"
import { undoneOf } from "@keelson/view/undone.ts"
import { useLayoutEffect, useRef, useState } from "react"
import { useReasons } from "../../../words/retold.ts"
import { useWords } from "../../../words/use-words.ts"
import { Badge } from "../../badge.tsx"
import { Icon, type Shape } from "../../icon.tsx"
import { type Mark, stateOf } from "../../marks.ts"
import { TextItems } from "../../text-items.tsx"
import { countsOf } from "./counts.ts"
import { LongText } from "./long-text.tsx"
import { retoldFacts } from "./retold-facts.ts"
import "./summary-card.css"

/** Taller summaries are folded to this; the measure of the fold is the card's, in pixels. */
const FOLDED_HEIGHT = 420

/** What came out: the summary with its facts, as every run ends with one. */
export function SummaryCard({ view }: { readonly view: RunView }) {
  const say = useWords()
  const { summary } = view
  const reason = useReasons()
  const { head, rest: facts } = endFactsOf(view.message, view.summary?.text ?? "")
  const { missing, refused } = lacksOf(view)
  const mark = stateOf(view)
  const undone = view.outcome && undoneOf(view)
  if (!summary) return null
  return (
    <section className={cardClass(mark)} aria-label={say("summary.title")}>
      <header className="summarizer-header">
        <span className="summarizer-icon">
          <Icon shape="summary" />
        </span>
        <h2 className="summarizer-title">{say("summary.title")}</h2>
        <Badge mark={mark} />
      </header>
      {head !== "" && (
        <div className="summarizer-content summarizer-head">
          <LongText text={retoldFacts(head, reason)} />
          <hr />
        </div>
      )}
      <Foldable>
        <div className="summarizer-content">
          <LongText text={facts === "" ? view.message || summary.text : summary.text} />
        </div>
        {summary.highlights.length > 0 && <Highlights items={summary.highlights} />}
      </Foldable>
      <Lacking title={say("summary.missing")} shape="incomplete" items={missing} />
      <Lacking title={say("summary.refused")} shape="refused" items={refused} />
      {undone && (
        <p className="summarizer-undone">
          <Icon shape="undo" size={14} /> {say(`summary.undone.${undone}`)}
        </p>
      )}
      {facts !== "" && (
        <div className={`summarizer-content summarizer-facts${undone === "all" ? " undone" : ""}`}>
          <hr />
          <LongText text={retoldFacts(facts, reason)} />
        </div>
      )}
      <RawEnd view={view} />
      <Statistics view={view} />
    </section>
  )
}

/** A run that did not get there does not look as if it had. */
const TOLD_APART: ReadonlySet<string> = new Set(["failed", "warn", "quiet"])

function cardClass({ tone }: Mark): string {
  return `message-summarizer${TOLD_APART.has(tone) ? ` ended tone-${tone}` : ""}`
}

type LackingProps = { readonly title: string; readonly shape: Shape; readonly items: readonly string[] }

/** What the request asks for and the run did not do. */
function Lacking({ title, shape, items }: LackingProps) {
  const reason = useReasons()
  if (items.length === 0) return null
  return (
    <div className="summarizer-lacking">
      <h4>
        <Icon shape={shape} size={14} /> {title}
      </h4>
      <ul>
        <TextItems items={items.map(reason)} />
      </ul>
    </div>
  )
}

/** How the log has it, word for word: the cards retell. */
function RawEnd({ view: { outcome } }: { readonly view: RunView }) {
  const say = useWords()
  if (!outcome || outcome.status === "done") return null
  return (
    <details className="summarizer-raw">
      <summary>{say("summary.raw")}</summary>
      <pre className="digest">{JSON.stringify(outcome, null, 2)}</pre>
    </details>
  )
}

function Highlights({ items }: { readonly items: readonly string[] }) {
  const say = useWords()
  return (
    <div className="summarizer-highlights">
      <h4>
        <Icon shape="star" size={14} /> {say("summary.highlights")}
      </h4>
      <ul>
        <TextItems items={items} />
      </ul>
    </div>
  )
}

function Statistics({ view }: { readonly view: RunView }) {
  const say = useWords()
  const counts = countsOf(view)
  const quality = view.summary?.quality
  return (
    <div className="summarizer-stats">
      {view.phases.length > 0 && <Stat shape="phases" label={say("summary.phases")} value={counts.phases} />}
      <Stat shape="done" label={say("summary.tasks")} value={counts.tasks} />
      <Stat shape="again" label={say("summary.rounds")} value={counts.rounds} />
      {quality && <Stat shape="star" label={say("summary.quality")} value={quality} />}
    </div>
  )
}

function Stat({
  shape,
  label,
  value,
}: {
  readonly shape: Shape
  readonly label: string
  readonly value: string | number
}) {
  return (
    <div className="stat-item">
      <span className="stat-icon">
        <Icon shape={shape} />
      </span>
      <span>
        {label}: <span className="stat-value">{value}</span>
      </span>
    </div>
  )
}

/** Long content is folded until somebody wants all of it. */
function Foldable({ children }: { readonly children: React.ReactNode }) {
  const say = useWords()
  const ref = useRef<HTMLDivElement>(null)
  const [isLong, setLong] = useState(false)
  const [isOpen, setOpen] = useState(false)
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    const observer = new ResizeObserver(() => setLong(element.scrollHeight > FOLDED_HEIGHT + 60))
    observer.observe(element)
    if (element.firstElementChild) observer.observe(element.firstElementChild)
    return () => observer.disconnect()
  }, [])
  const isFolded = isLong && !isOpen
  return (
    <>
      <div
        ref={ref}
        className={`summarizer-body${isFolded ? " folded" : ""}`}
        style={isFolded ? { maxHeight: FOLDED_HEIGHT } : undefined}
      >
        {children}
      </div>
      {isLong && (
        <div className="summarizer-toggle">
          <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {say(isOpen ? "summary.less" : "summary.more")}
          </button>
        </div>
      )}
    </>
  )
}
