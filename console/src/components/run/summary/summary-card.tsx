import { contradictionsIn, hasRed, isContradicted } from "@keelson/view/end/claims.ts"
import { endReasonOf } from "@keelson/view/end/end-reason.ts"
import { endFactsOf } from "@keelson/view/facts-of.ts"
import { lacksOf } from "@keelson/view/lacking.ts"
import type { RunView } from "@keelson/view/run-view.ts"
import type { Story } from "@keelson/view/story.ts"
import { undoneOf } from "@keelson/view/undone.ts"
import { useLayoutEffect, useRef, useState } from "react"
import { useReasons } from "../../../words/retold.ts"
import { useWords } from "../../../words/use-words.ts"
import { Badge } from "../../badge.tsx"
import { Icon, type Shape } from "../../icon.tsx"
import { Markdown } from "../../markdown.tsx"
import { type Mark, stateOf } from "../../marks.ts"
import { TextItems } from "../../text-items.tsx"
import { countsOf } from "./counts.ts"
import { EndReasonPanel } from "./end-reason.tsx"
import { Ledger } from "./ledger.tsx"
import { LongText } from "./long-text.tsx"
import { retoldFacts } from "./retold-facts.ts"
import "./summary-card.css"

/** Taller summaries are folded to this; the measure of the fold is the card's, in pixels. */
const FOLDED_HEIGHT = 420

type SummaryCardProps = {
  readonly view: RunView
  readonly story: Story
  /** Whether one can do something with the run here. */
  readonly canAct: boolean
  /** Leads to a task or a round. */
  readonly onOpen: (key: string) => void
}

/** What came out: of an end that is not green first why, then what each requirement came to, what the model says, and the engine's facts. */
export function SummaryCard({ view, story, canAct, onOpen }: SummaryCardProps) {
  const say = useWords()
  const { summary } = view
  const reason = useReasons()
  const { head: outcome, rest } = endFactsOf(view.message, view.summary?.text ?? "")
  const isGreen = endReasonOf(view, story) === null
  // The reason takes its place.
  const [head, facts] = isGreen ? [outcome, rest] : ["", [outcome, rest].filter((part) => part !== "").join("\n")]
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
      <EndReasonPanel {...{ view, story, canAct, onOpen }} />
      <Ledger view={view} onOpen={onOpen} />
      {head !== "" && (
        <div className="summarizer-content summarizer-head">
          <LongText text={retoldFacts(head, reason)} />
          <hr />
        </div>
      )}
      {!isGreen && <Said view={view} text={summary.text} />}
      <Foldable>
        <div className="summarizer-content">
          <LongText text={facts === "" ? view.message || summary.text : summary.text} />
        </div>
        {summary.highlights.length > 0 && <Highlights items={summary.highlights} view={view} />}
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

/** Whose words follow, and which of them the checks contradict. */
function Said({ view, text }: { readonly view: RunView; readonly text: string }) {
  const say = useWords()
  const claims = contradictionsIn(text, view)
  return (
    <div className="summarizer-said">
      <h3 className="eyebrow">{say("summary.said")}</h3>
      {claims.length > 0 && (
        <p className="contradicted">
          <Icon shape="warning" size={14} /> {say("summary.contradicted", { checks: redNames(view) })}{" "}
          {claims.map((claim) => `“${claim}”`).join(" ")}
        </p>
      )}
    </div>
  )
}

function redNames({ checks }: RunView): string {
  return checks.flatMap(({ name, status }) => (status === "failed" ? [name] : [])).join(", ")
}

function Highlights({ items, view }: { readonly items: readonly string[]; readonly view: RunView }) {
  const say = useWords()
  return (
    <div className="summarizer-highlights">
      <h4>
        <Icon shape="star" size={14} /> {say("summary.highlights")}
      </h4>
      <ul>
        {items.map((item, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes its order.
          <li key={index}>
            <Markdown text={item} />
            {isContradicted(item, view) && (
              <span className="contradicted small"> {say("summary.contradicted", { checks: redNames(view) })}</span>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

function Statistics({ view }: { readonly view: RunView }) {
  const say = useWords()
  const counts = countsOf(view)
  // The model's own mark says nothing where a check says otherwise.
  const quality = hasRed(view) ? undefined : view.summary?.quality
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

/** The browser would keep what is below in its place, and move the card that is read. */
function standStill(element: HTMLElement | null): void {
  const column = element?.closest<HTMLElement>(".column")
  if (!column) return
  column.style.overflowAnchor = "none"
  setTimeout(() => {
    column.style.overflowAnchor = ""
  }, SETTLED_MS)
}

/** By then it is drawn. */
const SETTLED_MS = 300

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
  const toggle = () => {
    standStill(ref.current)
    setOpen(!isOpen)
  }
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
          <button type="button" aria-expanded={isOpen} onClick={toggle}>
            {say(isOpen ? "summary.less" : "summary.more")}
          </button>
        </div>
      )}
    </>
  )
}
