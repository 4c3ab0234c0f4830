import type { OpenQuestion } from "@keelson/protocol/log/run.ts"
import { riskItems } from "@keelson/text/words/risk-lines.ts"
import { useLanguage, useWords } from "../../../words/use-words.ts"
import { Icon } from "../../icon.tsx"

type Approval = Extract<OpenQuestion, { kind: "approval" }>

/** What in a command line, or in the files that change, deserves a second look. */
export function Risks({ question }: { readonly question: Approval }) {
  const say = useWords()
  const items = riskItems(useLanguage(), question)
  if (items.length === 0) return null
  return (
    <ul className="risks" aria-label={say("question.risks")}>
      {items.map((item) => (
        <li key={item}>
          <Icon shape="asked" size={14} /> {item}
        </li>
      ))}
    </ul>
  )
}
