import { headOf } from "@keelson/text/clip.ts"
import { count } from "@keelson/text/words/units.ts"
import { useState } from "react"
import { useWords } from "../../../words/use-words.ts"
import { Markdown } from "../../markdown.tsx"

/** Characters that become Markdown at once: what would take seconds is not worth its looks. */
const DRAWN = 20_000

/** Untrusted Markdown of any length: its beginning as such, the rest on demand, as it is. */
export function LongText({ text }: { readonly text: string }) {
  const say = useWords()
  const [isWhole, setWhole] = useState(false)
  if (text.length <= DRAWN) return <Markdown text={text} />
  const head = headOf(text, text.lastIndexOf("\n", DRAWN) + 1 || DRAWN)
  const rest = text.slice(head.length)
  return (
    <>
      <Markdown text={head} />
      {isWhole ? (
        <p className="plain-text">{rest}</p>
      ) : (
        <button type="button" className="button" onClick={() => setWhole(true)}>
          {say("summary.rest", { count: count(rest.length) })}
        </button>
      )}
    </>
  )
}
