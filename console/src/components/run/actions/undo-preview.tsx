import type { UndoReply, UndoRequest } from "@keelson/protocol/api/api.ts"
import { quotedName } from "@keelson/text/quoted-name.ts"
import { readDiff } from "@keelson/text/unified-diff.ts"
import { useMemo } from "react"
import { api } from "../../../api/client.ts"
import type { Failure } from "../../../api/failure.ts"
import { useLoaded } from "../../../state/use-loaded.ts"
import { useReasons } from "../../../words/retold.ts"
import { isWord, useWords } from "../../../words/use-words.ts"
import { FileDiffView } from "../../diff/file-diff.tsx"
import { FailureNote } from "../../failure-note.tsx"
import { RunLater } from "../../run-later.tsx"
import "../changes/changes.css"

/** Files whose lines are shown at once; those of others are a click away. */
const SHOWN_AT_ONCE = 3

type Preview = {
  readonly reply: UndoReply | null
  readonly failure: Failure | null
  /** There is something to take back, or to be asked about. */
  readonly canBeDone: boolean
}

/** What an undo would change, asked of the server before it does. */
export function useUndoPreview(runId: string, options: UndoRequest): Preview {
  const key = `${runId} ${JSON.stringify(options)}`
  const { value, failure } = useLoaded(key, async () => ({
    key,
    reply: await api.undo(runId, { ...options, preview: true }),
  }))
  const reply = value?.key === key ? value.reply : null
  return { reply, failure, canBeDone: !failure && (reply?.files.length || reply?.conflicts.length || 0) > 0 }
}

/** Each file with its lines, and what would be left alone. */
export function UndoPreview({ preview: { reply, failure } }: { readonly preview: Preview }) {
  const say = useWords()
  const diffs = useMemo(() => readDiff(reply?.diff ?? ""), [reply])
  if (failure) return <FailureNote failure={failure} />
  if (!reply) return <p className="quiet">{say("loading")}</p>
  return (
    <div className="undo-preview">
      <strong>{say(reply.files.length === 0 ? "undo.preview.none" : "undo.preview")}</strong>
      {reply.files.map(({ path, deed }, index) => {
        const file = diffs.find((each) => each.path === path)
        return (
          <details key={path} className="changed-file" open={index < SHOWN_AT_ONCE}>
            <summary>
              <code className="grow cut">{quotedName(path)}</code> <RunLater path={path} /> <Deed deed={deed} />
            </summary>
            {file && <FileDiffView file={file} isSplit={false} />}
          </details>
        )
      })}
      <LeftAlone reply={reply} />
    </div>
  )
}

/** What became of a file, in the reader's words. */
export function Deed({ deed }: { readonly deed: string }) {
  const say = useWords()
  const word = `undo.deed.${deed.replace(" ", "_")}`
  return <span className="quiet small">{isWord(word) ? say(word) : deed}</span>
}

/** Files that an undo does not touch, and why. */
export function LeftAlone({ reply: { conflicts, left_out } }: { readonly reply: UndoReply }) {
  const say = useWords()
  const reason = useReasons()
  return (
    <>
      {conflicts.length > 0 && <strong>{say("undo.conflicts")}</strong>}
      <ul>
        {conflicts.map((conflict) => (
          <li key={conflict.path}>
            <code>{quotedName(conflict.path)}</code> <span className="quiet">{reason(conflict.reason)}</span>
          </li>
        ))}
      </ul>
      {left_out.length > 0 && <p className="small quiet">{say("undo.left", { count: left_out.length })}</p>}
    </>
  )
}
