import { spelledOut } from "@keelson/text/spelled-out.ts"

/** A part of a plan as people read it: a phase, a step, a task or an item. */
export type PlanLine = {
  readonly label: string
  readonly title: string
  /** The title is a tool's name. */
  readonly isTool: boolean
  /** What it is for, or how one can tell that it is done. */
  readonly note: string
  readonly needs: string
  readonly arguments: readonly (readonly [name: string, value: string])[]
}

export type PlanKind = "phases" | "steps" | "tasks" | "todos"

/** A plan of a known kind, line by line. */
export type ReadPlan = { readonly kind: PlanKind; readonly lines: readonly PlanLine[]; readonly reasoning: string }

const KINDS: readonly PlanKind[] = ["phases", "steps", "tasks", "todos"]

/** Reads what a question about a plan shows; `null` where it is of no known kind. Nothing is believed of its shape. */
export function readPlan(json: string): ReadPlan | null {
  const plan = record(parsed(json))
  const kind = KINDS.find((name) => Array.isArray(plan[name]))
  if (kind === undefined) return null
  const parts = plan[kind] as readonly unknown[]
  return {
    kind,
    lines: parts.map((part, index) => lineOf(kind, record(part), index + 1)),
    reasoning: text(plan.reasoning),
  }
}

/** Whether a text is JSON; else what is wrong with it. */
export function jsonProblem(json: string): string {
  try {
    JSON.parse(json)
    return ""
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

type Part = Readonly<Record<string, unknown>>

function lineOf(kind: PlanKind, part: Part, number: number): PlanLine {
  const common = {
    label: text(part.id) || String(number),
    isTool: false,
    needs: numbers(part.dependencies),
    arguments: [],
  }
  switch (kind) {
    case "phases":
      return { ...common, title: text(part.name), note: text(part.goal) }
    case "steps":
      return { ...common, title: text(part.description), note: text(part.done_when) }
    case "todos":
      return { ...common, title: text(part.content), note: "" }
    case "tasks":
      return {
        ...common,
        title: text(part.tool),
        isTool: true,
        note: text(part.why),
        needs: numbers(part.depends_on),
        arguments: Object.entries(record(part.arguments)).map(([name, value]) => [name, text(value)]),
      }
  }
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return null
  }
}

function record(value: unknown): Part {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Part) : {}
}

function text(value: unknown): string {
  if (typeof value === "string") return spelledOut(value)
  return value === undefined ? "" : spelledOut(JSON.stringify(value, null, 2))
}

function numbers(value: unknown): string {
  return Array.isArray(value) ? value.map(text).join(", ") : ""
}
