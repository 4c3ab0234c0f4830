import type { QueueStanding } from "@keelson/protocol/api/team-api.ts"
import { isEnd } from "@keelson/protocol/log/outcome.ts"
import { clock } from "@keelson/text/words/units.ts"
import type { Doing } from "@keelson/view/doing.ts"
import type { RunView } from "@keelson/view/run-view.ts"
import { useLanguage, useWords } from "../../../words/use-words.ts"
import { Icon } from "../../icon.tsx"
import { type NowWords, nowWords, queueWords } from "./now-words.ts"
import "./now-line.css"

type NowLineProps = {
  readonly view: RunView
  readonly now: readonly Doing[]
  /** Where it stands, which says more than that somebody is going to carry it out. */
  readonly queue: QueueStanding | null
  /** The time by the page's clock, which stands still while the server can't be heard. */
  readonly time: number
  readonly isLost: boolean
  /** What is said instead while the past is shown. */
  readonly past?: string | undefined
  readonly onOpen: (key: string) => void
}

/**
 * What the run does in this moment; never a guess. It has one line as long as the run goes on, so that nothing on the page moves
 * when it changes.
 */
export function NowLine({ view, now, queue, time, isLost, past, onOpen }: NowLineProps) {
  const say = useWords()
  const language = useLanguage()
  const items = queue && !past ? [queueWords(queue, say)] : now.map((each) => nowWords(each, view, say, language))
  const [first, ...others] = items
  if (!first && !past && isEnd(view.state)) return null
  return (
    <section className="now-line" aria-label={say("now.label")}>
      <span className="eyebrow">{say(past ? "replay.label" : isLost ? "now.lost" : "now.label")}</span>
      {past && <span className="now-item">{past}</span>}
      {first && <Item item={first} time={time} onOpen={onOpen} />}
      {others.length > 0 && (
        <span className="quiet small now-more" title={others.map(({ text }) => text).join("\n")}>
          {say("now.more", { count: others.length })}
        </span>
      )}
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
