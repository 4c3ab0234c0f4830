import type { EntryDraft } from "../../journal/journal.ts"
import { type Guard, hasFields } from "../../journal/step-key.ts"
import type { PlannedTask } from "../../protocol/log/control.ts"
import type { FileChange } from "../../protocol/log/event.ts"
import { factKey } from "../../protocol/log/key.ts"
import type { AnyTool } from "../../tools/tool.ts"

/** A task with its number among all of the run. */
export type NumberedTask = PlannedTask & { readonly number: number }

/** One call, ready to be made. */
export type Planned = {
  readonly key: string
  readonly task: NumberedTask
  readonly tool: AnyTool
  readonly input: unknown
  readonly digest: string
  readonly title: string
}

/** What an intent keeps of a change, so that a crash can be told apart from a finished write. */
export type IntendedChange = { readonly changes: readonly FileChange[]; readonly output: string }

export const isIntendedChange: Guard<IntendedChange> = hasFields({ changes: "list", output: "string" })

/** Where the record is that an effect is about to happen. */
export function intentKey(key: string): string {
  return factKey(key, "intent")
}

/** The intent and the news that the task runs, in one transaction. */
export function intentDrafts(planned: Planned, value: IntendedChange | object): EntryDraft[] {
  const intent = { kind: "intent", digest: planned.digest, value } as const
  return [{ key: intentKey(planned.key), record: intent }, startedDraft(planned)]
}

export function startedDraft({ key, task, tool, title }: Planned): EntryDraft {
  const event = { type: "task.started" as const, task: key, id: task.id, number: task.number, tool: tool.name, title }
  return { key: factKey(key, "task.started"), record: { kind: "event", event } }
}
