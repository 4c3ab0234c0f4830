import { parseJson } from "../../text/parse-json.ts"
import { UsageError } from "../terminal/failure.ts"

export type PlanItem = { readonly id?: number | string | undefined } & Readonly<Record<string, unknown>>

type Id = NonNullable<PlanItem["id"]>

/** How the items of a kind of plan are read and written as lines. */
export type ListKind = {
  /** Where they stand in the plan. */
  readonly field: string
  readonly idAt: (index: number) => Id
  readonly text: (item: PlanItem) => string
  /** The item with these words in place of its own. */
  readonly changed: (item: PlanItem, words: string) => PlanItem
  /** A new one, beside these. */
  readonly made: (words: string, beside: readonly PlanItem[]) => PlanItem
  /** Without what it waits for and that is not there. */
  readonly waitingFor: (item: PlanItem, isThere: (id: Id) => boolean) => PlanItem
}

const fromOne = (index: number): Id => index + 1
const textIn = (item: PlanItem, field: string) => String(item[field] ?? "")

function waiting(field: string): ListKind["waitingFor"] {
  return (item, isThere) => {
    const ids = item[field]
    return Array.isArray(ids) ? { ...item, [field]: (ids as Id[]).filter(isThere) } : item
  }
}

const TASKS: ListKind = {
  field: "tasks",
  idAt: fromOne,
  text: (item) => `${textIn(item, "tool")} ${JSON.stringify(item.arguments ?? {})}`,
  changed: (item, words) => ({ ...item, ...callIn(words) }),
  made: (words) => ({ ...callIn(words), depends_on: [], why: "" }),
  waitingFor: waiting("depends_on"),
}

/** A tool, and its arguments as JSON. */
function callIn(words: string): { readonly tool: string; readonly arguments: unknown } {
  const [, tool = "", given = ""] = /^(\S+)\s*(.*)$/s.exec(words) ?? []
  if (given === "") return { tool, arguments: {} }
  const parsed = parseJson(given)
  if (!parsed.ok)
    throw new UsageError(`"${words}": behind the tool's name its arguments are expected, such as {"path":"a.txt"}.`)
  return { tool, arguments: parsed.value }
}

const PHASES: ListKind = {
  field: "phases",
  idAt: fromOne,
  text: (item) => [...new Set([textIn(item, "name"), textIn(item, "goal")])].join(": "),
  changed: (item, words) => ({ ...item, ...phaseIn(words) }),
  made: (words) => ({ ...phaseIn(words), estimated_rounds: 2, dependencies: [] }),
  waitingFor: waiting("dependencies"),
}

function phaseIn(words: string): { readonly name: string; readonly goal: string } {
  const [, name = words, goal = words] = /^([^:]+):\s*(.+)$/s.exec(words) ?? []
  return { name, goal }
}

const STEPS: ListKind = {
  field: "steps",
  idAt: fromOne,
  text: (item) => textIn(item, "description"),
  changed: (item, description) => ({ ...item, description }),
  made: (description, beside) => ({ description, tools: toolsOf(beside), dependencies: [], done_when: description }),
  waitingFor: waiting("dependencies"),
}

/** A step that somebody adds may use what the others may. */
function toolsOf(steps: readonly PlanItem[]): readonly unknown[] {
  return [...new Set(steps.flatMap(({ tools }) => (Array.isArray(tools) ? tools : [])))]
}

const TODOS: ListKind = {
  field: "todos",
  idAt: (index) => String(index + 1),
  text: (item) => textIn(item, "content"),
  changed: (item, content) => ({ ...item, content }),
  made: (content) => ({ content, status: "pending" }),
  waitingFor: (item) => item,
}

export const KINDS: readonly ListKind[] = [TASKS, PHASES, STEPS, TODOS]
