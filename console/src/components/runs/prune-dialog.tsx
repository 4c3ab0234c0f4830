import type { PruneReply, PruneRequest } from "@keelson/protocol/api/owner-api.ts"
import { dayAndTime, size } from "@keelson/text/words/units.ts"
import { useState } from "react"
import { ownerApi } from "../../api/owner.ts"
import { useDeed } from "../../state/use-deed.ts"
import { useLoaded } from "../../state/use-loaded.ts"
import { useSpeaker } from "../../words/speaking.ts"
import { useWords } from "../../words/use-words.ts"
import { Dialog } from "../dialog.tsx"
import { FailureNote } from "../failure-note.tsx"
import { PRUNE_WORDS } from "./prune-words.ts"
import "./prune-dialog.css"

const DAY = 86_400_000

type Choice = { readonly word: "days" | "keep"; readonly count: number; readonly wish: PruneRequest }

const CHOICES: readonly Choice[] = [
  ...[30, 7, 90].map((count): Choice => ({ word: "days", count, wish: { older_than_ms: count * DAY } })),
  ...[100, 20].map((count): Choice => ({ word: "keep", count, wish: { keep: count } })),
]

/** So many are named; the rest is counted. */
const MOST = 50

type PruneDialogProps = { readonly onClose: () => void; readonly onDone: () => void }

/** Shows what would go, and removes just that. */
export function PruneDialog({ onClose, onDone }: PruneDialogProps) {
  const say = useSpeaker(PRUNE_WORDS)
  const word = useWords()
  const [at, setAt] = useState(0)
  const [gone, setGone] = useState<PruneReply | null>(null)
  const wish = CHOICES[at]?.wish ?? {}
  const { value: shown, failure } = useLoaded(JSON.stringify(wish), async () => ({
    ...(await ownerApi.prune(wish)),
    at,
  }))
  const deed = useDeed()
  const isShown = shown?.at === at
  const remove = () =>
    deed.run(async () => {
      setGone(await ownerApi.prune({ ...wish, runs: shown?.runs.map(({ id }) => id) ?? [] }))
      onDone()
    })
  return (
    <Dialog title={say("title")} onClose={onClose}>
      {gone ? (
        <p role="status">{say("gone", gone.runs.length, size(gone.bytes), size(gone.checkpoints ?? 0))}</p>
      ) : (
        <>
          <p>{say("text")}</p>
          <label className="field">
            <span>{say("which")}</span>
            <select className="input" value={at} onChange={(event) => setAt(Number(event.target.value))}>
              {CHOICES.map(({ word: name, count }, index) => (
                <option key={`${name} ${count}`} value={index}>
                  {say(name, count)}
                </option>
              ))}
            </select>
          </label>
          {isShown ? <Shown reply={shown} /> : !failure && <p className="quiet">{word("loading")}</p>}
        </>
      )}
      {(failure ?? deed.failure) && <FailureNote failure={failure ?? (deed.failure as NonNullable<typeof failure>)} />}
      <div className="row">
        {!gone && isShown && shown.runs.length > 0 && (
          <button type="button" className="button danger" disabled={deed.isBusy} onClick={() => void remove()}>
            {deed.isBusy ? say("removing") : say("do", shown.runs.length)}
          </button>
        )}
        <button type="button" className="button" onClick={onClose}>
          {word("close")}
        </button>
      </div>
    </Dialog>
  )
}

function Shown({ reply: { runs, bytes } }: { readonly reply: PruneReply }) {
  const say = useSpeaker(PRUNE_WORDS)
  if (runs.length === 0) return <p role="status">{say("none")}</p>
  return (
    <div>
      <p role="status">
        <strong>{say("goes", runs.length, size(bytes))}</strong>
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard. */}
      <ul className="prune-list small" tabIndex={0}>
        {runs.slice(0, MOST).map(({ id, title, updated_at, bytes: own }) => (
          <li key={id}>
            <span className="cut grow">{title}</span>
            <span className="quiet">{dayAndTime(updated_at)}</span>
            <span className="quiet">{size(own)}</span>
          </li>
        ))}
        {runs.length > MOST && <li className="quiet">{say("more", runs.length - MOST)}</li>}
      </ul>
    </div>
  )
}
