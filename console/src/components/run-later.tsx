import { runLaterMark } from "@keelson/text/words/run-later.ts"
import { useLanguage } from "../words/use-words.ts"
import { Icon } from "./icon.tsx"
import "./run-later.css"

type RunLaterProps = {
  readonly path: string
  /** The sign alone, where there is no room for the words: they are read out and shown on hovering. */
  readonly isBrief?: boolean
}

/** Says of a file that another program runs it by itself later; nothing of any other file. */
export function RunLater({ path, isBrief = false }: RunLaterProps) {
  const mark = runLaterMark(useLanguage(), path)
  if (mark === undefined) return null
  return (
    <strong className="run-later" title={mark}>
      <Icon shape="asked" size={12} /> <span className={isBrief ? "unseen" : ""}>{mark}</span>
    </strong>
  )
}
