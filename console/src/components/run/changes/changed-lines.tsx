import { quotedName } from "@keelson/text/quoted-name.ts"
import type { FileDiff } from "@keelson/text/unified-diff.ts"
import { runLaterFirst } from "@keelson/text/words/run-later.ts"
import { useEffect, useRef, useState } from "react"
import { useAddress } from "../../../state/address.ts"
import { useWords } from "../../../words/use-words.ts"
import { FileDiffView } from "../../diff/file-diff.tsx"
import { Icon } from "../../icon.tsx"
import { RunLater } from "../../run-later.tsx"
import { FileTree } from "./file-tree.tsx"
import "./changes.css"

type ChangedLinesProps = {
  readonly files: readonly FileDiff[]
  readonly onUndo?: ((path: string) => void) | undefined
}

/** Files with more changed lines than this are folded until somebody opens them. */
const MOST_LINES = 600

/** A tree of files, and the lines of each. */
export function ChangedLines({ files, onUndo }: ChangedLinesProps) {
  const say = useWords()
  const address = useAddress()
  const [isSplit, setSplit] = useState(false)
  const chosen = address.get("file")
  return (
    <>
      <fieldset className="changes-look">
        <legend className="unseen">{say("changes.look")}</legend>
        {([false, true] as const).map((look) => (
          <button
            key={String(look)}
            type="button"
            className="button"
            aria-pressed={isSplit === look}
            onClick={() => setSplit(look)}
          >
            {say(look ? "changes.split" : "changes.unified")}
          </button>
        ))}
      </fieldset>
      <div className="changes-body">
        <FileTree files={files} chosen={chosen} onChoose={(file) => address.set({ file })} />
        <div className="changes-files">
          {runLaterFirst(files).map((file) => (
            <File key={file.path} {...{ file, isSplit, onUndo }} isChosen={file.path === chosen} />
          ))}
        </div>
      </div>
    </>
  )
}

type FileProps = Pick<ChangedLinesProps, "onUndo"> & {
  readonly file: FileDiff
  readonly isSplit: boolean
  readonly isChosen: boolean
}

function File({ file, isSplit, isChosen, onUndo }: FileProps) {
  const say = useWords()
  const ref = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    if (isChosen && ref.current) ref.current.open = true
    if (isChosen) ref.current?.scrollIntoView({ block: "start" })
  }, [isChosen])
  return (
    <details ref={ref} className="changed-file" open={file.added + file.dropped <= MOST_LINES}>
      <summary>
        <Icon shape="chevron" size={12} />
        <code className="grow cut">{quotedName(file.path)}</code>
        <RunLater path={file.path} />
        <span className="small quiet">{say(`files.${file.how}`)}</span>
        <span className="count-added">+{file.added}</span>
        <span className="count-dropped">−{file.dropped}</span>
        {onUndo && (
          <button
            type="button"
            className="button plain small"
            onClick={(event) => {
              event.preventDefault()
              onUndo(file.path)
            }}
          >
            {say("changes.undo")}
          </button>
        )}
      </summary>
      <FileDiffView file={file} isSplit={isSplit} />
    </details>
  )
}
