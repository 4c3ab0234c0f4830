import type { MomentKind } from "@keelson/view/moment.ts"
import type { TimeMark } from "@keelson/view/timeline/bar.ts"
import { pixelOf, type TimeScale } from "@keelson/view/timeline/drawn.ts"
import { useReasons } from "../../../words/retold.ts"
import { type Say, useDeclaredWords, useWords } from "../../../words/use-words.ts"
import { Icon } from "../../icon.tsx"
import { momentName } from "../stage/moment-name.ts"
import { momentShape } from "../stage/moment-row.tsx"
import type { CardWords } from "./bar-words.ts"

type ChartMarksProps = {
  readonly marks: readonly TimeMark[]
  readonly scale: TimeScale
  readonly onPoint: (words: CardWords | null, on: DOMRect | null) => void
  readonly onOpen: ((mark: TimeMark) => void) | undefined
}

/** Marks closer than this would cover each other. */
const APART = 14

/** What was noticed, above the lanes. The jumps of replay go through them by keyboard. */
export function ChartMarks({ marks, scale, onPoint, onOpen }: ChartMarksProps) {
  const say = useWords()
  const reason = useReasons()
  const inWords = useDeclaredWords()
  const nameOf = ({ kind, name, text }: TimeMark) =>
    [momentName(kind, name, say, inWords), reason(text)].filter(Boolean).join(": ")
  return (
    <div className="chart-marks" onPointerLeave={() => onPoint(null, null)}>
      {grouped(marks, scale).map(({ x, marks: here }) => {
        const [first] = here
        if (!first) return null
        const words = markWords(here, say, nameOf)
        return (
          <button
            key={first.seq}
            type="button"
            tabIndex={-1}
            className={`moment-mark of-${first.kind}`}
            aria-label={`${words.title} ${words.text}`}
            style={{ left: x }}
            onPointerEnter={(event) => onPoint(words, event.currentTarget.getBoundingClientRect())}
            onClick={() => onOpen?.(first)}
          >
            <Icon shape={momentShape(first.kind)} size={12} />
          </button>
        )
      })}
    </div>
  )
}

function markWords(marks: readonly TimeMark[], say: Say, nameOf: (mark: TimeMark) => string): CardWords {
  const [first, ...others] = marks
  return {
    title: first ? say(`moment.${first.kind as MomentKind}`) : "",
    status: others.length > 0 ? say("timeline.marks", { count: others.length }) : "",
    rows: [],
    text: first ? nameOf(first) : "",
  }
}

/** The gravest of those that would cover each other stands for them. */
function grouped(marks: readonly TimeMark[], scale: TimeScale) {
  const groups: { readonly x: number; readonly marks: TimeMark[] }[] = []
  for (const mark of marks) {
    const x = pixelOf(scale, mark.at)
    if (x < 0 || x > scale.pixels) continue
    const last = groups.at(-1)
    if (last && x - last.x < APART) last.marks.push(mark)
    else groups.push({ x, marks: [mark] })
  }
  for (const group of groups) group.marks.sort((a, b) => gravity(b.kind) - gravity(a.kind) || a.seq - b.seq)
  return groups
}

const CALM: ReadonlySet<string> = new Set(["passed", "answer", "compaction", "resume", "note", "extension"])
const GRAVE: ReadonlySet<string> = new Set(["failed", "deadlock", "limit", "violation", "question", "missing"])

function gravity(kind: string): number {
  return GRAVE.has(kind) ? 2 : CALM.has(kind) ? 0 : 1
}
