import type { PlanEntry } from "@agentclientprotocol/sdk"
import { numberOf, parentOf } from "../../protocol/log/key.ts"
import type { RunView, StageView } from "../../view/run-view.ts"

/** The plan as it stands: a list that the model keeps, the steps of a graph, or the phases; none where nothing is planned. */
export function planEntries(view: RunView): PlanEntry[] {
  if (view.todos.length > 0)
    return view.todos.map(({ content, status }) => entry(content, status === "cancelled" ? "completed" : status))
  if (view.steps.length > 0) return view.steps.map(({ id, description }) => entry(description, statusAt(view, id)))
  return view.phases.map(({ id, name, goal }) => entry(`${name}: ${goal}`, statusAt(view, id)))
}

function entry(content: string, status: PlanEntry["status"]): PlanEntry {
  return { content, status, priority: "medium" }
}

/** By the stage that works on it: the outermost one of this number. */
function statusAt({ stages }: RunView, id: number): PlanEntry["status"] {
  const stage = stages.findLast((each) => isOf(each, id))
  if (!stage) return "pending"
  return stage.status === "running" || stage.status === "continued" ? "in_progress" : "completed"
}

function isOf({ id: key, isRepeated }: StageView, id: number): boolean {
  return !isRepeated && parentOf(key) === "" && numberOf(key) === id
}
