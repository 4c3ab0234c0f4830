import { type DiffHunk, readDiff } from "@keelson/text/unified-diff.ts"
import { useMemo } from "react"
import { useWords } from "../../../words/use-words.ts"
import "../../diff/diff.css"
import { spelledLine } from "../../diff/spelled-line.ts"

type ChangedSectionProps = { readonly text: string; readonly difference: string }

/** The lines of a section that came and went; those that stayed are folded, and open where one wants to see them. */
export function ChangedSection({ text, difference }: ChangedSectionProps) {
  const parts = useMemo(() => partsOf(text, difference), [text, difference])
  return (
    <div className="diff call-changed">
      {parts.map(({ same, hunk }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text have no other name.
        <div key={index}>
          {same.length > 0 && <SameLines lines={same} />}
          {hunk && <HunkLines hunk={hunk} />}
        </div>
      ))}
    </div>
  )
}

function SameLines({ lines }: { readonly lines: readonly string[] }) {
  const say = useWords()
  return (
    <details className="call-folded">
      <summary>{say("call.same_lines", { count: lines.length })}</summary>
      <pre>{lines.join("\n")}</pre>
    </details>
  )
}

const SIGNS = { same: " ", add: "+", drop: "-" } as const

function HunkLines({ hunk }: { readonly hunk: DiffHunk }) {
  return (
    <code>
      {hunk.lines.map(({ kind, text, at }) => (
        <span key={at} className={kind}>
          {SIGNS[kind]} {spelledLine(text)}
        </span>
      ))}
    </code>
  )
}

type Part = { readonly same: readonly string[]; readonly hunk?: DiffHunk }

/** What stands between two hunks is the same in both, and is taken from the text itself. */
function partsOf(text: string, difference: string): readonly Part[] {
  const lines = text.replace(/\n$/, "").split("\n")
  const parts: Part[] = []
  let seen = 0
  for (const hunk of readDiff(difference)[0]?.hunks ?? []) {
    const numbers = hunk.lines.flatMap(({ after }) => after ?? [])
    const first = numbers[0] ?? seen + 1
    parts.push({ same: lines.slice(seen, first - 1), hunk })
    seen = numbers.at(-1) ?? seen
  }
  return [...parts, { same: lines.slice(seen) }]
}
