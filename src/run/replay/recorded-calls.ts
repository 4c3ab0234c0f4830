import type { LogEntry } from "../../journal/run-store.ts"
import { hasFields } from "../../journal/step-key.ts"
import type { Environment } from "../../protocol/log/environment.ts"
import type { DurableEvent } from "../../protocol/log/event.ts"
import { nameOf, parentOf, REPLY } from "../../protocol/log/key.ts"
import { parseJson } from "../../text/parse-json.ts"
import { type Described, traitsOf } from "../../tools/subject.ts"

const hasCalls = hasFields<{ calls: readonly { arguments: string }[] }>({ calls: "list" })

type TaskEnded = Extract<DurableEvent, { type: "task.ended" }>

/** Knows what each task of a log was called with: by its round's plan, its turn's reply, or the plan that a retry repeats. */
export class CallInputs {
  readonly #byStage = new Map<string, Map<number, unknown>>()

  add({ key, record }: LogEntry): void {
    if (record.kind === "event" && record.event.type === "plan.made") {
      for (const task of record.event.tasks) this.#set(record.event.stage, task.id, task.arguments)
    }
    if (record.kind !== "step" || nameOf(key) !== REPLY) return
    if (!hasCalls(record.value)) return
    for (const [index, call] of record.value.calls.entries())
      this.#set(parentOf(key), index + 1, parsed(call.arguments))
  }

  inputOf({ task, id }: TaskEnded): unknown {
    const stage = parentOf(task)
    const own = this.#byStage.get(stage)?.get(id)
    if (own !== undefined) return own
    const earlier = [...this.#byStage].filter(([other]) => parentOf(other) === parentOf(stage))
    return earlier.findLast(([, inputs]) => inputs.has(id))?.[1].get(id)
  }

  #set(stage: string, id: number, input: unknown): void {
    const inputs = this.#byStage.get(stage) ?? new Map()
    this.#byStage.set(stage, inputs.set(id, input))
  }
}

function parsed(text: string): unknown {
  const json = parseJson(text)
  return json.ok ? json.value : text
}

/** The tools of a run as far as its log knows them. */
export function recordedTools({ tools, traits = {} }: Pick<Environment, "tools" | "traits">): Described[] {
  return tools.map((name) => ({ name, ...(traits[name] ? { traits: traits[name] } : {}) }))
}

/** The tool of a call as far as the log knows it: by its name, and by what it said of the call. */
export function recordedTool({ tool: name, said }: TaskEnded): Described {
  const { command } = said ?? {}
  return command === undefined ? { name } : { name, subject: () => ({ kind: "command", command }) }
}

/** What a call changed, or would have: by its own account, else by the paths that it names. */
export function pathsOfCall({ tool, changes }: TaskEnded, input: unknown): string[] {
  if (changes.length > 0) return changes.map(({ path }) => path)
  if (traitsOf({ name: tool }).kind !== "write" || typeof input !== "object" || input === null) return []
  const { path, patch } = input as { path?: unknown; patch?: unknown }
  if (typeof patch === "string") return [...patch.matchAll(PATCHED)].flatMap(([, name]) => name ?? [])
  return typeof path === "string" ? [path] : []
}

const PATCHED = /^\+\+\+ (?:b\/)?(?!\/dev\/null)(\S.*?)\s*$/gm
