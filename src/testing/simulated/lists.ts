import type { Grounds } from "./answer.ts"
import type { Wanted } from "./solver.ts"

/** A list whose items are known by their fields: tasks, steps, phases, todos. */
export function listOf(names: readonly string[], grounds: Grounds): unknown[] | undefined {
  const has = (...wanted: string[]) => wanted.every((name) => names.includes(name))
  if (has("tool", "arguments")) return tasks(grounds, has("depends_on"))
  if (has("description", "done_when")) return steps(grounds)
  if (has("goal", "name")) return phases(grounds)
  if (has("content", "status")) return todos(grounds)
  return undefined
}

/** A command comes after everything that stands before it. */
function tasks({ actions, belief, solver }: Grounds, ordered: boolean): object[] {
  const planned = actions.length > 0 ? actions : [proof(solver.parts, belief.part)]
  return planned.map(({ tool, arguments: input }, index) => {
    const before = isCommand(tool) && ordered ? planned.slice(0, index).map((_, other) => other + 1) : []
    return { tool, arguments: input, ...(before.length > 0 ? { depends_on: before } : {}) }
  })
}

function proof(parts: Grounds["solver"]["parts"], part = parts.length - 1): Wanted {
  const { proof: action } = parts[part] as (typeof parts)[number]
  return { ...action, part }
}

export function isCommand(tool: string): boolean {
  return tool === "run_in_terminal"
}

function steps({ solver }: Grounds): object[] {
  return solver.parts.map(({ goal, proof: { tool } }, index) => ({
    id: index + 1,
    description: goal,
    dependencies: index === 0 ? [] : [index],
    tools: [...new Set(["read_file", tool])],
    done_when: `${goal}: shown by a result`,
  }))
}

function phases({ solver, due }: Grounds): object[] {
  const phase = (id: number, name: string, goal: string) => ({
    id,
    name,
    goal,
    estimated_rounds: 2,
    dependencies: id === 1 ? [] : [id - 1],
  })
  if (/one phase/.test(due)) return [phase(1, "Work", solver.goal)]
  return solver.parts.map(({ title, goal }, index) => phase(index + 1, title, goal))
}

/** All parts, open ones in their order. */
export function todos({ solver, belief }: Pick<Grounds, "solver" | "belief">): object[] {
  return solver.parts.map(({ goal }, part) => ({ id: String(part + 1), content: goal, status: statusOf(belief, part) }))
}

/** Of several open parts the first is the one in hand. */
function statusOf({ open, later, isDone }: Grounds["belief"], part: number): string {
  if (isDone) return "completed"
  const first = Math.min(...[...open, ...later].map((one) => one.part))
  return part < first ? "completed" : part === first ? "in_progress" : "pending"
}
