import type { ArtifactFile } from "@keelson/protocol/log/event.ts"
import { withoutAnsi } from "@keelson/text/ansi.ts"
import { duration } from "@keelson/text/words/units.ts"
import { useEffect, useRef } from "react"
import { useReasons, useTitles } from "../../../words/retold.ts"
import { useWords } from "../../../words/use-words.ts"
import { MarkIcon } from "../../badge.tsx"
import { Icon } from "../../icon.tsx"
import { taskMark } from "../../marks.ts"
import type { TaskLine } from "./stage-tasks.ts"
import { TaskDetail } from "./task-detail.tsx"

type TaskRowProps = {
  readonly task: TaskLine
  readonly runId: string
  readonly artifacts: readonly ArtifactFile[]
  /** The newest output while it runs. */
  readonly output: string
  readonly now: number
  readonly isCursor: boolean
  readonly isOpen: boolean
  readonly onToggle: () => void
}

const HAS_NO_TIME: ReadonlySet<string> = new Set(["planned", "asked", "skipped", "stopped", "refused"])

/** A task in a line; opened, with its arguments and its result. */
export function TaskRow({ task, runId, artifacts, output, now, isCursor, isOpen, onToggle }: TaskRowProps) {
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
  const note = isRunning ? lastLine(output) : SAYS_WHY.has(task.status) ? reason(firstLine(task.digest)) : ""
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
      {isOpen && <TaskDetail task={task} runId={runId} artifacts={artifacts} output={output} />}
    </li>
  )
}

const SAYS_WHY: ReadonlySet<string> = new Set(["failed", "refused", "unknown", "skipped"])

function firstLine(text: string): string {
  return text.trim().split("\n")[0] ?? ""
}

function lastLine(text: string): string {
  return withoutAnsi(text.trim().split("\n").at(-1)?.split("\r").at(-1) ?? "")
}
