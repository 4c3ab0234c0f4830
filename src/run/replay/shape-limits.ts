import type { DurableEvent } from "../../protocol/log/event.ts"
import { idIn, nameOf, nearestOf, numberOf } from "../../protocol/log/key.ts"
import type { Limits } from "../../protocol/log/limits.ts"

type Reached = { readonly limit: keyof Limits; readonly used: number; readonly allowed: number }

/** Limits on the shape of plans and stages, which cut a part of a run short; only those that were changed are looked at. */
export class ShapeLimits {
  readonly #limits: Partial<Limits>
  readonly #calls = new Map<string, number>()
  #kept = 0
  /** Whether a step ends at its calls: with `literal`. */
  #countsCalls = true

  constructor(limits: Partial<Limits>) {
    this.#limits = limits
  }

  /** What the event goes beyond, once per stage. */
  check(event: DurableEvent, epoch: number): Reached[] {
    switch (event.type) {
      case "run.started":
        this.#countsCalls = event.environment.literal
        return []
      case "stage.started":
        return event.kind === "round" ? this.#first("max_rounds", numberOf(event.stage), 2 * (epoch - 1)) : []
      case "plan.made":
        return this.#over("max_tasks_per_round", event.tasks.length)
      case "plan.replaced":
        this.#kept = event.kept.length
        return this.#over("max_replans", event.generation - 1, epoch - 1)
      case "steps.planned":
        return this.#over("max_plan_steps", event.steps.length - (event.generation === 1 ? 0 : this.#kept))
      case "task.ended":
        return this.#stepCall(event.task)
      default:
        return []
    }
  }

  #stepCall(task: string): Reached[] {
    const step = stepOf(task)
    if (step === "" || !this.#countsCalls) return []
    const calls = (this.#calls.get(step) ?? 0) + 1
    this.#calls.set(step, calls)
    return this.#first("max_step_tool_calls", calls)
  }

  #over(limit: keyof Limits, wanted: number, more = 0): Reached[] {
    const allowed = this.#limits[limit] ?? null
    return allowed !== null && wanted > allowed + more ? [{ limit, used: wanted, allowed: allowed + more }] : []
  }

  /** Only where the limit is passed, not each time after it. */
  #first(limit: keyof Limits, wanted: number, more = 0): Reached[] {
    return this.#over(limit, wanted, more).filter(({ used, allowed }) => used === allowed + 1)
  }
}

/** The step, or the try at an item, that a task stands in. */
function stepOf(task: string): string {
  return nearestOf(task, (place) => isOf(place, "step") || isOf(place, "try"))
}

function isOf(place: string, kind: string): boolean {
  return idIn(nameOf(place), kind) !== undefined
}
