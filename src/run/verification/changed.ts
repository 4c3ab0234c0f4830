import type { LogEntry } from "../../journal/run-store.ts"
import type { FileChange } from "../../protocol/log/event.ts"
import { idIn } from "../../protocol/log/key.ts"
import { isByProduct } from "../../tools/by-products.ts"
import type { RunParts } from "../core/run-parts.ts"

/** A fold over the log sees no folder: what is known by its manifest alone (`target/`) was left out of the checkpoints. */
const nothingBeside = () => []

/** The files that the run changed, and that are not as they were: what checks and other tools left behind is no change. */
export function ownChanges({ journal }: Pick<RunParts, "journal">): readonly string[] {
  const states = new Map<string, { readonly before: string | null; after: string | null }>()
  for (const { path, before, after } of journal.entries.flatMap(changesIn)) {
    const known = states.get(path)
    if (known) known.after = after
    else states.set(path, { before, after })
  }
  return [...states].filter(([, { before, after }]) => before !== after).map(([path]) => path)
}

/** What a tool says that it wrote counts, wherever that is. */
function changesIn({ key, record }: LogEntry): readonly FileChange[] {
  if (record.kind !== "event" || idIn(key, "verify") !== undefined) return []
  const { event } = record
  if (event.type === "task.ended" || event.type === "undo.made") return event.changes
  return event.type === "checkpoint.made" ? event.changes.filter(({ path }) => !isByProduct(path, nothingBeside)) : []
}

/** Whether the run goes on with what an earlier one of its conversation left undone. */
export function carriesOn({ environment, tally: { view } }: Pick<RunParts, "environment" | "tally">): boolean {
  const last = environment.conversation?.at(-1)
  return last !== undefined && last.outcome !== "done" && view.wanted !== "none" && !/[?？]\s*$/u.test(view.request)
}
