import type { EffectTool, ToolOutput } from "../../tools/tool.ts"
import type { RunParts } from "../ground/run-parts.ts"
import { finishChange, makeChange } from "./change.ts"
import { guarded } from "./guarded.ts"
import { intentDrafts, intentKey, isIntendedChange, type Planned, startedDraft } from "./intent.ts"
import type { Done } from "./run-task.ts"

/**
 * Does the deed between its intent and its result. An intent without a result is left by a crash: a safe effect runs
 * again, a change is looked up in the workspace, anything else is reported as unknown.
 */
export async function performEffect(parts: RunParts, planned: Planned): Promise<Done> {
  const { tool } = planned
  if (tool.repeat === "check") {
    const intended = parts.journal.valueOf(intentKey(planned.key), isIntendedChange)
    return intended ? finishChange(parts, planned, tool, intended) : makeChange(parts, planned, tool)
  }
  if (tool.repeat === "never" && parts.journal.find(intentKey(planned.key))) {
    return unknown(
      `${planned.title}: the run was interrupted while this ran; its outcome is unknown. It was not run again.`,
    )
  }
  if (tool.repeat === "safe") return announced(parts, planned, () => execute(parts, planned, tool))
  await parts.journal.write(intentDrafts(planned, {}))
  return execute(parts, planned, tool)
}

/** What may run again needs no intent: that it runs is news only while it does, so a short one is told with its result. */
async function announced(parts: RunParts, planned: Planned, deed: () => Promise<Done>): Promise<Done> {
  parts.journal.writeLater([startedDraft(planned)])
  const stopTimer = parts.clock.after(NEWS_MS, () => parts.journal.flush().catch(() => {}))
  try {
    return await deed()
  } finally {
    stopTimer()
  }
}

/** Nobody sees the difference. */
const NEWS_MS = 40

function unknown(text: string): Done {
  return { status: "unknown", text, changes: [] }
}

async function execute(parts: RunParts, planned: Planned, tool: EffectTool<unknown>): Promise<Done> {
  const tried = await guarded(parts, planned, async (context) =>
    toDone(await tool.execute(parts.secrets.fillIn(tool.name, planned.input), context)),
  )
  if (!tried.ok) return tried.failed
  return tried.value
}

/** Tools may be written without types. */
function toDone(output: unknown): Done {
  if (typeof output === "string") return { status: "done", text: output, changes: [] }
  const { text, changes = [], artifacts = [] } = (output ?? {}) as Partial<ToolOutput>
  if (typeof text !== "string") throw new Error("it returned no text")
  return { status: "done", text, changes, artifacts }
}
