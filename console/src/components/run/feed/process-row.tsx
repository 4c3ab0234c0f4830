import { clock, duration } from "@keelson/text/words/units.ts"
import type { ProcessView } from "@keelson/view/apply/apply-process.ts"
import { useWords } from "../../../words/use-words.ts"
import { MarkIcon } from "../../badge.tsx"
import { taskMark } from "../../marks.ts"
import { OutputTail } from "./output-tail.tsx"

type ProcessRowProps = { readonly process: ProcessView; readonly output: string; readonly now: number }

/** A server or watcher that a task started: whether it lives, for how long, and what it prints. */
export function ProcessRow({ process, output, now }: ProcessRowProps) {
  const say = useWords()
  const { id, command, status, code, startedAt, endedAt } = process
  const isRunning = status === "running"
  return (
    <div className="process-row">
      <p className="row">
        <MarkIcon mark={taskMark(isRunning ? "running" : status === "exited" && code === 0 ? "done" : "stopped")} />
        <strong>{say(`process.${status}`, { code: code ?? "?" })}</strong>
        <code className="cut grow">{command}</code>
        <span className="quiet small">
          {id} · {isRunning ? clock(Math.max(0, now - startedAt)) : duration((endedAt ?? startedAt) - startedAt)}
        </span>
      </p>
      {isRunning && <OutputTail text={output} />}
    </div>
  )
}
