import type { ArtifactFile } from "@keelson/protocol/log/event.ts"
import { duration } from "@keelson/text/words/units.ts"
import type { ProcessView } from "@keelson/view/apply/apply-process.ts"
import { useEffect, useRef } from "react"
import { useReasons, useTitles } from "../../../words/retold.ts"
import { useWords } from "../../../words/use-words.ts"
import { MarkIcon } from "../../badge.tsx"
import { Icon } from "../../icon.tsx"
import { taskMark } from "../../marks.ts"
import { ImageArtifact } from "../artifact/image-artifact.tsx"
import { OutputTail } from "../feed/output-tail.tsx"
import { ProcessRow } from "../feed/process-row.tsx"
import { TaskGlimpse } from "../feed/task-glimpse.tsx"
import type { TaskLine } from "./stage-tasks.ts"
import { TaskDetail } from "./task-detail.tsx"

type TaskRowProps = {
  readonly task: TaskLine
  readonly runId: string
  readonly artifacts: readonly ArtifactFile[]
  /** The newest output while it runs. */
  readonly output: string
  /** A command that it left running. */
  readonly process?: ProcessView | undefined
  readonly now: number
  readonly isCursor: boolean
  readonly isOpen: boolean
  readonly onToggle: () => void
}

const HAS_NO_TIME: ReadonlySet<string> = new Set(["planned", "asked", "skipped", "stopped", "refused"])

/** A task in a line; opened, with its arguments and its result. */
export function TaskRow(props: TaskRowProps) {
  const { task, runId, artifacts, output, process, now, isCursor, isOpen, onToggle } = props
  const say = useWords()
  const titles = useTitles()
  const reason = useReasons()
  const ref = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isCursor) ref.current?.focus()
  }, [isCursor])
  const mark = taskMark(task.status)
  const isRunning = task.status === "running"
  const time = isRunning ? Math.max(0, now - task.startedAt) : task.ms
  const note = !isRunning && SAYS_WHY.has(task.status) ? reason(firstLine(task.digest)) : ""
  const pictures = artifacts.filter(({ mime }) => mime.startsWith("image/"))
  return (
    <li className={`task${isOpen ? " open" : ""}`}>
      <button
        ref={ref}
        type="button"
        className="task-line"
        aria-expanded={isOpen}
        onClick={onToggle}
        data-task={task.key}
      >
        <MarkIcon mark={mark} />
        <span className="task-number small quiet">{task.number}</span>
        <code className="task-tool">{task.tool}</code>
        <span className="cut grow">{task.title === task.tool ? task.why : titles(task.title)}</span>
        {artifacts.length > 0 && <span className="quiet small">{say("task.files", { count: artifacts.length })}</span>}
        <span className={`small task-word tone-${mark.tone}`}>{task.status === "done" ? "" : say(mark.word)}</span>
        <span className="task-time small quiet">{HAS_NO_TIME.has(task.status) ? "" : duration(time)}</span>
        <Icon shape="chevron" size={12} />
      </button>
      {note !== "" && !isOpen && <p className="task-note cut mono">{note}</p>}
      {isRunning && !isOpen && <OutputTail text={output} />}
      {!isRunning && !isOpen && note === "" && <TaskGlimpse task={task} />}
      {!isOpen && pictures.map((file) => <ImageArtifact key={file.id} runId={runId} file={file} />)}
      {process && <ProcessRow process={process} output={isRunning ? "" : output} now={now} />}
      {isOpen && <TaskDetail task={task} runId={runId} artifacts={artifacts} output={output} />}
    </li>
  )
}

/** Of the others the result is seen. */
const SAYS_WHY: ReadonlySet<string> = new Set(["refused", "unknown", "skipped"])

function firstLine(text: string): string {
  return text.trim().split("\n")[0] ?? ""
}
