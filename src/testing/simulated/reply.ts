import type { JsonSchema, ModelRequest, ToolSpec } from "../../model/seam/model.ts"
import { shownSchema } from "../shown-schema.ts"
import { answerTo, type Grounds, notesOf } from "./answer.ts"
import { type Belief, honestBelief } from "./belief.ts"
import type { Dice } from "./dice.ts"
import { isCommand, todos } from "./lists.ts"
import type { Persona, Saying } from "./persona.ts"
import { Seen } from "./seen.ts"
import type { Solver, Wanted } from "./solver.ts"

export type Head = { readonly solver: Solver; readonly persona: Persona; readonly dice: Dice }

/** So many calls a model makes in one reply, unless it is of the cautious kind. */
const BATCH = 8

/** What the model says to a request: the control that it is held to, or work of its own choice. */
export function replyTo(request: ModelRequest, { solver, persona, dice }: Head): Saying {
  const seen = new Seen(request.messages)
  const honest = honestBelief(solver, seen, isHeld(request))
  const belief = persona.believe?.(honest, seen, dice) ?? honest
  const left = belief.open.length > 0 || !belief.isHeld ? belief.open : belief.later
  const actions = left.length > 0 ? (persona.act?.(left, seen, dice) ?? left) : []
  const grounds = {
    solver,
    seen,
    belief,
    actions: actions.slice(0, persona.batch ?? BATCH),
    isTerse: persona.isTerse ?? false,
    due: seen.news,
  }
  const answer = (schema: JsonSchema) => {
    const value = answerTo(schema, grounds) as Record<string, unknown>
    return JSON.stringify(persona.answer?.(value, dice) ?? value)
  }
  const saying = held(request, answer) ?? chosen(request.tools, grounds, answer)
  return persona.say?.(saying, dice) ?? saying
}

/** Asked for a control rather than for a turn. */
function isHeld({ choice, format, messages }: ModelRequest): boolean {
  const isForced = choice.kind === "named" || choice.kind === "required"
  return isForced || format !== undefined || schemaIn(messages) !== undefined
}

type Answer = (schema: JsonSchema) => string

/** What is forced: a call by its name, the only call, or JSON as text. */
function held({ tools, choice, format, messages }: ModelRequest, answer: Answer): Saying | undefined {
  if (format) return { text: answer(format.schema), calls: [] }
  const forced = choice.kind === "named" ? tools.find(({ name }) => name === choice.name) : undefined
  const tool = forced ?? (choice.kind === "required" ? tools[0] : undefined)
  if (tool) return call(tool.name, answer(tool.schema))
  const schema = schemaIn(messages)
  return schema ? { text: answer(schema), calls: [] } : undefined
}

function call(name: string, input: string): Saying {
  return { text: "", calls: [{ name, arguments: input }] }
}

/** Where nothing can be forced the prompt says what is due and names its parts, or has the schema at its end. */
function schemaIn(messages: ModelRequest["messages"]): JsonSchema | undefined {
  return shownSchema(messages.map(({ text }) => text)) ?? schemaAtEnd(messages.at(-1)?.text ?? "")
}

function schemaAtEnd(text: string): JsonSchema | undefined {
  const start = text.lastIndexOf("\n{")
  if (!/JSON schema/i.test(text) || start < 0) return undefined
  try {
    return JSON.parse(text.slice(start))
  } catch {
    return undefined
  }
}

/** A free reply: work, or the word that ends it. */
function chosen(tools: readonly ToolSpec[], grounds: Grounds, answer: Answer): Saying {
  const offered = (name: string) => tools.find((tool) => tool.name === name)
  const { belief, solver, seen, actions } = grounds
  if (tools.length === 0) return words(solver.answer(seen))
  const list = offered("todo_write")
  const isItem = belief.part !== undefined && list !== undefined
  if (!belief.isPartDone && actions.length > 0) return work(grounds, !isItem && list ? listNow(grounds) : undefined)
  const stepResult = offered("step_result")
  const isStep = belief.part !== undefined && !isItem
  if (isStep && stepResult) return call(stepResult.name, answer(stepResult.schema))
  if (isStep && seen.has("step_done")) return words(JSON.stringify({ control: "step_done", result: noted(grounds) }))
  if (isItem && !isTicked(grounds)) return call("todo_write", JSON.stringify(tick(belief)))
  return ended(grounds, offered, answer)
}

function words(text: string): Saying {
  return { text, calls: [] }
}

function noted({ solver, seen, isTerse }: Grounds): string {
  return (isTerse ? "" : notesOf(solver, seen)) || "It is done; the results show it."
}

/** Calls that need not wait for each other; a command goes alone, for others may run them all at once. */
function work({ actions, solver, seen, isTerse }: Grounds, list?: object): Saying {
  const first = actions.findIndex(({ tool }) => isCommand(tool))
  const together = first < 0 ? actions : first === 0 ? actions.slice(0, 1) : actions.slice(0, first)
  const calls = together.map(toCall)
  return {
    text: isTerse ? "" : notesOf(solver, seen.latest ?? seen),
    calls: list ? [{ name: "todo_write", arguments: JSON.stringify(list) }, ...calls] : calls,
  }
}

function toCall({ tool, arguments: input }: Wanted): Saying["calls"][number] {
  return { name: tool, arguments: JSON.stringify(input) }
}

/** The list as it should be, if it is not so yet; only where the model was asked to keep one. */
function listNow(grounds: Grounds): object | undefined {
  if (!/todo_write/.test(grounds.seen.text)) return undefined
  const list = todos(grounds)
  const last = grounds.seen.calls.findLast(({ tool }) => tool === "todo_write")
  return JSON.stringify(last?.arguments.todos) === JSON.stringify(list) ? undefined : { todos: list, merge: false }
}

function tick({ part = 0 }: Belief): object {
  return { todos: [{ id: String(part + 1), status: "completed" }], merge: true }
}

/** Its list says so already. */
function isTicked({ seen, belief: { part = 0 } }: Grounds): boolean {
  return new RegExp(`^\\[x\\] "?${part + 1}"? `, "m").test(seen.news)
}

function ended(grounds: Grounds, offered: (name: string) => ToolSpec | undefined, answer: Answer): Saying {
  const { seen, solver, belief } = grounds
  const list = offered("todo_write") && belief.part === undefined ? listNow(grounds) : undefined
  if (list) return call("todo_write", JSON.stringify(list))
  const marker = seen.text.match(/\[[A-Z]+(?:_[A-Z]+)+\]/)?.[0]
  if (marker) return words(`${solver.answer(seen)}\n\n${marker}`)
  const done = offered("task_done")
  return done ? call(done.name, answer(done.schema)) : words(solver.answer(seen))
}
