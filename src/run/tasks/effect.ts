import { plural } from "../../text/words/units.ts"
import type { EffectTool, ToolOutput } from "../../tools/tool.ts"
import { onlyReads } from "../constraints/task-rules.ts"
import type { RunParts } from "../core/run-parts.ts"
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
  const isSafe = tool.repeat === "safe" || isKnownToRead(planned)
  if (!isSafe && parts.journal.find(intentKey(planned.key))) {
    return unknown(
      `${planned.title}: the run was interrupted while this ran; its outcome is unknown. It was not run again.`,
    )
  }
  if (!isSafe && hiddenTimes(parts, planned) >= MOST_HIDDEN) {
    return { status: "refused", text: `Not run: ${HIDDEN_TOO_OFTEN}`, changes: [] }
  }
  if (isSafe) return announced(parts, planned, () => execute(parts, planned, tool))
  await parts.journal.write(intentDrafts(planned, {}))
  return execute(parts, planned, tool)
}

/** How often an interruption hid what came of this very call, by the log. */
function hiddenTimes({ journal }: RunParts, { digest }: Planned): number {
  return journal.entries.filter(
    ({ record }) =>
      record.kind === "step" &&
      record.digest === digest &&
      (record.value as Partial<Done> | null)?.status === "unknown",
  ).length
}

const MOST_HIDDEN = 2
const HIDDEN_TOO_OFTEN =
  "the run was interrupted twice while this ran, and nobody knows what came of it. Find another way, or leave it out and say so."

/** A command that only looks may look again. */
function isKnownToRead({ tool, input }: Planned): boolean {
  return onlyReads(tool, input)
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
  if (typeof output === "string") return { status: "done", text: bounded(output), changes: [] }
  const { text, changes = [], artifacts = [], started } = (output ?? {}) as Partial<ToolOutput>
  if (typeof text !== "string") throw new Error("it returned no text")
  return { status: "done", text: bounded(text), changes, artifacts, ...(started ? { started } : {}) }
}

/** So many characters of a result are kept; no model is shown more, and the log has to carry them for ever. */
const MOST_CHARACTERS = 2_000_000

function bounded(text: string): string {
  if (text.length <= MOST_CHARACTERS) return text
  const left = plural(text.length - MOST_CHARACTERS, "character")
  return `${text.slice(0, MOST_CHARACTERS)}\n[${left} left out: a result has at most ${MOST_CHARACTERS}; ask for less at a time]`
}
