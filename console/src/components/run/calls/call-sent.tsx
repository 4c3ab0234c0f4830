import type { OpenedCall } from "@keelson/protocol/api/call-api.ts"
import { useWords } from "../../../words/use-words.ts"
import { SectionView } from "./section-view.tsx"

type CallSentProps = { readonly call: OpenedCall; readonly isWhole: boolean; readonly onWhole: () => void }

/** What was sent, section by section. What the call before had too is counted, and shown on request. */
export function CallSent({ call: { sent, before }, isWhole, onWhole }: CallSentProps) {
  const say = useWords()
  if (!sent) return <p className="quiet">{say("call.unkept")}</p>
  const same = sent.filter((section) => section.same).length
  const shown = isWhole ? sent : sent.filter((section) => !section.same)
  return (
    <>
      {before && same > 0 && (
        <p className="row call-same">
          <span className="quiet">{say("call.same", { count: same, n: before.n })}</span>
          <button type="button" className="button" aria-pressed={isWhole} onClick={onWhole}>
            {say(isWhole ? "call.new" : "call.whole")}
          </button>
        </p>
      )}
      {shown.map((section, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a section has no name of its own, and none ever moves.
        <SectionView key={index} section={section} isOpen={isTelling(section)} />
      ))}
      {before && before.gone.length > 0 && (
        <details className="call-gone">
          <summary>{say("call.gone", { count: before.gone.length, n: before.n })}</summary>
          {before.gone.map((section, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: as above.
            <SectionView key={index} section={section} isOpen={false} />
          ))}
        </details>
      )}
    </>
  )
}

/** What is new, but for tools, which say the same for long. */
function isTelling({ kind, same, difference }: NonNullable<OpenedCall["sent"]>[number]): boolean {
  return !same && (kind !== "tool" || difference !== undefined)
}
