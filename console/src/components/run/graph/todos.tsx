import type { RunView } from "@keelson/view/run-view.ts"
import { useWords } from "../../../words/use-words.ts"
import { MarkIcon } from "../../badge.tsx"
import { type Mark, taskMark } from "../../marks.ts"

const MARKS: Readonly<Record<string, Mark>> = {
  pending: taskMark("planned"),
  in_progress: taskMark("running"),
  completed: taskMark("done"),
  cancelled: taskMark("skipped"),
}

/** The run's own list, as it is now. */
export function Todos({ view }: { readonly view: RunView }) {
  const say = useWords()
  if (view.todos.length === 0) return null
  const done = view.todos.filter(({ status }) => status === "completed").length
  return (
    <section className="side" aria-label={say("todos.label")}>
      <h2 className="eyebrow">
        {say("todos.label")} {done}/{view.todos.length}
      </h2>
      <ul className="side-list">
        {view.todos.map(({ id, content, status }) => (
          <li key={id}>
            <MarkIcon mark={MARKS[status] ?? taskMark("planned")} />
            <span className={`todo-text${status === "completed" || status === "cancelled" ? " todo-over" : ""}`}>
              {content}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
