import { stableJson } from "../../journal/stable-json.ts"
import type { FileChange } from "../../protocol/log/event.ts"
import { clip } from "../../text/clip.ts"
import { quotedName } from "../../text/quoted-name.ts"
import { fileHash } from "../../tools/content-hash.ts"
import { markersIn } from "../../tools/secrets/secrets.ts"
import type { ChangeTool } from "../../tools/tool.ts"
import { pathsBreach } from "../constraints/task-rules.ts"
import type { RunParts } from "../core/run-parts.ts"
import { guarded } from "./guarded.ts"
import { type IntendedChange, intentDrafts, type Planned } from "./intent.ts"
import type { Done } from "./run-task.ts"

/** Works a change out, records what it is going to be, and makes it. */
export async function makeChange(parts: RunParts, planned: Planned, tool: ChangeTool<unknown>): Promise<Done> {
  const prepared = await guarded(parts, planned, async (context) => tool.prepare(planned.input, context))
  if (!prepared.ok) return withHint(planned.input, prepared.failed)
  const { changes } = prepared.value
  const outside = await pathsBreach(
    parts,
    changes.map(({ path }) => path),
  )
  if (outside) return { status: "refused", text: `Not run: ${outside}.`, changes: [], violates: true }
  const output = parts.secrets.redact(prepared.value.output)
  await parts.journal.write(intentDrafts(planned, { changes, output }))
  const applied = await guarded(parts, planned, async () => prepared.value.apply())
  return applied.ok
    ? { status: "done", text: output, changes, diff: shownDiff(parts.secrets.redact(prepared.value.preview)) }
    : orComeThrough(parts, { changes, output }, applied.failed)
}

/** Enough to see what was done; the whole is in the checkpoints. */
const MOST_DIFF_LINES = 60
const MOST_DIFF_CHARACTERS = 6000

function shownDiff(preview: string): string {
  const lines = preview.replace(/\n$/, "").split("\n")
  return clip(lines.slice(0, MOST_DIFF_LINES).join("\n"), MOST_DIFF_CHARACTERS)
}

/** A model that works on what it was shown looks for passages that no file has. */
function withHint(input: unknown, failed: Done): Done {
  if (markersIn(JSON.stringify(input)).length === 0) return failed
  return { ...failed, text: `${failed.text}\n${PLACEHOLDER_HINT}` }
}

const PLACEHOLDER_HINT =
  "What you are shown as {{secret:…}} or [redacted] stands otherwise in the file, and is never put in for you: leave it out, and change the lines around it."

/**
 * After a crash the workspace tells: as after → done; as before → do it now; some files this, some that → do the rest;
 * neither → somebody else was there.
 */
export async function finishChange(
  parts: RunParts,
  planned: Planned,
  tool: ChangeTool<unknown>,
  intended: IntendedChange,
): Promise<Done> {
  const { changes, output } = intended
  const { finished, left, isKnown } = await lookAt(parts, changes)
  if (left.length === 0) return { status: "done", text: output, changes }
  if (isKnown && finished.length === 0) return makeChange(parts, planned, tool)
  const isCompleted = isKnown && (await completeChange(parts, planned, tool, { finished, left }))
  return isCompleted ? { status: "done", text: output, changes } : halfDone(changes)
}

type Progress = { readonly finished: readonly FileChange[]; readonly left: readonly FileChange[] }

/** Only if what is left is exactly what was intended. */
async function completeChange(
  parts: RunParts,
  planned: Planned,
  tool: ChangeTool<unknown>,
  { finished, left }: Progress,
): Promise<boolean> {
  const paths = finished.map(({ path }) => path)
  const completed = await guarded(parts, planned, async (context) => {
    const rest = await tool.complete?.(planned.input, context, paths)
    if (!rest || stableJson(rest.changes) !== stableJson(left)) return false
    await rest.apply()
    return true
  })
  return completed.ok && completed.value
}

/** `isKnown`: each file is as it was or as it should be. */
async function lookAt(parts: RunParts, changes: readonly FileChange[]): Promise<Progress & { isKnown: boolean }> {
  const now = await Promise.all(changes.map((change) => currentHash(parts, change.path)))
  const left = changes.filter((change, index) => now[index] !== change.after)
  const isKnown = changes.every(({ before, after }, index) => now[index] === before || now[index] === after)
  return { finished: changes.filter((change) => !left.includes(change)), left, isKnown }
}

/** A write that was given up may have come through all the same. */
async function orComeThrough(parts: RunParts, { changes, output }: IntendedChange, failed: Done): Promise<Done> {
  const { finished, left } = await lookAt(parts, changes)
  if (left.length === 0) return { status: "done", text: output, changes }
  return finished.length === 0 ? failed : halfDone(changes)
}

function halfDone(changes: readonly FileChange[]): Done {
  const paths = changes.map((change) => quotedName(change.path)).join(", ")
  return {
    status: "unknown",
    changes: [],
    text: `The run was interrupted while it changed ${paths}, and the content is now neither the old nor the new one. Read it before going on.`,
  }
}

/** `undefined` where nobody can tell any more. */
async function currentHash(parts: RunParts, path: string): Promise<string | null | undefined> {
  try {
    return await fileHash(await parts.workspace.resolve(path, "write"))
  } catch {
    return undefined
  }
}
