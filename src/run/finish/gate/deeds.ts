import { hasFields, isListOf } from "../../../journal/step-key.ts"
import type { PlannedTask } from "../../../protocol/log/control.ts"
import { factKey, keyIn, numberOf, parentOf, REPLY } from "../../../protocol/log/key.ts"
import { parseJson } from "../../../text/parse-json.ts"
import { classifyCommand } from "../../../tools/shell/shell.ts"
import { commandOf, runsCommands } from "../../../tools/subject.ts"
import type { AnyTool } from "../../../tools/tool.ts"
import type { RunParts } from "../../core/run-parts.ts"

/** Whether a tool of this kind of access changes anything. */
export function isDeed(access: AnyTool["access"]): boolean {
  return access === "write" || access === "execute"
}

/**
 * Calls that did something outside the files that are watched, by their keys: also such as may be repeated. A command that only reads is none,
 * and what a confined command does shows in files, as does what a tool does that names its paths.
 */
export function deedsIn(parts: RunParts): readonly string[] {
  const { journal, tools, sandbox } = parts
  return journal.entries.flatMap(({ record }) => {
    if (record.kind !== "event" || record.event.type !== "task.ended") return []
    const { task, tool: name, status, changes } = record.event
    const tool = tools.get(name)
    if (!tool || !TAKES_EFFECT.has(status) || !isDeed(tool.access) || changes.length > 0 || tool.paths) return []
    const command = runsCommands(tool) ? commandOf(tool, inputOf(parts, task)) : undefined
    if (command !== undefined && (sandbox != null || classifyCommand(command) === "reading")) return []
    return [task]
  })
}

/** Whether something was written that stood there already, word for word: nothing differs, and what was asked for is there. */
export function isAlreadyThere({ journal, tools }: RunParts): boolean {
  return journal.entries.some(({ record }) => {
    if (record.kind !== "event" || record.event.type !== "task.ended") return false
    const { tool: name, status, changes } = record.event
    const tool = tools.get(name)
    return tool?.access === "write" && tool.paths !== undefined && status === "done" && changes.length === 0
  })
}

/** Of what a crash hid nobody can say that it changed nothing. */
const TAKES_EFFECT: ReadonlySet<string> = new Set(["done", "unknown"])

/** What a task was called with: by the plan of its round, or by the reply of its turn. */
function inputOf({ journal }: RunParts, task: string): unknown {
  const place = parentOf(task)
  const planned = journal.find(factKey(keyIn(place, "plan"), "plan.made"))?.record
  if (planned?.kind === "event" && planned.event.type === "plan.made")
    return planned.event.tasks.find(({ id }: PlannedTask) => id === numberOf(task))?.arguments
  const reply = journal.valueOf(keyIn(place, REPLY), isReply)
  const call = reply?.calls[numberOf(task) - 1]
  const input = call && parseJson(call.arguments)
  return input?.ok ? input.value : undefined
}

type Reply = { readonly calls: readonly { readonly arguments: string }[] }

const isCalls = isListOf(hasFields<{ readonly arguments: string }>({ arguments: "string" }))

function isReply(value: unknown): value is Reply {
  return typeof value === "object" && value !== null && "calls" in value && isCalls(value.calls)
}
