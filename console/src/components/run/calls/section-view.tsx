import type { SentSection } from "@keelson/protocol/api/call-api.ts"
import { amount } from "@keelson/text/words/units.ts"
import { useWords } from "../../../words/use-words.ts"
import { CallsMade } from "./calls-made.tsx"
import { ChangedSection } from "./changed-section.tsx"

type Shown = SentSection & { readonly same?: boolean; readonly difference?: string | undefined }
type SectionViewProps = { readonly section: Shown; readonly isOpen: boolean }

/** One section; what is in it is anybody's text, and shown as such. */
export function SectionView({ section, isOpen }: SectionViewProps) {
  const say = useWords()
  const { kind, name, text, calls = [], cut, same, difference } = section
  return (
    <details className={`call-section ${kind}${same ? " same" : ""}`} open={isOpen}>
      <summary>
        <strong>{say(`call.kind.${kind}`)}</strong> {name !== undefined && <code>{name}</code>}{" "}
        <span className="quiet small">{say("call.size", { size: amount(text.length + (cut ?? 0)) })}</span>
        {difference !== undefined && <span className="small"> {say("call.changed")}</span>}
      </summary>
      {difference !== undefined && <ChangedSection text={text} difference={difference} />}
      {difference === undefined && text !== "" && <pre>{text}</pre>}
      <CallsMade calls={calls} />
      {cut !== undefined && <p className="quiet small">{say("call.cut", { size: amount(cut) })}</p>}
    </details>
  )
}
