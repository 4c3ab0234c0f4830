import { join } from "node:path"
import type { EntryDraft } from "../../journal/journal.ts"
import { factKey } from "../../protocol/log/key.ts"
import type { Background, RunLog } from "../../tools/background/background.ts"
import { processTool } from "../../tools/background/process-tool.ts"
import { builtInTraits } from "../../tools/built-in.ts"
import { WAIT_FOR } from "../../tools/wait-for.ts"
import type { ProcessView } from "../../view/apply/apply-process.ts"
import type { RunParts } from "../core/run-parts.ts"

type End = Pick<Parameters<typeof endDraft>[1], "how" | "code" | "ms">

/**
 * Ties what runs in the background to the run's log. What an earlier life of the run had there went with it: that is written down now, and
 * the model is told with the result of its next command.
 */
export async function beginBackground(background: Background, parts: RunParts): Promise<void> {
  const { journal, tally } = parts
  const known = tally.view.processes
  const taskOf = (id: string) => tally.view.processes.findLast((process) => process.id === id)?.task
  const lost = known.filter(({ status }) => status === "running")
  if (lost.length > 0) await journal.write(lost.map((process) => endDraft(process, LOST)))
  const gone = lastOfEach(known).filter(({ status, id }) => status === "lost" || lost.some((one) => one.id === id))
  const onEnd: RunLog["onEnd"] = async (process, end) => {
    const task = taskOf(process.id)
    if (task === undefined || tally.view.outcome) return
    const { how, code, ms } = end
    // Where nothing can be written any more, the next life of the run finds out by itself.
    await journal.write([endDraft({ id: process.id, task }, { how, code, ms })]).catch(() => {})
  }
  const hadCommands = tally.view.tasks.some(({ tool }) => builtInTraits(tool)?.shell)
  if (parts.sandbox && hadCommands) background.tell("/tmp is empty again: the run was interrupted.")
  background.begin({ onEnd, ownFiles: () => ownFiles(parts), ways: waysWith(parts) }, known.length, gone)
}

/** A plan's list of tools leaves it to the result of a start to say this. */
function waysWith({ tools }: RunParts): readonly string[] {
  const ways = [
    [processTool.name, "with this id, action is read, wait (timeout_s?), stop, or keep beyond the final checks"],
    [WAIT_FOR, "repeats a command, such as curl, until it succeeds (condition?: regex for its output, limit_s?)"],
  ] as const
  return ways.filter(([name]) => tools.has(name)).map(([name, use]) => `[${name}: ${use}.]`)
}

/** As each file was left by the last task that names it; what a command did to it since then is not the tool's. */
function ownFiles({ tally, workspace }: RunParts): Map<string, string> {
  const changes = tally.view.tasks.flatMap((task) => task.changes)
  return new Map(changes.flatMap(({ path, after }) => (after === null ? [] : [[join(workspace.root, path), after]])))
}

const LOST: End = { how: "lost", code: null, ms: 0 }

function endDraft(
  { id, task }: Pick<ProcessView, "id" | "task">,
  end: { readonly how: "exited" | "stopped" | "lost"; readonly code: number | null; readonly ms: number },
): EntryDraft {
  const event = { type: "process.ended" as const, process: id, task, ...end }
  return { key: factKey(task, "process.ended"), record: { kind: "event", event } }
}

/** Of one command that was started again and again, the last. */
function lastOfEach(processes: readonly ProcessView[]): readonly ProcessView[] {
  return [...new Map(processes.map((process) => [process.command, process])).values()]
}
