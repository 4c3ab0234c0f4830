import { isKnownStage } from "@keelson/protocol/log/stage-kind.ts"
import type { RunView, StageView } from "@keelson/view/run-view.ts"
import { stageTitle } from "@keelson/view/stages.ts"
import { useLayoutEffect, useRef, useState } from "react"
import { useReasons } from "../../../words/retold.ts"
import { useLanguage, useWords } from "../../../words/use-words.ts"
import { MarkIcon } from "../../badge.tsx"
import { Icon } from "../../icon.tsx"
import { stageMark } from "../../marks.ts"
import { kindOf } from "../header/progress.ts"
import { type Node, numberIn, type Outline, statusNow } from "./outline.ts"
import { type Rail, railsOf } from "./rails.ts"
import { stageName } from "./stage-name.ts"
import "./stage-graph.css"

type StageGraphProps = {
  readonly view: RunView
  readonly outline: Outline
  readonly selected: string
  readonly onSelect: (stage: string) => void
}

/** Phases or steps with their dependencies, rounds inside: a list that anybody can read, with the edges drawn beside it. */
export function StageGraph({ view, outline, selected, onSelect }: StageGraphProps) {
  const say = useWords()
  const list = useRef<HTMLOListElement>(null)
  const [tops, setTops] = useState<readonly number[]>([])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another number of rows is another list to measure.
  useLayoutEffect(() => {
    const element = list.current
    if (!element) return
    const measure = () => setTops(Array.from(element.children, (row) => (row as HTMLElement).offsetTop + 14))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [outline.nodes.length])
  const reason = useReasons()
  const rails = railsOf(outline.nodes)
  const lanes = Math.max(0, ...rails.map(({ lane }) => lane))
  const isEmpty = [outline.nodes, outline.loose, outline.closings].every(({ length }) => length === 0)

  return (
    <section className="stages" aria-label={say("graph.label")}>
      <h2 className="eyebrow">{say(headingOf(view, outline))}</h2>
      {view.chosen && (
        <p className="small quiet chosen">
          {say("graph.chosen")} <code>{view.chosen.strategy}</code> – {reason(view.chosen.reason)}
        </p>
      )}
      {isEmpty && <p className="quiet small">{say(view.outcome ? "graph.none" : "graph.empty")}</p>}
      {outline.nodes.length > 0 && (
        <div className="graph" style={{ paddingLeft: lanes * 10 }}>
          <Rails rails={rails} tops={tops} lanes={lanes} />
          <ol ref={list}>
            {outline.nodes.map((node) => (
              <NodeRow key={node.id} {...{ node, view, selected, onSelect }} nodes={outline.nodes} />
            ))}
          </ol>
        </div>
      )}
      {outline.earlier.length > 0 && (
        <section className="earlier" aria-label={say("graph.replaced")}>
          <h3 className="eyebrow">{say("graph.replaced")}</h3>
          <ol>
            {outline.earlier.map((node) => (
              <NodeRow key={node.id} {...{ node, view, selected, onSelect }} nodes={outline.earlier} />
            ))}
          </ol>
        </section>
      )}
      {outline.loose.length > 0 && (
        <RoundList rounds={outline.loose} {...{ view, selected, onSelect }} label={say("graph.rounds")} />
      )}
      {outline.closings.length > 0 && (
        <section className="closings" aria-label={say("graph.closings")}>
          <h3 className="eyebrow">{say("graph.closings")}</h3>
          <ol>
            {outline.closings.map((node) => (
              <NodeRow key={node.id} {...{ node, view, selected, onSelect }} nodes={outline.closings} />
            ))}
          </ol>
        </section>
      )}
    </section>
  )
}

function headingOf(view: RunView, { nodes }: Outline) {
  if (nodes.length > 0) return `graph.${kindOf(view)}s` as const
  return view.stages[0]?.kind === "turn"
    ? "graph.turns"
    : view.stages[0]?.kind === "round"
      ? "graph.rounds"
      : "graph.stages"
}

type NodeRowProps = Omit<StageGraphProps, "outline"> & { readonly node: Node; readonly nodes: readonly Node[] }

function NodeRow({ node, nodes, view, selected, onSelect }: NodeRowProps) {
  const say = useWords()
  const language = useLanguage()
  const reason = useReasons()
  const isNamed = node.stage && (node.stage.kind === "closing" || !isKnownStage(node.stage.kind))
  const title = isNamed ? stageName(node.stage, say, language) : reason(node.title)
  const target = node.rounds.at(-1)?.id ?? node.stage?.id
  const isCurrent =
    target !== undefined && (selected === node.stage?.id || node.rounds.some(({ id }) => id === selected))
  const needs = node.needs.flatMap((id) => nodes.find((other) => other.id === id)?.label ?? [])
  return (
    <li className={`node${isCurrent ? " current" : ""}`}>
      <button
        type="button"
        className="node-name"
        disabled={target === undefined}
        aria-current={isCurrent ? "step" : undefined}
        onClick={() => target !== undefined && onSelect(target)}
      >
        <MarkIcon mark={stageMark(node.status)} />
        <span className="node-title" title={title}>
          {node.label} {title}
        </span>
        {node.rounds.length > 0 && (
          <span className="quiet small node-count">{say("graph.count", { count: node.rounds.length })}</span>
        )}
      </button>
      {node.trouble !== "" ? (
        <p className="node-goal small node-trouble">{reason(node.trouble)}</p>
      ) : (
        node.goal !== "" && (
          <p className="node-goal small quiet" title={node.goal}>
            {node.goal}
          </p>
        )
      )}
      {needs.length > 1 && <p className="node-needs small quiet">{say("graph.needs", { list: needs.join(", ") })}</p>}
      {node.rounds.length > 0 && (
        <RoundList rounds={node.rounds} {...{ view, selected, onSelect }} label={`${node.label} ${title}`} />
      )}
    </li>
  )
}

type RoundListProps = Omit<StageGraphProps, "outline"> & {
  readonly rounds: readonly StageView[]
  readonly label: string
}

/** So many rounds are in sight; a run of a thousand turns would fill the page with them. */
const SHOWN = 60

function RoundList({ rounds, view, selected, onSelect, label }: RoundListProps) {
  const say = useWords()
  const language = useLanguage()
  const [isAll, setAll] = useState(false)
  const shown = isAll ? rounds : rounds.slice(-SHOWN)
  return (
    <ul className="rounds" aria-label={label}>
      {shown.length < rounds.length && (
        <li>
          <button type="button" className="round tone-quiet" onClick={() => setAll(true)}>
            {say("graph.earlier", { count: rounds.length - shown.length })}
          </button>
        </li>
      )}
      {shown.map((round) => {
        const mark = stageMark(statusNow(view, round.status))
        return (
          <li key={round.id}>
            <button
              type="button"
              className={`round tone-${mark.tone}`}
              aria-current={round.id === selected ? "step" : undefined}
              title={`${stageTitle(round, language)} · ${say(mark.word)}`}
              onClick={() => onSelect(round.id)}
            >
              {shortName(round)}
              <Icon shape={mark.shape} size={11} />
              <span className="unseen">{say(mark.word)}</span>
            </button>
          </li>
        )
      })}
    </ul>
  )
}

/** `phase-1/round-2` is `r2`. */
function shortName({ id, kind }: StageView): string {
  return `${kind.charAt(0)}${numberIn(id)}`
}

function Rails({
  rails,
  tops,
  lanes,
}: {
  readonly rails: readonly Rail[]
  readonly tops: readonly number[]
  readonly lanes: number
}) {
  const axis = lanes * 10 + 15
  const height = (tops.at(-1) ?? 0) + 20
  return (
    <svg className="rails" width={axis + 8} height={height} aria-hidden="true">
      {rails.map(({ from, to, lane, isDone }) => {
        const [a, b] = [tops[from], tops[to]]
        if (a === undefined || b === undefined) return null
        const x = axis - lane * 10
        const path =
          lane === 0
            ? `M${axis} ${a + 10}V${b - 10}`
            : `M${axis - 8} ${a}Q${x} ${a} ${x} ${a + 10}V${b - 10}Q${x} ${b} ${axis - 8} ${b}`
        return <path key={`${from}-${to}`} d={path} className={isDone ? "met" : ""} />
      })}
    </svg>
  )
}
