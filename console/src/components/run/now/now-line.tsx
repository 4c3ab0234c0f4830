import { clock } from "@keelson/text/units.ts"
import type { Doing } from "@keelson/view/doing.ts"
import type { RunView } from "@keelson/view/run-view.ts"
import { useLanguage, useWords } from "../../../words/use-words.ts"
import { Icon } from "../../icon.tsx"
import { type NowWords, nowWords } from "./now-words.ts"
import "./now-line.css"

type NowLineProps = {
  readonly view: RunView
  readonly now: readonly Doing[]
  /** The time by the page's clock, which stands still while the server can't be heard. */
  readonly time: number
  readonly isLost: boolean
  readonly onOpen: (key: string) => void
}

/** So many at once; a run with more parts side by side names the rest as a number. */
const MOST = 3

/** What the run does in this moment; never a guess. */
export function NowLine({ view, now, time, isLost, onOpen }: NowLineProps) {
  const say = useWords()
  const language = useLanguage()
  if (now.length === 0) return null
  const items = now.slice(0, MOST).map((each) => nowWords(each, view, say, language))
  return (
    <section className="now-line" aria-label={say("now.label")}>
      <span className="eyebrow">{say(isLost ? "now.lost" : "now.label")}</span>
      <ul>
        {items.map((item, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: what happens now has no name that lasts.
          <li key={index}>
            <Item item={item} time={time} onOpen={onOpen} />
          </li>
        ))}
        {now.length > MOST && <li className="quiet">{say("now.more", { count: now.length - MOST })}</li>}
      </ul>
    </section>
  )
}

type ItemProps = { readonly item: NowWords; readonly time: number; readonly onOpen: (key: string) => void }

function Item({ item, time, onOpen }: ItemProps) {
  const { shape, text, output, since, opens } = item
  const words = (
    <>
      <Icon shape={shape} size={12} />
      <span className="now-text">{text}</span>
      {since !== null && <span className="now-time">{clock(time - since)}</span>}
      {output !== "" && <code className="now-output cut">{output}</code>}
    </>
  )
  if (opens === null) return <span className="now-item">{words}</span>
  return (
    <button type="button" className="now-item" onClick={() => onOpen(opens)}>
      {words}
    </button>
  )
}
