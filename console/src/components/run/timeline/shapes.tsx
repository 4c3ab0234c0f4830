import type { Language } from "@keelson/protocol/log/environment.ts"
import { heightsOf } from "@keelson/view/timeline/drawn.ts"
import { memo } from "react"
import { type Say, useLanguage, useWords } from "../../../words/use-words.ts"
import { barName } from "./bar-words.ts"
import { type ChartShape, ROW } from "./layout.ts"

/** A letter of a name in a bar takes about this much. */
const LETTER = 6.4

/** All bars and heaps in sight; drawn anew only when they change, not while somebody points at them. */
export const Shapes = memo(function Shapes({
  shapes,
  columnMs,
}: {
  readonly shapes: readonly ChartShape[]
  /** The active time that a column of a heap stands for. */
  readonly columnMs: number
}) {
  const say = useWords()
  const language = useLanguage()
  return shapes.map((shape, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: shapes have no name at another scale.
    <g key={index} transform={`translate(${shape.x} ${shape.top})`}>
      {"bar" in shape.drawn ? barShape(shape, say, language) : heapShape(shape, columnMs)}
    </g>
  ))
})

function barShape({ drawn, width }: ChartShape, say: Say, language: Language) {
  if (!("bar" in drawn)) return null
  const { bar } = drawn
  const room = Math.floor((width - 8) / LETTER)
  const name = room > 4 ? barName(bar.of, say, language) : ""
  return (
    <>
      <rect className={`bar ${bar.kind} ${bar.status}`} data-bar={bar.key} width={width} height={ROW} rx="2" />
      {name !== "" && (
        <text className={`bar-name ${bar.kind} ${bar.status}`} x="4" y={ROW - 3.5}>
          {name.length > room ? `${name.slice(0, room - 1)}…` : name}
        </text>
      )}
    </>
  )
}

function heapShape({ drawn }: ChartShape, columnMs: number) {
  if (!("heap" in drawn)) return null
  let bottom = ROW
  return (
    <>
      {heightsOf(drawn, columnMs).map(({ kind, height }) => {
        bottom -= height * ROW
        return (
          height > 0 && (
            <rect key={kind} className={`bar ${kind}`} y={bottom} width={drawn.width} height={height * ROW} />
          )
        )
      })}
      {drawn.failed > 0 && <rect className="bar task failed" width={drawn.width} height="2" />}
      <rect className="heap" data-heap={drawn.heap.length} width={drawn.width} height={ROW} />
    </>
  )
}
