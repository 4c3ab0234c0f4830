import type { ArtifactFile } from "@keelson/protocol/log/event.ts"
import { shortKey } from "@keelson/protocol/log/key.ts"
import { useState } from "react"
import { useWords } from "../../../words/use-words.ts"
import { OutputView } from "../../output/output-view.tsx"
import { ArtifactDialog } from "../artifact/artifact-dialog.tsx"
import { useArtifacts } from "../artifact/artifacts.ts"
import { ImageArtifact } from "../artifact/image-artifact.tsx"
import type { TaskLine } from "./stage-tasks.ts"

type TaskDetailProps = {
  readonly task: TaskLine
  readonly runId: string
  readonly artifacts: readonly ArtifactFile[]
  readonly output: string
}

const ENDED: ReadonlySet<string> = new Set(["done", "failed"])

/** What a task was given and what it gave. */
export function TaskDetail({ task, runId, artifacts, output }: TaskDetailProps) {
  const say = useWords()
  const source = useArtifacts()
  const [opened, setOpened] = useState("")
  const id = shortKey(task.key)
  const entries = Object.entries(task.arguments ?? {})
  return (
    <div className="task-detail">
      {task.why !== "" && task.title !== task.tool && <p className="quiet">{task.why}</p>}
      {entries.length > 0 && (
        <dl className="arguments">
          {entries.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                <pre>{typeof value === "string" ? value : JSON.stringify(value, null, 2)}</pre>
              </dd>
            </div>
          ))}
        </dl>
      )}
      {task.changes.length > 0 && (
        <p className="small">
          {say("task.changed")} <code>{task.changes.map(({ path }) => path).join(", ")}</code>
        </p>
      )}
      {task.digest !== "" && <pre className="digest">{task.digest}</pre>}
      {task.status === "running" && <OutputView text={output} name={task.tool} isGrowing />}
      {artifacts.map((file) =>
        file.mime.startsWith("image/") ? (
          <ImageArtifact key={file.id} runId={runId} file={file} />
        ) : (
          <button key={file.id} type="button" className="button" onClick={() => setOpened(file.id)}>
            {file.name}
          </button>
        ),
      )}
      {ENDED.has(task.status) && source.has(runId, id) && (
        <div>
          <button type="button" className="button" onClick={() => setOpened(id)}>
            {say("artifact.open")} <code>{id}</code>
          </button>
        </div>
      )}
      {opened !== "" && <ArtifactDialog runId={runId} id={opened} onClose={() => setOpened("")} />}
    </div>
  )
}
