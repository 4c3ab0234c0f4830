import { withoutAnsi } from "@keelson/text/ansi.ts"
import { gistOfTask } from "@keelson/view/task-gist.ts"
import { useWords } from "../../../words/use-words.ts"
import { spelledLine } from "../../diff/spelled-line.ts"
import type { TaskLine } from "../stage/stage-tasks.ts"

/** What a task did or found, at a glance: the lines that an edit changed, the end of an output, the beginning of a text. */
export function TaskGlimpse({ task }: { readonly task: TaskLine }) {
  const say = useWords()
  const gist = gistOfTask(task)
  if (!gist) return null
  const tone = task.status === "done" ? "" : " failed"
  return (
    <div className={`glimpse glimpse-${gist.kind}${tone}`}>
      <code>
        {gist.lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines of a text have no other name.
          <span key={index} className={gist.kind === "diff" ? kindOf(line) : ""}>
            {spelledLine(withoutAnsi(line)) || " "}
          </span>
        ))}
      </code>
      {gist.more > 0 && <span className="glimpse-more quiet">{say("feed.more", { count: gist.more })}</span>}
    </div>
  )
}

function kindOf(line: string): string {
  if (line.startsWith("@@") || line.startsWith("+++ ")) return "hunk"
  if (line.startsWith("+")) return "add"
  return line.startsWith("-") ? "drop" : ""
}
