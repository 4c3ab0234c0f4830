import { type Styled, styledLines } from "@keelson/text/ansi.ts"
import { type Ref, useEffect, useMemo, useRef } from "react"

type OutputLinesProps = {
  readonly ref: Ref<HTMLDivElement>
  readonly name: string
  readonly lines: readonly string[]
  /** The number of the first of them. */
  readonly first: number
  readonly isWrapped: boolean
  readonly search: string
  /** The number of the line that the search is at. */
  readonly hit: number | null
}

/** One page of output, with its line numbers. */
export function OutputLines({ ref, name, lines, first, isWrapped, search, hit }: OutputLinesProps) {
  const styled = useMemo(() => styledLines(lines.join("\n")), [lines])
  const found = useRef<HTMLLIElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another hit is another place to go to.
  useEffect(() => {
    found.current?.scrollIntoView({ block: "nearest" })
  }, [hit])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
    <section ref={ref} className={`output-lines${isWrapped ? " wrapped" : ""}`} tabIndex={0} aria-label={name}>
      <ol>
        {styled.map((pieces, index) => {
          const number = first + index
          return (
            <li key={number} ref={number === hit ? found : null} className={number === hit ? "hit" : ""}>
              <span className="output-number" data-number={number} />
              <span className="output-text">{pieces.map((piece, at) => pieceOf(piece, at, search))}</span>
            </li>
          )
        })}
      </ol>
    </section>
  )
}

function pieceOf({ text, looks, color, background }: Styled, key: number, search: string) {
  const isPlain = looks.length === 0 && !color && !background
  const content = search === "" ? text : marked(text, search)
  if (isPlain) return <span key={key}>{content}</span>
  return (
    <span key={key} className={looks.map((look) => `ansi-${look}`).join(" ")} style={{ color, background }}>
      {content}
    </span>
  )
}

/** What was searched for is marked wherever it stands. */
function marked(text: string, search: string) {
  const parts = text.split(new RegExp(`(${search.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")})`, "gi"))
  // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text have no other name.
  return parts.map((part, index) => (index % 2 === 1 ? <mark key={index}>{part}</mark> : part))
}
