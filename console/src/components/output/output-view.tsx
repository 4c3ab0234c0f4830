import { withoutAnsi } from "@keelson/text/ansi.ts"
import { count } from "@keelson/text/words/units.ts"
import { useEffect, useMemo, useRef, useState } from "react"
import { useWords } from "../../words/use-words.ts"
import { copyText, download } from "./hand-out.ts"
import { OutputLines } from "./output-lines.tsx"
import { matchesIn, PAGE, pageOf, pagesOf } from "./pages.ts"
import "./output-view.css"

type OutputViewProps = {
  readonly text: string
  /** What it is called, on the page and as a file. */
  readonly name: string
  /** More is coming: the end stays in sight, unless somebody scrolled away from it. */
  readonly isGrowing?: boolean
  /** So many lines there are, where not all of them are here yet. */
  readonly all?: number
}

/** A program's output: coloured, searched, wrapped, copied, saved; long ones in pages. */
export function OutputView({ text, name, isGrowing = false, all }: OutputViewProps) {
  const say = useWords()
  const lines = useMemo(() => text.replace(/\n$/, "").split("\n"), [text])
  const [chosen, setChosen] = useState<number | null>(null)
  const [isWrapped, setWrapped] = useState(false)
  const [isCopied, setCopied] = useState(false)
  const [search, setSearch] = useState("")
  const [hit, setHit] = useState(0)
  const found = useMemo(() => matchesIn(lines, search), [lines, search])
  const pages = pagesOf(lines.length)
  const line = found[hit]
  const page = chosen ?? (line === undefined ? (isGrowing ? pages : 1) : pageOf(line))
  const ref = useFollowedEnd(text, isGrowing && page === pages)

  const find = (words: string) => {
    setSearch(words)
    setHit(0)
    setChosen(null)
  }
  const next = (by: number) => {
    setHit((hit + by + found.length) % Math.max(1, found.length))
    setChosen(null)
  }
  return (
    <div className="output">
      <div className="row output-tools">
        <input
          className="input"
          type="search"
          placeholder={say("output.search")}
          aria-label={say("output.search")}
          value={search}
          onChange={(event) => find(event.target.value)}
          onKeyDown={(event) => event.key === "Enter" && next(event.shiftKey ? -1 : 1)}
        />
        {search !== "" && (
          <span className="quiet small" role="status">
            {say("output.found", { at: found.length === 0 ? 0 : hit + 1, count: count(found.length) })}
          </span>
        )}
        <span className="grow" />
        {pages > 1 && (
          <span className="output-pages">
            <button type="button" className="button" disabled={page <= 1} onClick={() => setChosen(page - 1)}>
              {say("output.before")}
            </button>
            <span className="small">{say("output.page", { page, count: pages })}</span>
            <button type="button" className="button" disabled={page >= pages} onClick={() => setChosen(page + 1)}>
              {say("output.after")}
            </button>
          </span>
        )}
        <label className="small output-wrap">
          <input type="checkbox" checked={isWrapped} onChange={(event) => setWrapped(event.target.checked)} />
          {say("output.wrap")}
        </label>
        <button
          type="button"
          className="button"
          onClick={() => copyText(withoutAnsi(text)).then(() => setCopied(true))}
        >
          {say(isCopied ? "copied" : "output.copy")}
        </button>
        <button type="button" className="button" onClick={() => download(`${name}.txt`, withoutAnsi(text))}>
          {say("output.save")}
        </button>
      </div>
      <OutputLines
        ref={ref}
        {...{ name, isWrapped, search }}
        lines={lines.slice((page - 1) * PAGE, page * PAGE)}
        first={(page - 1) * PAGE + 1}
        hit={line === undefined ? null : line + 1}
      />
      {all !== undefined && all > lines.length && (
        <p className="quiet small" role="status">
          {say("output.loading", { shown: count(lines.length), all: count(all) })}
        </p>
      )}
    </div>
  )
}

/** Keeps the end in sight while text comes in. */
function useFollowedEnd(text: string, isFollowing: boolean) {
  const ref = useRef<HTMLDivElement>(null)
  const isAtEnd = useRef(true)
  useEffect(() => {
    const element = ref.current
    if (!element) return
    const look = () => {
      isAtEnd.current = element.scrollHeight - element.scrollTop - element.clientHeight < 24
    }
    element.addEventListener("scroll", look)
    return () => element.removeEventListener("scroll", look)
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: more text is what moves the end.
  useEffect(() => {
    const element = ref.current
    if (element && isFollowing && isAtEnd.current) element.scrollTop = element.scrollHeight
  }, [text, isFollowing])
  return ref
}
